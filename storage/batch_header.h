#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>

#include "protocol/record_batch.h"
#include "storage/types.h"

namespace klamm::storage {

inline constexpr uint32_t kBatchHeaderBytes = protocol::kRecordBatchHeaderBytes;
inline constexpr uint32_t kBatchCrcCoversFrom = protocol::record_batch_layout::kAttributes;

// The header of a record batch in the log's own types, as far as a log needs it; its offsets have been checked.
// @core any
struct BatchHeader {
  Offset base_offset{};
  uint32_t size_bytes = 0;  // whole batch
  int32_t last_offset_delta = 0;
  LeaderEpoch leader_epoch{};
  uint32_t crc = 0;
  int64_t max_timestamp_ms = 0;
  ProducerId producer_id{};
  ProducerEpoch producer_epoch{};
  int32_t base_sequence = 0;
  int16_t attributes = 0;

  Offset last_offset() const { return base_offset + last_offset_delta; }
  Offset next_offset() const { return base_offset + last_offset_delta + 1; }
  bool is_transactional() const { return (attributes & protocol::batch_attributes::kTransactional) != 0; }
  bool is_control() const { return (attributes & protocol::batch_attributes::kControl) != 0; }
  bool has_producer_id() const { return producer_id.value >= 0; }
  // -1 without a sequence.
  int32_t last_sequence() const {
    return base_sequence < 0 ? protocol::kNoSequence : protocol::advance_sequence(base_sequence, last_offset_delta);
  }
};

// The header at the start of `bytes`, which must hold kBatchHeaderBytes. The error says what is impossible in it; bytes
// behind the header are not looked at.
std::expected<BatchHeader, std::string> parse_batch_header(std::span<const std::byte> bytes);

}  // namespace klamm::storage
