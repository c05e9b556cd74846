#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's EndQuorumEpochRequest, as views; members that a version lacks keep their defaults. @core any
struct EndQuorumEpochRequest {
  static constexpr int16_t kApiKey = 54;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 1;
  static const MessageDescriptor kDescriptor;

  struct ReplicaInfo {
    int32_t candidate_id = 0;     ///< versions 1+
    Uuid candidate_directory_id;  ///< versions 1+
  };

  struct PartitionData {
    int32_t partition_index = 0;
    int32_t leader_id = 0;
    int32_t leader_epoch = 0;
    Array<int32_t> preferred_successors;      ///< versions 0
    Array<ReplicaInfo> preferred_candidates;  ///< versions 1+
  };

  struct TopicData {
    String topic_name;
    Array<PartitionData> partitions;
  };

  struct LeaderEndpoint {
    String name;        ///< versions 1+
    String host;        ///< versions 1+
    uint16_t port = 0;  ///< versions 1+
  };

  String cluster_id = String::null();  ///< nullable
  Array<TopicData> topics;
  Array<LeaderEndpoint> leader_endpoints;  ///< versions 1+
};

}  // namespace klamm::protocol
