#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AddPartitionsToTxnResponse, as views; members that a version lacks keep their defaults. @core any
struct AddPartitionsToTxnResponse {
  static constexpr int16_t kApiKey = 24;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 3;
  static const MessageDescriptor kDescriptor;

  struct AddPartitionsToTxnPartitionResult {
    int32_t partition_index = 0;
    ErrorCode partition_error_code = ErrorCode::kNone;
  };

  struct AddPartitionsToTxnTopicResult {
    String name;
    Array<AddPartitionsToTxnPartitionResult> results_by_partition;
  };

  struct AddPartitionsToTxnResult {
    String transactional_id;                             ///< versions 4+
    Array<AddPartitionsToTxnTopicResult> topic_results;  ///< versions 4+
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;                             ///< versions 4+
  Array<AddPartitionsToTxnResult> results_by_transaction;              ///< versions 4+
  Array<AddPartitionsToTxnTopicResult> results_by_topic_v3_and_below;  ///< versions 0-3
};

}  // namespace klamm::protocol
