#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's FetchSnapshotResponse, as views; members that a version lacks keep their defaults. @core any
struct FetchSnapshotResponse {
  static constexpr int16_t kApiKey = 59;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct SnapshotId {
    int64_t end_offset = 0;
    int32_t epoch = 0;
  };

  struct LeaderIdAndEpoch {
    int32_t leader_id = 0;
    int32_t leader_epoch = 0;
  };

  struct PartitionSnapshot {
    int32_t index = 0;
    ErrorCode error_code = ErrorCode::kNone;
    SnapshotId snapshot_id;
    LeaderIdAndEpoch current_leader;  ///< tag 0
    int64_t size = 0;
    int64_t position = 0;
    Records unaligned_records;
  };

  struct TopicSnapshot {
    String name;
    Array<PartitionSnapshot> partitions;
  };

  struct NodeEndpoint {
    int32_t node_id = 0;  ///< versions 1+
    String host;          ///< versions 1+
    uint16_t port = 0;    ///< versions 1+
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  Array<TopicSnapshot> topics;
  Array<NodeEndpoint> node_endpoints;  ///< versions 1+, tag 0
};

}  // namespace klamm::protocol
