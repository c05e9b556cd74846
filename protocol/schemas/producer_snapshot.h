#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ProducerSnapshot, as views; members that a version lacks keep their defaults. @core any
struct ProducerSnapshot {
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 32767;
  static const MessageDescriptor kDescriptor;

  struct ProducerEntry {
    int64_t producer_id = 0;
    int16_t epoch = 0;
    int32_t last_sequence = 0;
    int64_t last_offset = 0;
    int32_t offset_delta = 0;
    int64_t timestamp = 0;
    int32_t coordinator_epoch = 0;
    int64_t current_txn_first_offset = 0;
  };

  uint32_t crc = 0;
  Array<ProducerEntry> producer_entries;
};

}  // namespace klamm::protocol
