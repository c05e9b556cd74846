#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ConsumerGroupHeartbeatRequest, as views; members that a version lacks keep their defaults. @core any
struct ConsumerGroupHeartbeatRequest {
  static constexpr int16_t kApiKey = 68;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TopicPartitions {
    Uuid topic_id;
    Array<int32_t> partitions;
  };

  String group_id;
  String member_id;
  int32_t member_epoch = 0;
  String instance_id = String::null();  ///< nullable
  String rack_id = String::null();      ///< nullable
  int32_t rebalance_timeout_ms = -1;
  Array<String> subscribed_topic_names = Array<String>::null();              ///< nullable
  String subscribed_topic_regex = String::null();                            ///< versions 1+, nullable
  String server_assignor = String::null();                                   ///< nullable
  Array<TopicPartitions> topic_partitions = Array<TopicPartitions>::null();  ///< nullable
};

}  // namespace klamm::protocol
