#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's FetchSnapshotRequest, as views; members that a version lacks keep their defaults. @core any
struct FetchSnapshotRequest {
  static constexpr int16_t kApiKey = 59;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct SnapshotId {
    int64_t end_offset = 0;
    int32_t epoch = 0;
  };

  struct PartitionSnapshot {
    int32_t partition = 0;
    int32_t current_leader_epoch = 0;
    SnapshotId snapshot_id;
    int64_t position = 0;
    Uuid replica_directory_id;  ///< versions 1+, tag 0
  };

  struct TopicSnapshot {
    String name;
    Array<PartitionSnapshot> partitions;
  };

  String cluster_id = String::null();  ///< nullable, tag 0
  int32_t replica_id = -1;
  int32_t max_bytes = 2147483647;
  Array<TopicSnapshot> topics;
};

}  // namespace klamm::protocol
