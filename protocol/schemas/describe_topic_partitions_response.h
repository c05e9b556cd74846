#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeTopicPartitionsResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeTopicPartitionsResponse {
  static constexpr int16_t kApiKey = 75;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct DescribeTopicPartitionsResponsePartition {
    ErrorCode error_code = ErrorCode::kNone;
    int32_t partition_index = 0;
    int32_t leader_id = 0;
    int32_t leader_epoch = -1;
    Array<int32_t> replica_nodes;
    Array<int32_t> isr_nodes;
    Array<int32_t> eligible_leader_replicas = Array<int32_t>::null();  ///< nullable
    Array<int32_t> last_known_elr = Array<int32_t>::null();            ///< nullable
    Array<int32_t> offline_replicas;
  };

  struct DescribeTopicPartitionsResponseTopic {
    ErrorCode error_code = ErrorCode::kNone;
    String name;  ///< nullable
    Uuid topic_id;
    bool is_internal = false;
    Array<DescribeTopicPartitionsResponsePartition> partitions;
    int32_t topic_authorized_operations = -2147483648;
  };

  struct Cursor {
    String topic_name;
    int32_t partition_index = 0;
  };

  int32_t throttle_time_ms = 0;
  Array<DescribeTopicPartitionsResponseTopic> topics;
  Nullable<Cursor> next_cursor;  ///< nullable
};

}  // namespace klamm::protocol
