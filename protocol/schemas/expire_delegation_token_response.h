#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ExpireDelegationTokenResponse, as views; members that a version lacks keep their defaults. @core any
struct ExpireDelegationTokenResponse {
  static constexpr int16_t kApiKey = 40;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  ErrorCode error_code = ErrorCode::kNone;
  int64_t expiry_timestamp_ms = 0;
  int32_t throttle_time_ms = 0;
};

}  // namespace klamm::protocol
