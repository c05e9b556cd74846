#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AlterConfigsRequest, as views; members that a version lacks keep their defaults. @core any
struct AlterConfigsRequest {
  static constexpr int16_t kApiKey = 33;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct AlterableConfig {
    String name;
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
