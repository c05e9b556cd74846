#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AlterPartitionRequest, as views; members that a version lacks keep their defaults. @core any
struct AlterPartitionRequest {
  static constexpr int16_t kApiKey = 56;
  static constexpr int16_t kLowestVersion = 2;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct BrokerState {
    int32_t broker_id = 0;      ///< versions 3+
    int64_t broker_epoch = -1;  ///< versions 3+
  };

  struct PartitionData {
    int32_t partition_index = 0;
    int32_t leader_epoch = 0;
    Array<int32_t> new_isr;                  ///< versions 0-2
    Array<BrokerState> new_isr_with_epochs;  ///< versions 3+
    int8_t leader_recovery_state = 0;
    int32_t partition_epoch = 0;
  };

  struct TopicData {
    Uuid topic_id;
    Array<PartitionData> partitions;
  };

  int32_t broker_id = 0;
  int64_t broker_epoch = -1;
  Array<TopicData> topics;
};

}  // namespace klamm::protocol
