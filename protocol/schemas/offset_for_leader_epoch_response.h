#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's OffsetForLeaderEpochResponse, as views; members that a version lacks keep their defaults. @core any
struct OffsetForLeaderEpochResponse {
  static constexpr int16_t kApiKey = 23;
  static constexpr int16_t kLowestVersion = 2;
  static constexpr int16_t kHighestVersion = 4;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  struct EpochEndOffset {
    ErrorCode error_code = ErrorCode::kNone;
    int32_t partition = 0;
    int32_t leader_epoch = -1;
    int64_t end_offset = -1;
  };

  struct OffsetForLeaderTopicResult {
    String topic;
    Array<EpochEndOffset> partitions;
  };

  int32_t throttle_time_ms = 0;
  Array<OffsetForLeaderTopicResult> topics;
};

}  // namespace klamm::protocol
