#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ProduceResponse, as views; members that a version lacks keep their defaults. @core any
struct ProduceResponse {
  static constexpr int16_t kApiKey = 0;
  static constexpr int16_t kLowestVersion = 3;
  static constexpr int16_t kHighestVersion = 13;
  static constexpr int16_t kLowestFlexibleVersion = 9;
  static const MessageDescriptor kDescriptor;

  struct BatchIndexAndErrorMessage {
    int32_t batch_index = 0;                            ///< versions 8+
    String batch_index_error_message = String::null();  ///< versions 8+, nullable
  };

  struct LeaderIdAndEpoch {
    int32_t leader_id = -1;     ///< versions 10+
    int32_t leader_epoch = -1;  ///< versions 10+
  };

  struct PartitionProduceResponse {
    int32_t index = 0;
    ErrorCode error_code = ErrorCode::kNone;
    int64_t base_offset = 0;
    int64_t log_append_time_ms = -1;
    int64_t log_start_offset = -1;                   ///< versions 5+
    Array<BatchIndexAndErrorMessage> record_errors;  ///< versions 8+
    String error_message = String::null();           ///< versions 8+, nullable
    LeaderIdAndEpoch current_leader;                 ///< versions 10+, tag 0
  };

  struct TopicProduceResponse {
    String name;    ///< versions 0-12
    Uuid topic_id;  ///< versions 13+
    Array<PartitionProduceResponse> partition_responses;
  };

  struct NodeEndpoint {
    int32_t node_id = 0;           ///< versions 10+
    String host;                   ///< versions 10+
    int32_t port = 0;              ///< versions 10+
    String rack = String::null();  ///< versions 10+, nullable
  };

  Array<TopicProduceResponse> responses;
  int32_t throttle_time_ms = 0;
  Array<NodeEndpoint> node_endpoints;  ///< versions 10+, tag 0
};

}  // namespace klamm::protocol
