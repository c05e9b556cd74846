#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ConsumerGroupCurrentMemberAssignmentValue, as views; members that a version lacks keep their defaults. @core
/// any
struct ConsumerGroupCurrentMemberAssignmentValue {
  static constexpr int16_t kApiKey = 8;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TopicPartitions {
    Uuid topic_id;
    Array<int32_t> partitions;
    Array<int32_t> assignment_epochs;  ///< nullable, tag 0
  };

  int32_t member_epoch = 0;
  int32_t previous_member_epoch = 0;
  int8_t state = 0;
  Array<TopicPartitions> assigned_partitions;
  Array<TopicPartitions> partitions_pending_revocation;
};

}  // namespace klamm::protocol
