#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's MetadataResponse, as views; members that a version lacks keep their defaults. @core any
struct MetadataResponse {
  static constexpr int16_t kApiKey = 3;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 13;
  static constexpr int16_t kLowestFlexibleVersion = 9;
  static const MessageDescriptor kDescriptor;

  struct MetadataResponseBroker {
    int32_t node_id = 0;
    String host;
    int32_t port = 0;
    String rack = String::null();  ///< versions 1+, nullable
  };

  struct MetadataResponsePartition {
    ErrorCode error_code = ErrorCode::kNone;
    int32_t partition_index = 0;
    int32_t leader_id = 0;
    int32_t leader_epoch = -1;  ///< versions 7+
    Array<int32_t> replica_nodes;
    Array<int32_t> isr_nodes;
    Array<int32_t> offline_replicas;  ///< versions 5+
  };

  struct MetadataResponseTopic {
    ErrorCode error_code = ErrorCode::kNone;
    String name;               ///< nullable 12+
    Uuid topic_id;             ///< versions 10+
    bool is_internal = false;  ///< versions 1+
    Array<MetadataResponsePartition> partitions;
    int32_t topic_authorized_operations = -2147483648;  ///< versions 8+
  };

  int32_t throttle_time_ms = 0;  ///< versions 3+
  Array<MetadataResponseBroker> brokers;
  String cluster_id = String::null();  ///< versions 2+, nullable
  int32_t controller_id = -1;          ///< versions 1+
  Array<MetadataResponseTopic> topics;
  int32_t cluster_authorized_operations = -2147483648;  ///< versions 8-10
  ErrorCode error_code = ErrorCode::kNone;              ///< versions 13+
};

}  // namespace klamm::protocol
