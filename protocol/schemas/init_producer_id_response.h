#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's InitProducerIdResponse, as views; members that a version lacks keep their defaults. @core any
struct InitProducerIdResponse {
  static constexpr int16_t kApiKey = 22;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 6;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  int64_t producer_id = -1;
  int16_t producer_epoch = 0;
  int64_t ongoing_txn_producer_id = -1;     ///< versions 6+
  int16_t ongoing_txn_producer_epoch = -1;  ///< versions 6+
};

}  // namespace klamm::protocol
