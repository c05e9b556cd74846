#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ReadShareGroupStateRequest, as views; members that a version lacks keep their defaults. @core any
struct ReadShareGroupStateRequest {
  static constexpr int16_t kApiKey = 84;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct PartitionData {
    int32_t partition = 0;
    int32_t leader_epoch = 0;
  };

  struct ReadStateData {
    Uuid topic_id;
    Array<PartitionData> partitions;
  };

  String group_id;
  Array<ReadStateData> topics;
};

}  // namespace klamm::protocol
