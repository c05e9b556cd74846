#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's OffsetCommitResponse, as views; members that a version lacks keep their defaults. @core any
struct OffsetCommitResponse {
  static constexpr int16_t kApiKey = 8;
  static constexpr int16_t kLowestVersion = 2;
  static constexpr int16_t kHighestVersion = 10;
  static constexpr int16_t kLowestFlexibleVersion = 8;
  static const MessageDescriptor kDescriptor;

  struct OffsetCommitResponsePartition {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
  };

  struct OffsetCommitResponseTopic {
    String name;    ///< versions 0-9
    Uuid topic_id;  ///< versions 10+
    Array<OffsetCommitResponsePartition> partitions;
  };

  int32_t throttle_time_ms = 0;  ///< versions 3+
  Array<OffsetCommitResponseTopic> topics;
};

}  // namespace klamm::protocol
