#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeQuorumResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeQuorumResponse {
  static constexpr int16_t kApiKey = 55;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct ReplicaState {
    int32_t replica_id = 0;
    Uuid replica_directory_id;  ///< versions 2+
    int64_t log_end_offset = 0;
    int64_t last_fetch_timestamp = -1;      ///< versions 1+
    int64_t last_caught_up_timestamp = -1;  ///< versions 1+
  };

  struct PartitionData {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message;  ///< versions 2+, nullable
    int32_t leader_id = 0;
    int32_t leader_epoch = 0;
    int64_t high_watermark = 0;
    Array<ReplicaState> current_voters;
    Array<ReplicaState> observers;
  };

  struct TopicData {
    String topic_name;
    Array<PartitionData> partitions;
  };

  struct Listener {
    String name;        ///< versions 2+
    String host;        ///< versions 2+
    uint16_t port = 0;  ///< versions 2+
  };

  struct Node {
    int32_t node_id = 0;        ///< versions 2+
    Array<Listener> listeners;  ///< versions 2+
  };

  ErrorCode error_code = ErrorCode::kNone;
  String error_message;  ///< versions 2+, nullable
  Array<TopicData> topics;
  Array<Node> nodes;  ///< versions 2+
};

}  // namespace klamm::protocol
