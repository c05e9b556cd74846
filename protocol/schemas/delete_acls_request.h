#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DeleteAclsRequest, as views; members that a version lacks keep their defaults. @core any
struct DeleteAclsRequest {
  static constexpr int16_t kApiKey = 31;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct DeleteAclsFilter {
    int8_t resource_type_filter = 0;
    String resource_name_filter;  ///< nullable
    int8_t pattern_type_filter = 3;
    String principal_filter;  ///< nullable
    String host_filter;       ///< nullable
    int8_t operation = 0;
    int8_t permission_type = 0;
  };

  Array<DeleteAclsFilter> filters;
};

}  // namespace klamm::protocol
