#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AlterShareGroupOffsetsRequest, as views; members that a version lacks keep their defaults. @core any
struct AlterShareGroupOffsetsRequest {
  static constexpr int16_t kApiKey = 91;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct AlterShareGroupOffsetsRequestPartition {
    int32_t partition_index = 0;
    int64_t start_offset = 0;
  };

  struct AlterShareGroupOffsetsRequestTopic {
    String topic_name;
    Array<AlterShareGroupOffsetsRequestPartition> partitions;
  };

  String group_id;
  Array<AlterShareGroupOffsetsRequestTopic> topics;
};

}  // namespace klamm::protocol
