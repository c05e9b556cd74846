#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ConsumerGroupTargetAssignmentMemberValue, as views; members that a version lacks keep their defaults. @core
/// any
struct ConsumerGroupTargetAssignmentMemberValue {
  static constexpr int16_t kApiKey = 7;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TopicPartition {
    Uuid topic_id;
    Array<int32_t> partitions;
  };

  Array<TopicPartition> topic_partitions;
};

}  // namespace klamm::protocol
