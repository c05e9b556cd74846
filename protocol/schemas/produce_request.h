#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ProduceRequest, as views; members that a version lacks keep their defaults. @core any
struct ProduceRequest {
  static constexpr int16_t kApiKey = 0;
  static constexpr int16_t kLowestVersion = 3;
  static constexpr int16_t kHighestVersion = 13;
  static constexpr int16_t kLowestFlexibleVersion = 9;
  static const MessageDescriptor kDescriptor;

  struct PartitionProduceData {
    int32_t index = 0;
    Records records;  ///< nullable
  };

  struct TopicProduceData {
    String name;    ///< versions 0-12
    Uuid topic_id;  ///< versions 13+
    Array<PartitionProduceData> partition_data;
  };

  String transactional_id = String::null();  ///< nullable
  int16_t acks = 0;
  int32_t timeout_ms = 0;
  Array<TopicProduceData> topic_data;
};

}  // namespace klamm::protocol
