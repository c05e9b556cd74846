#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ListOffsetsResponse, as views; members that a version lacks keep their defaults. @core any
struct ListOffsetsResponse {
  static constexpr int16_t kApiKey = 2;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 11;
  static constexpr int16_t kLowestFlexibleVersion = 6;
  static const MessageDescriptor kDescriptor;

  struct ListOffsetsPartitionResponse {
    int32_t partition_index = 0;
    ErrorCode error_code = ErrorCode::kNone;
    int64_t timestamp = -1;
    int64_t offset = -1;
    int32_t leader_epoch = -1;  ///< versions 4+
  };

  struct ListOffsetsTopicResponse {
    String name;
    Array<ListOffsetsPartitionResponse> partitions;
  };

  int32_t throttle_time_ms = 0;  ///< versions 2+
  Array<ListOffsetsTopicResponse> topics;
};

}  // namespace klamm::protocol
