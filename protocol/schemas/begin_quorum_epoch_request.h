#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's BeginQuorumEpochRequest, as views; members that a version lacks keep their defaults. @core any
struct BeginQuorumEpochRequest {
  static constexpr int16_t kApiKey = 53;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 1;
  static const MessageDescriptor kDescriptor;

  struct PartitionData {
    int32_t partition_index = 0;
    Uuid voter_directory_id;  ///< versions 1+
    int32_t leader_id = 0;
    int32_t leader_epoch = 0;
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
  int32_t voter_id = -1;               ///< versions 1+
  Array<TopicData> topics;
  Array<LeaderEndpoint> leader_endpoints;  ///< versions 1+
};

}  // namespace klamm::protocol
