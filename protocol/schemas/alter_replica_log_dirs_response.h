#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AlterReplicaLogDirsResponse, as views; members that a version lacks keep their defaults. @core any
struct AlterReplicaLogDirsResponse {
  static constexpr int16_t kApiKey = 34;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct AlterReplicaLogDirPartitionResult {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
  };

  struct AlterReplicaLogDirTopicResult {
    String topic_name;
    Array<AlterReplicaLogDirPartitionResult> partitions;
  };

  int32_t throttle_time_ms = 0;
  Array<AlterReplicaLogDirTopicResult> results;
};

}  // namespace klamm::protocol
