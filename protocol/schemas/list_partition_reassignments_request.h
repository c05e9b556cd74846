#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ListPartitionReassignmentsRequest, as views; members that a version lacks keep their defaults. @core any
struct ListPartitionReassignmentsRequest {
  static constexpr int16_t kApiKey = 46;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct ListPartitionReassignmentsTopics {
    String name;
    Array<int32_t> partition_indexes;
  };

  int32_t timeout_ms = 60000;
  Array<ListPartitionReassignmentsTopics> topics = Array<ListPartitionReassignmentsTopics>::null();  ///< nullable
};

}  // namespace klamm::protocol
