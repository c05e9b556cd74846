#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ShareGroupStatePartitionMetadataValue, as views; members that a version lacks keep their defaults. @core any
struct ShareGroupStatePartitionMetadataValue {
  static constexpr int16_t kApiKey = 15;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TopicPartitionsInfo {
    Uuid topic_id;
    String topic_name;
    Array<int32_t> partitions;
  };

  struct TopicInfo {
    Uuid topic_id;
    String topic_name;
  };

  Array<TopicPartitionsInfo> initializing_topics;
  Array<TopicPartitionsInfo> initialized_topics;
  Array<TopicInfo> deleting_topics;
};

}  // namespace klamm::protocol
