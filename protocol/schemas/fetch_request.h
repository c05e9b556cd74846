#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's FetchRequest, as views; members that a version lacks keep their defaults. @core any
struct FetchRequest {
  static constexpr int16_t kApiKey = 1;
  static constexpr int16_t kLowestVersion = 4;
  static constexpr int16_t kHighestVersion = 18;
  static constexpr int16_t kLowestFlexibleVersion = 12;
  static const MessageDescriptor kDescriptor;

  struct ReplicaState {
    int32_t replica_id = -1;     ///< versions 15+
    int64_t replica_epoch = -1;  ///< versions 15+
  };

  struct FetchPartition {
    int32_t partition = 0;
    int32_t current_leader_epoch = -1;  ///< versions 9+
    int64_t fetch_offset = 0;
    int32_t last_fetched_epoch = -1;  ///< versions 12+
    int64_t log_start_offset = -1;    ///< versions 5+
    int32_t partition_max_bytes = 0;
    Uuid replica_directory_id;                     ///< versions 17+, tag 0
    int64_t high_watermark = 9223372036854775807;  ///< versions 18+, tag 1
  };

  struct FetchTopic {
    String topic;   ///< versions 0-12
    Uuid topic_id;  ///< versions 13+
    Array<FetchPartition> partitions;
  };

  struct ForgottenTopic {
    String topic;               ///< versions 7-12
    Uuid topic_id;              ///< versions 13+
    Array<int32_t> partitions;  ///< versions 7+
  };

  String cluster_id = String::null();  ///< versions 12+, nullable, tag 0
  int32_t replica_id = -1;             ///< versions 0-14
  ReplicaState replica_state;          ///< versions 15+, tag 1
  int32_t max_wait_ms = 0;
  int32_t min_bytes = 0;
  int32_t max_bytes = 2147483647;
  int8_t isolation_level = 0;
  int32_t session_id = 0;      ///< versions 7+
  int32_t session_epoch = -1;  ///< versions 7+
  Array<FetchTopic> topics;
  Array<ForgottenTopic> forgotten_topics_data;  ///< versions 7+
  String rack_id;                               ///< versions 11+
};

}  // namespace klamm::protocol
