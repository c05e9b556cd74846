#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeShareGroupOffsetsRequest, as views; members that a version lacks keep their defaults. @core any
struct DescribeShareGroupOffsetsRequest {
  static constexpr int16_t kApiKey = 90;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct DescribeShareGroupOffsetsRequestTopic {
    String topic_name;
    Array<int32_t> partitions;
  };

  struct DescribeShareGroupOffsetsRequestGroup {
    String group_id;
    Array<DescribeShareGroupOffsetsRequestTopic> topics;  ///< nullable
  };

  Array<DescribeShareGroupOffsetsRequestGroup> groups;
};

}  // namespace klamm::protocol
