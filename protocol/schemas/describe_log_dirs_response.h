#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeLogDirsResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeLogDirsResponse {
  static constexpr int16_t kApiKey = 35;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct DescribeLogDirsPartition {
    int32_t partition_index = 0;
    int64_t partition_size = 0;
    int64_t offset_lag = 0;
    bool is_future_key = false;
  };

  struct DescribeLogDirsTopic {
    String name;
    Array<DescribeLogDirsPartition> partitions;
  };

  struct DescribeLogDirsResult {
    ErrorCode error_code = ErrorCode::kNone;
    String log_dir;
    Array<DescribeLogDirsTopic> topics;
    int64_t total_bytes = -1;   ///< versions 4+
    int64_t usable_bytes = -1;  ///< versions 4+
    bool is_cordoned = false;   ///< versions 5+
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;  ///< versions 3+
  Array<DescribeLogDirsResult> results;
};

}  // namespace klamm::protocol
