#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's CreateAclsRequest, as views; members that a version lacks keep their defaults. @core any
struct CreateAclsRequest {
  static constexpr int16_t kApiKey = 30;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct AclCreation {
    int8_t resource_type = 0;
    String resource_name;
    int8_t resource_pattern_type = 3;
    String principal;
    String host;
    int8_t operation = 0;
    int8_t permission_type = 0;
  };

  Array<AclCreation> creations;
};

}  // namespace klamm::protocol
