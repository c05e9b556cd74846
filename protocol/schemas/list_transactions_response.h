#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ListTransactionsResponse, as views; members that a version lacks keep their defaults. @core any
struct ListTransactionsResponse {
  static constexpr int16_t kApiKey = 66;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TransactionState {
    String transactional_id;
    int64_t producer_id = 0;
    String transaction_state;
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  Array<String> unknown_state_filters;
  Array<TransactionState> transaction_states;
};

}  // namespace klamm::protocol
