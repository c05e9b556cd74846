#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ReadShareGroupStateSummaryResponse, as views; members that a version lacks keep their defaults. @core any
struct ReadShareGroupStateSummaryResponse {
  static constexpr int16_t kApiKey = 87;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct PartitionResult {
    int32_t partition = 0;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< nullable
    int32_t state_epoch = 0;
    int32_t leader_epoch = 0;
    int64_t start_offset = 0;
    int32_t delivery_complete_count = -1;  ///< versions 1+
  };

  struct ReadStateSummaryResult {
    Uuid topic_id;
    Array<PartitionResult> partitions;
  };

  Array<ReadStateSummaryResult> results;
};

}  // namespace klamm::protocol
