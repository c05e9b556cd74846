#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's FetchResponse, as views; members that a version lacks keep their defaults. @core any
struct FetchResponse {
  static constexpr int16_t kApiKey = 1;
  static constexpr int16_t kLowestVersion = 4;
  static constexpr int16_t kHighestVersion = 18;
  static constexpr int16_t kLowestFlexibleVersion = 12;
  static const MessageDescriptor kDescriptor;

  struct EpochEndOffset {
    int32_t epoch = -1;       ///< versions 12+
    int64_t end_offset = -1;  ///< versions 12+
  };

  struct LeaderIdAndEpoch {
    int32_t leader_id = -1;     ///< versions 12+
    int32_t leader_epoch = -1;  ///< versions 12+
  };

  struct SnapshotId {
    int64_t end_offset = -1;
    int32_t epoch = -1;
  };

  struct AbortedTransaction {
    int64_t producer_id = 0;
    int64_t first_offset = 0;
  };

  struct PartitionData {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
    int64_t high_watermark = 0;
    int64_t last_stable_offset = -1;
    int64_t log_start_offset = -1;                   ///< versions 5+
    EpochEndOffset diverging_epoch;                  ///< versions 12+, tag 0
    LeaderIdAndEpoch current_leader;                 ///< versions 12+, tag 1
    SnapshotId snapshot_id;                          ///< versions 12+, tag 2
    Array<AbortedTransaction> aborted_transactions;  ///< nullable
    int32_t preferred_read_replica = -1;             ///< versions 11+
    Records records;                                 ///< nullable
  };

  struct FetchableTopicResponse {
    String topic;   ///< versions 0-12
    Uuid topic_id;  ///< versions 13+
    Array<PartitionData> partitions;
  };

  struct NodeEndpoint {
    int32_t node_id = 0;           ///< versions 16+
    String host;                   ///< versions 16+
    int32_t port = 0;              ///< versions 16+
    String rack = String::null();  ///< versions 16+, nullable
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;  ///< versions 7+
  int32_t session_id = 0;                   ///< versions 7+
  Array<FetchableTopicResponse> responses;
  Array<NodeEndpoint> node_endpoints;  ///< versions 16+, tag 0
};

}  // namespace klamm::protocol
