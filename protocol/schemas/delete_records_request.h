#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DeleteRecordsRequest, as views; members that a version lacks keep their defaults. @core any
struct DeleteRecordsRequest {
  static constexpr int16_t kApiKey = 21;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct DeleteRecordsPartition {
    int32_t partition_index = 0;
    int64_t offset = 0;
  };

  struct DeleteRecordsTopic {
    String name;
    Array<DeleteRecordsPartition> partitions;
  };

  Array<DeleteRecordsTopic> topics;
  int32_t timeout_ms = 0;
};

}  // namespace klamm::protocol
