#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DeleteRecordsResponse, as views; members that a version lacks keep their defaults. @core any
struct DeleteRecordsResponse {
  static constexpr int16_t kApiKey = 21;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct DeleteRecordsPartitionResult {
    int32_t partition_index = 0;
    int64_t low_watermark = 0;
    ErrorCode error_code = ErrorCode::kNone;
  };

  struct DeleteRecordsTopicResult {
    String name;
    Array<DeleteRecordsPartitionResult> partitions;
  };

  int32_t throttle_time_ms = 0;
  Array<DeleteRecordsTopicResult> topics;
};

}  // namespace klamm::protocol
