#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's LeaveGroupResponse, as views; members that a version lacks keep their defaults. @core any
struct LeaveGroupResponse {
  static constexpr int16_t kApiKey = 13;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  struct MemberResponse {
    String member_id;                         ///< versions 3+
    String group_instance_id;                 ///< versions 3+, nullable
    ErrorCode error_code = ErrorCode::kNone;  ///< versions 3+
  };

  int32_t throttle_time_ms = 0;  ///< versions 1+
  ErrorCode error_code = ErrorCode::kNone;
  Array<MemberResponse> members;  ///< versions 3+
};

}  // namespace klamm::protocol
