#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeAclsResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeAclsResponse {
  static constexpr int16_t kApiKey = 29;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct AclDescription {
    String principal;
    String host;
    int8_t operation = 0;
    int8_t permission_type = 0;
  };

  struct DescribeAclsResource {
    int8_t resource_type = 0;
    String resource_name;
    int8_t pattern_type = 3;
    Array<AclDescription> acls;
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  String error_message;  ///< nullable
  Array<DescribeAclsResource> resources;
};

}  // namespace klamm::protocol
