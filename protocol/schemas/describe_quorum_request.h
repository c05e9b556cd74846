#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeQuorumRequest, as views; members that a version lacks keep their defaults. @core any
struct DescribeQuorumRequest {
  static constexpr int16_t kApiKey = 55;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct PartitionData {
    int32_t partition_index = 0;
  };

  struct TopicData {
    String topic_name;
    Array<PartitionData> partitions;
  };

  Array<TopicData> topics;
};

}  // namespace klamm::protocol
