#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ReadShareGroupStateSummaryRequest, as views; members that a version lacks keep their defaults. @core any
struct ReadShareGroupStateSummaryRequest {
  static constexpr int16_t kApiKey = 87;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct PartitionData {
    int32_t partition = 0;
    int32_t leader_epoch = 0;
  };

  struct ReadStateSummaryData {
    Uuid topic_id;
    Array<PartitionData> partitions;
  };

  String group_id;
  Array<ReadStateSummaryData> topics;
};

}  // namespace klamm::protocol
