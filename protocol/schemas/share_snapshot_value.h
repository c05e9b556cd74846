#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ShareSnapshotValue, as views; members that a version lacks keep their defaults. @core any
struct ShareSnapshotValue {
  static constexpr int16_t kApiKey = 0;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct StateBatch {
    int64_t first_offset = 0;
    int64_t last_offset = 0;
    int8_t delivery_state = 0;
    int16_t delivery_count = 0;
  };

  int32_t snapshot_epoch = 0;
  int32_t state_epoch = 0;
  int32_t leader_epoch = 0;
  int64_t start_offset = 0;
  int32_t delivery_complete_count = -1;  ///< tag 0
  int64_t create_timestamp = 0;
  int64_t write_timestamp = 0;
  Array<StateBatch> state_batches;
};

}  // namespace klamm::protocol
