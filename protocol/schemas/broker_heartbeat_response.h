#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's BrokerHeartbeatResponse, as views; members that a version lacks keep their defaults. @core any
struct BrokerHeartbeatResponse {
  static constexpr int16_t kApiKey = 63;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  bool is_caught_up = false;
  bool is_fenced = true;
  bool should_shut_down = false;
};

}  // namespace klamm::protocol
