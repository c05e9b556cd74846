#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeGroupsResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeGroupsResponse {
  static constexpr int16_t kApiKey = 15;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 6;
  static constexpr int16_t kLowestFlexibleVersion = 5;
  static const MessageDescriptor kDescriptor;

  struct DescribedGroupMember {
    String member_id;
    String group_instance_id = String::null();  ///< versions 4+, nullable
    String client_id;
    String client_host;
    Bytes member_metadata;
    Bytes member_assignment;
  };

  struct DescribedGroup {
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< versions 6+, nullable
    String group_id;
    String group_state;
    String protocol_type;
    String protocol_data;
    Array<DescribedGroupMember> members;
    int32_t authorized_operations = -2147483648;  ///< versions 3+
  };

  int32_t throttle_time_ms = 0;  ///< versions 1+
  Array<DescribedGroup> groups;
};

}  // namespace klamm::protocol
