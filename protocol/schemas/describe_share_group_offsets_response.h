#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeShareGroupOffsetsResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeShareGroupOffsetsResponse {
  static constexpr int16_t kApiKey = 90;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct DescribeShareGroupOffsetsResponsePartition {
    int32_t partition_index = 0;
    int64_t start_offset = 0;
    int32_t leader_epoch = 0;
    int64_t lag = -1;  ///< versions 1+
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< nullable
  };

  struct DescribeShareGroupOffsetsResponseTopic {
    String topic_name;
    Uuid topic_id;
    Array<DescribeShareGroupOffsetsResponsePartition> partitions;
  };

  struct DescribeShareGroupOffsetsResponseGroup {
    String group_id;
    Array<DescribeShareGroupOffsetsResponseTopic> topics;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< nullable
  };

  int32_t throttle_time_ms = 0;
  Array<DescribeShareGroupOffsetsResponseGroup> groups;
};

}  // namespace klamm::protocol
