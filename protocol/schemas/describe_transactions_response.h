#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeTransactionsResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeTransactionsResponse {
  static constexpr int16_t kApiKey = 65;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TopicData {
    String topic;
    Array<int32_t> partitions;
  };

  struct TransactionState {
    ErrorCode error_code = ErrorCode::kNone;
    String transactional_id;
    String transaction_state;
    int32_t transaction_timeout_ms = 0;
    int64_t transaction_start_time_ms = 0;
    int64_t producer_id = 0;
    int16_t producer_epoch = 0;
    Array<TopicData> topics;
  };

  int32_t throttle_time_ms = 0;
  Array<TransactionState> transaction_states;
};

}  // namespace klamm::protocol
