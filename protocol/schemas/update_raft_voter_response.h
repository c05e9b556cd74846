#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's UpdateRaftVoterResponse, as views; members that a version lacks keep their defaults. @core any
struct UpdateRaftVoterResponse {
  static constexpr int16_t kApiKey = 82;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct CurrentLeader {
    int32_t leader_id = -1;
    int32_t leader_epoch = -1;
    String host;
    int32_t port = 0;
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  CurrentLeader current_leader;  ///< tag 0
};

}  // namespace klamm::protocol
