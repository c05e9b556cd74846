#include "storage/producer_replay.h"

#include <fmt/core.h>

#include "protocol/record.h"

namespace klamm::storage {

namespace {

StorageError unreadable(const BatchHeader& batch, std::string_view what) {
  return StorageError::corrupt(fmt::format("the control batch at offset {} {}", batch.base_offset.value, what));
}

}  // namespace

// Key: version (2) and type (2); value: version (2) and coordinator epoch (4).
StorageResult<std::optional<TransactionMarker>> read_transaction_marker(const BatchHeader& header,
                                                                        std::span<const std::byte> bytes,
                                                                        protocol::CodecScratch& codec) {
  constexpr int16_t kAbort = 0;
  constexpr int16_t kCommit = 1;
  auto batch = protocol::parse_batch(bytes);
  if (!batch) return std::unexpected(unreadable(header, "is cut"));
  if (batch->header.record_count == 0) return std::nullopt;
  protocol::RecordReader reader(*batch, codec);
  auto record = reader.next();
  if (!record || !record->has_value()) return std::unexpected(unreadable(header, "cannot be read"));
  const auto key = (*record)->key.view();
  const auto value = (*record)->value.view();
  if (key.size() < 4) return std::unexpected(unreadable(header, "has a record without a type"));
  const auto type = protocol::load_big_endian<int16_t>(key.data() + 2);
  if (type != kAbort && type != kCommit) return std::nullopt;
  if (value.size() < 6) return std::unexpected(unreadable(header, "has a marker without a coordinator epoch"));
  TransactionMarker marker;
  marker.producer_id = header.producer_id;
  marker.producer_epoch = header.producer_epoch;
  marker.coordinator_epoch = protocol::load_big_endian<int32_t>(value.data() + 2);
  marker.is_commit = type == kCommit;
  marker.offset = header.base_offset;
  marker.timestamp_ms = batch->header.record_timestamp((*record)->timestamp_delta);
  return marker;
}

StorageResult<std::optional<AbortedTransaction>> replay_producer(ProducerState& producers, const BatchHeader& batch,
                                                                 std::span<const std::byte> bytes, int64_t now_ms,
                                                                 const ProducerState::Limits& limits,
                                                                 protocol::CodecScratch& codec) {
  if (!batch.has_producer_id()) return std::nullopt;
  if (!batch.is_control()) {
    producers.apply(batch, now_ms, limits);
    return std::nullopt;
  }
  auto marker = read_transaction_marker(batch, bytes, codec);
  if (!marker) return std::unexpected(marker.error());
  if (!marker->has_value()) return std::nullopt;
  return producers.apply_marker(**marker, now_ms, limits);
}

}  // namespace klamm::storage
