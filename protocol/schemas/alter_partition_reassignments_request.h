#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AlterPartitionReassignmentsRequest, as views; members that a version lacks keep their defaults. @core any
struct AlterPartitionReassignmentsRequest {
  static constexpr int16_t kApiKey = 45;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct ReassignablePartition {
    int32_t partition_index = 0;
    Array<int32_t> replicas = Array<int32_t>::null();  ///< nullable
  };

  struct ReassignableTopic {
    String name;
    Array<ReassignablePartition> partitions;
  };

  int32_t timeout_ms = 60000;
  bool allow_replication_factor_change = true;  ///< versions 1+
  Array<ReassignableTopic> topics;
};

}  // namespace klamm::protocol
