#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AlterPartitionResponse, as views; members that a version lacks keep their defaults. @core any
struct AlterPartitionResponse {
  static constexpr int16_t kApiKey = 56;
  static constexpr int16_t kLowestVersion = 2;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct PartitionData {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
    int32_t leader_id = 0;
    int32_t leader_epoch = 0;
    Array<int32_t> isr;
    int8_t leader_recovery_state = 0;
    int32_t partition_epoch = 0;
  };

  struct TopicData {
    Uuid topic_id;
    Array<PartitionData> partitions;
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  Array<TopicData> topics;
};

}  // namespace klamm::protocol
