#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's OffsetDeleteResponse, as views; members that a version lacks keep their defaults. @core any
struct OffsetDeleteResponse {
  static constexpr int16_t kApiKey = 47;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 32767;
  static const MessageDescriptor kDescriptor;

  struct OffsetDeleteResponsePartition {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
  };

  struct OffsetDeleteResponseTopic {
    String name;
    Array<OffsetDeleteResponsePartition> partitions;
  };

  ErrorCode error_code = ErrorCode::kNone;
  int32_t throttle_time_ms = 0;
  Array<OffsetDeleteResponseTopic> topics;
};

}  // namespace klamm::protocol
