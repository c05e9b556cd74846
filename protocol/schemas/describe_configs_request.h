#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeConfigsRequest, as views; members that a version lacks keep their defaults. @core any
struct DescribeConfigsRequest {
  static constexpr int16_t kApiKey = 32;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 4;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  struct DescribeConfigsResource {
    int8_t resource_type = 0;
    String resource_name;
    Array<String> configuration_keys;  ///< nullable
  };

  Array<DescribeConfigsResource> resources;
  bool include_synonyms = false;
  bool include_documentation = false;  ///< versions 3+
};

}  // namespace klamm::protocol
