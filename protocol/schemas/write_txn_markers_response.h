#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's WriteTxnMarkersResponse, as views; members that a version lacks keep their defaults. @core any
struct WriteTxnMarkersResponse {
  static constexpr int16_t kApiKey = 27;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 1;
  static const MessageDescriptor kDescriptor;

  struct WritableTxnMarkerPartitionResult {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
  };

  struct WritableTxnMarkerTopicResult {
    String name;
    Array<WritableTxnMarkerPartitionResult> partitions;
  };

  struct WritableTxnMarkerResult {
    int64_t producer_id = 0;
    Array<WritableTxnMarkerTopicResult> topics;
  };

  Array<WritableTxnMarkerResult> markers;
};

}  // namespace klamm::protocol
