#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeLogDirsRequest, as views; members that a version lacks keep their defaults. @core any
struct DescribeLogDirsRequest {
  static constexpr int16_t kApiKey = 35;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct DescribableLogDirTopic {
    String topic;
    Array<int32_t> partitions;
  };

  Array<DescribableLogDirTopic> topics;  ///< nullable
};

}  // namespace klamm::protocol
