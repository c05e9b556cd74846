#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ReadShareGroupStateResponse, as views; members that a version lacks keep their defaults. @core any
struct ReadShareGroupStateResponse {
  static constexpr int16_t kApiKey = 84;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct StateBatch {
    int64_t first_offset = 0;
    int64_t last_offset = 0;
    int8_t delivery_state = 0;
    int16_t delivery_count = 0;
  };

  struct PartitionResult {
    int32_t partition = 0;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< nullable
    int32_t state_epoch = 0;
    int64_t start_offset = 0;
    Array<StateBatch> state_batches;
  };

  struct ReadStateResult {
    Uuid topic_id;
    Array<PartitionResult> partitions;
  };

  Array<ReadStateResult> results;
};

}  // namespace klamm::protocol
