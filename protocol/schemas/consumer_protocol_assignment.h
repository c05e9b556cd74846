#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ConsumerProtocolAssignment, as views; members that a version lacks keep their defaults. @core any
struct ConsumerProtocolAssignment {
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 32767;
  static const MessageDescriptor kDescriptor;

  struct TopicPartition {
    String topic;
    Array<int32_t> partitions;
  };

  Array<TopicPartition> assigned_partitions;
  Bytes user_data = Bytes::null();  ///< nullable
};

}  // namespace klamm::protocol
