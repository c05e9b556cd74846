#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ConsumerGroupPartitionMetadataValue, as views; members that a version lacks keep their defaults. @core any
struct ConsumerGroupPartitionMetadataValue {
  static constexpr int16_t kApiKey = 4;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct PartitionMetadata {
    int32_t partition = 0;
    Array<String> racks;
  };

  struct TopicMetadata {
    Uuid topic_id;
    String topic_name;
    int32_t num_partitions = 0;
    Array<PartitionMetadata> partition_metadata;
  };

  Array<TopicMetadata> topics;
};

}  // namespace klamm::protocol
