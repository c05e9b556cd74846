#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ShareAcknowledgeResponse, as views; members that a version lacks keep their defaults. @core any
struct ShareAcknowledgeResponse {
  static constexpr int16_t kApiKey = 79;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct LeaderIdAndEpoch {
    int32_t leader_id = 0;
    int32_t leader_epoch = 0;
  };

  struct PartitionData {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< nullable
    LeaderIdAndEpoch current_leader;
  };

  struct ShareAcknowledgeTopicResponse {
    Uuid topic_id;
    Array<PartitionData> partitions;
  };

  struct NodeEndpoint {
    int32_t node_id = 0;
    String host;
    int32_t port = 0;
    String rack = String::null();  ///< nullable
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  String error_message = String::null();    ///< nullable
  int32_t acquisition_lock_timeout_ms = 0;  ///< versions 2+
  Array<ShareAcknowledgeTopicResponse> responses;
  Array<NodeEndpoint> node_endpoints;
};

}  // namespace klamm::protocol
