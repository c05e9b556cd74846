#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ListPartitionReassignmentsResponse, as views; members that a version lacks keep their defaults. @core any
struct ListPartitionReassignmentsResponse {
  static constexpr int16_t kApiKey = 46;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct OngoingPartitionReassignment {
    int32_t partition_index = 0;
    Array<int32_t> replicas;
    Array<int32_t> adding_replicas;
    Array<int32_t> removing_replicas;
  };

  struct OngoingTopicReassignment {
    String name;
    Array<OngoingPartitionReassignment> partitions;
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  String error_message;  ///< nullable
  Array<OngoingTopicReassignment> topics;
};

}  // namespace klamm::protocol
