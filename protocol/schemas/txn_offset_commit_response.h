#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's TxnOffsetCommitResponse, as views; members that a version lacks keep their defaults. @core any
struct TxnOffsetCommitResponse {
  static constexpr int16_t kApiKey = 28;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 6;
  static constexpr int16_t kLowestFlexibleVersion = 3;
  static const MessageDescriptor kDescriptor;

  struct TxnOffsetCommitResponsePartition {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
  };

  struct TxnOffsetCommitResponseTopic {
    String name;    ///< versions 0-5
    Uuid topic_id;  ///< versions 6+
    Array<TxnOffsetCommitResponsePartition> partitions;
  };

  int32_t throttle_time_ms = 0;
  Array<TxnOffsetCommitResponseTopic> topics;
};

}  // namespace klamm::protocol
