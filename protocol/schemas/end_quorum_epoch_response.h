#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's EndQuorumEpochResponse, as views; members that a version lacks keep their defaults. @core any
struct EndQuorumEpochResponse {
  static constexpr int16_t kApiKey = 54;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 1;
  static const MessageDescriptor kDescriptor;

  struct PartitionData {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
    int32_t leader_id = 0;
    int32_t leader_epoch = 0;
  };

  struct TopicData {
    String topic_name;
    Array<PartitionData> partitions;
  };

  struct NodeEndpoint {
    int32_t node_id = 0;  ///< versions 1+
    String host;          ///< versions 1+
    uint16_t port = 0;    ///< versions 1+
  };

  ErrorCode error_code = ErrorCode::kNone;
  Array<TopicData> topics;
  Array<NodeEndpoint> node_endpoints;  ///< versions 1+, tag 0
};

}  // namespace klamm::protocol
