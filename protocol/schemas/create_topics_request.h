#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's CreateTopicsRequest, as views; members that a version lacks keep their defaults. @core any
struct CreateTopicsRequest {
  static constexpr int16_t kApiKey = 19;
  static constexpr int16_t kLowestVersion = 2;
  static constexpr int16_t kHighestVersion = 7;
  static constexpr int16_t kLowestFlexibleVersion = 5;
  static const MessageDescriptor kDescriptor;

  struct CreatableReplicaAssignment {
    int32_t partition_index = 0;
    Array<int32_t> broker_ids;
  };

  struct CreatableTopicConfig {
    String name;
    String value;  ///< nullable
  };

  struct CreatableTopic {
    String name;
    int32_t num_partitions = 0;
    int16_t replication_factor = 0;
    Array<CreatableReplicaAssignment> assignments;
    Array<CreatableTopicConfig> configs;
  };

  Array<CreatableTopic> topics;
  int32_t timeout_ms = 60000;
  bool validate_only = false;
};

}  // namespace klamm::protocol
