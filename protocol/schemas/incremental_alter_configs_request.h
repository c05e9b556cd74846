#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's IncrementalAlterConfigsRequest, as views; members that a version lacks keep their defaults. @core any
struct IncrementalAlterConfigsRequest {
  static constexpr int16_t kApiKey = 44;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 1;
  static const MessageDescriptor kDescriptor;

  struct AlterableConfig {
    String name;
    int8_t config_operation = 0;
    String value;  ///< nullable
  };

  struct AlterConfigsResource {
    int8_t resource_type = 0;
    String resource_name;
    Array<AlterableConfig> configs;
  };

  Array<AlterConfigsResource> resources;
  bool validate_only = false;
};

}  // namespace klamm::protocol
