#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's EndTxnResponse, as views; members that a version lacks keep their defaults. @core any
struct EndTxnResponse {
  static constexpr int16_t kApiKey = 26;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 3;
  static const MessageDescriptor kDescriptor;

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  int64_t producer_id = -1;     ///< versions 5+
  int16_t producer_epoch = -1;  ///< versions 5+
};

}  // namespace klamm::protocol
