#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ConsumerProtocolSubscription, as views; members that a version lacks keep their defaults. @core any
struct ConsumerProtocolSubscription {
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 32767;
  static const MessageDescriptor kDescriptor;

  struct TopicPartition {
    String topic;               ///< versions 1+
    Array<int32_t> partitions;  ///< versions 1+
  };

  Array<String> topics;
  Bytes user_data = Bytes::null();         ///< nullable
  Array<TopicPartition> owned_partitions;  ///< versions 1+
  int32_t generation_id = -1;              ///< versions 2+
  String rack_id = String::null();         ///< versions 3+, nullable
};

}  // namespace klamm::protocol
