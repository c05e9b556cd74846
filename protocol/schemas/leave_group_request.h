#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's LeaveGroupRequest, as views; members that a version lacks keep their defaults. @core any
struct LeaveGroupRequest {
  static constexpr int16_t kApiKey = 13;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  struct MemberIdentity {
    String member_id;                           ///< versions 3+
    String group_instance_id = String::null();  ///< versions 3+, nullable
    String reason = String::null();             ///< versions 5+, nullable
  };

  String group_id;
  String member_id;               ///< versions 0-2
  Array<MemberIdentity> members;  ///< versions 3+
};

}  // namespace klamm::protocol
