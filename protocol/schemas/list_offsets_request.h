#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ListOffsetsRequest, as views; members that a version lacks keep their defaults. @core any
struct ListOffsetsRequest {
  static constexpr int16_t kApiKey = 2;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 11;
  static constexpr int16_t kLowestFlexibleVersion = 6;
  static const MessageDescriptor kDescriptor;

  struct ListOffsetsPartition {
    int32_t partition_index = 0;
    int32_t current_leader_epoch = -1;  ///< versions 4+
    int64_t timestamp = 0;
  };

  struct ListOffsetsTopic {
    String name;
    Array<ListOffsetsPartition> partitions;
  };

  int32_t replica_id = 0;
  int8_t isolation_level = 0;  ///< versions 2+
  Array<ListOffsetsTopic> topics;
  int32_t timeout_ms = 0;  ///< versions 10+
};

}  // namespace klamm::protocol
