#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AlterPartitionReassignmentsResponse, as views; members that a version lacks keep their defaults. @core any
struct AlterPartitionReassignmentsResponse {
  static constexpr int16_t kApiKey = 45;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct ReassignablePartitionResponse {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message;  ///< nullable
  };

  struct ReassignableTopicResponse {
    String name;
    Array<ReassignablePartitionResponse> partitions;
  };

  int32_t throttle_time_ms = 0;
  bool allow_replication_factor_change = true;  ///< versions 1+
  ErrorCode error_code = ErrorCode::kNone;
  String error_message;  ///< nullable
  Array<ReassignableTopicResponse> responses;
};

}  // namespace klamm::protocol
