#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's HeartbeatResponse, as views; members that a version lacks keep their defaults. @core any
struct HeartbeatResponse {
  static constexpr int16_t kApiKey = 12;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 4;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  int32_t throttle_time_ms = 0;  ///< versions 1+
  ErrorCode error_code = ErrorCode::kNone;
};

}  // namespace klamm::protocol
