#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ElectLeadersRequest, as views; members that a version lacks keep their defaults. @core any
struct ElectLeadersRequest {
  static constexpr int16_t kApiKey = 43;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct TopicPartitions {
    String topic;
    Array<int32_t> partitions;
  };

  int8_t election_type = 0;                 ///< versions 1+
  Array<TopicPartitions> topic_partitions;  ///< nullable
  int32_t timeout_ms = 60000;
};

}  // namespace klamm::protocol
