#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's JoinGroupResponse, as views; members that a version lacks keep their defaults. @core any
struct JoinGroupResponse {
  static constexpr int16_t kApiKey = 11;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 9;
  static constexpr int16_t kLowestFlexibleVersion = 6;
  static const MessageDescriptor kDescriptor;

  struct JoinGroupResponseMember {
    String member_id;
    String group_instance_id = String::null();  ///< versions 5+, nullable
    Bytes metadata;
  };

  int32_t throttle_time_ms = 0;  ///< versions 2+
  ErrorCode error_code = ErrorCode::kNone;
  int32_t generation_id = -1;
  String protocol_type = String::null();  ///< versions 7+, nullable
  String protocol_name;                   ///< nullable 7+
  String leader;
  bool skip_assignment = false;  ///< versions 9+
  String member_id;
  Array<JoinGroupResponseMember> members;
};

}  // namespace klamm::protocol
