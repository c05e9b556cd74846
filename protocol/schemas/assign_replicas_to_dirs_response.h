#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AssignReplicasToDirsResponse, as views; members that a version lacks keep their defaults. @core any
struct AssignReplicasToDirsResponse {
  static constexpr int16_t kApiKey = 73;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct PartitionData {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
  };

  struct TopicData {
    Uuid topic_id;
    Array<PartitionData> partitions;
  };

  struct DirectoryData {
    Uuid id;
    Array<TopicData> topics;
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  Array<DirectoryData> directories;
};

}  // namespace klamm::protocol
