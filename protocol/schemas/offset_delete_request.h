#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's OffsetDeleteRequest, as views; members that a version lacks keep their defaults. @core any
struct OffsetDeleteRequest {
  static constexpr int16_t kApiKey = 47;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 32767;
  static const MessageDescriptor kDescriptor;

  struct OffsetDeleteRequestPartition {
    int32_t partition_index = 0;
  };

  struct OffsetDeleteRequestTopic {
    String name;
    Array<OffsetDeleteRequestPartition> partitions;
  };

  String group_id;
  Array<OffsetDeleteRequestTopic> topics;
};

}  // namespace klamm::protocol
