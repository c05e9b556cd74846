#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ElectLeadersResponse, as views; members that a version lacks keep their defaults. @core any
struct ElectLeadersResponse {
  static constexpr int16_t kApiKey = 43;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct PartitionResult {
    int32_t partition_id = 0;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message;  ///< nullable
  };

  struct ReplicaElectionResult {
    String topic;
    Array<PartitionResult> partition_result;
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;  ///< versions 1+
  Array<ReplicaElectionResult> replica_election_results;
};

}  // namespace klamm::protocol
