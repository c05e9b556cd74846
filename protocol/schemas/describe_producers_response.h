#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeProducersResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeProducersResponse {
  static constexpr int16_t kApiKey = 61;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct ProducerState {
    int64_t producer_id = 0;
    int32_t producer_epoch = 0;
    int32_t last_sequence = -1;
    int64_t last_timestamp = -1;
    int32_t coordinator_epoch = 0;
    int64_t current_txn_start_offset = -1;
  };

  struct PartitionResponse {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< nullable
    Array<ProducerState> active_producers;
  };

  struct TopicResponse {
    String name;
    Array<PartitionResponse> partitions;
  };

  int32_t throttle_time_ms = 0;
  Array<TopicResponse> topics;
};

}  // namespace klamm::protocol
