#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeTopicPartitionsRequest, as views; members that a version lacks keep their defaults. @core any
struct DescribeTopicPartitionsRequest {
  static constexpr int16_t kApiKey = 75;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TopicRequest {
    String name;
  };

  struct Cursor {
    String topic_name;
    int32_t partition_index = 0;
  };

  Array<TopicRequest> topics;
  int32_t response_partition_limit = 2000;
  Nullable<Cursor> cursor;  ///< nullable
};

}  // namespace klamm::protocol
