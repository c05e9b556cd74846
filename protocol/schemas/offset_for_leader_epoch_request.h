#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's OffsetForLeaderEpochRequest, as views; members that a version lacks keep their defaults. @core any
struct OffsetForLeaderEpochRequest {
  static constexpr int16_t kApiKey = 23;
  static constexpr int16_t kLowestVersion = 2;
  static constexpr int16_t kHighestVersion = 4;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  struct OffsetForLeaderPartition {
    int32_t partition = 0;
    int32_t current_leader_epoch = -1;
    int32_t leader_epoch = 0;
  };

  struct OffsetForLeaderTopic {
    String topic;
    Array<OffsetForLeaderPartition> partitions;
  };

  int32_t replica_id = -2;  ///< versions 3+
  Array<OffsetForLeaderTopic> topics;
};

}  // namespace klamm::protocol
