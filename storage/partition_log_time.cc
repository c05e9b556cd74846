// Look-ups by time in a PartitionLog (ListOffsets).

#include <algorithm>

#include "protocol/record.h"
#include "storage/append_scratch.h"
#include "storage/batch_cursor.h"
#include "storage/file_names.h"
#include "storage/partition_log.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr uint32_t kTimeSearchWindowBytes = 64 * 1024;

// The first record of a whole batch at or above `from` whose timestamp is at least `timestamp_ms`.
StorageResult<std::optional<TimestampOffset>> first_record_since(std::span<const std::byte> bytes, int64_t timestamp_ms,
                                                                 Offset from, protocol::CodecScratch& codec) {
  auto batch = protocol::parse_batch(bytes);
  if (!batch) return std::unexpected(StorageError::corrupt("a batch in the log is cut"));
  protocol::RecordReader reader(*batch, codec);
  while (true) {
    auto record = reader.next();
    if (!record) {
      return std::unexpected(
          StorageError::corrupt("the batch at offset " + std::to_string(batch->header.base_offset) +
                                " cannot be read: " + std::string(protocol::describe(record.error()))));
    }
    if (!record->has_value()) return std::nullopt;
    const int64_t timestamp = batch->header.record_timestamp((*record)->timestamp_delta);
    const Offset offset(batch->header.base_offset + (*record)->offset_delta);
    if (timestamp >= timestamp_ms && offset >= from)
      return TimestampOffset{timestamp, offset, LeaderEpoch(batch->header.partition_leader_epoch)};
  }
}

}  // namespace

Task<StorageResult<std::optional<TimestampOffset>>> PartitionLog::search_by_time(Segment& segment, uint64_t position,
                                                                                 int64_t timestamp_ms, Offset from) {
  auto lease = segment.lease();
  if (!lease) co_return std::unexpected(lease.error());
  BatchCursor cursor(context_.io, std::move(*lease), position, segment.size_bytes(), kTimeSearchWindowBytes);
  while (true) {
    auto state = co_await cursor.next();
    if (!state) co_return std::unexpected(state.error());
    if (*state == BatchCursor::State::kEnd) co_return std::nullopt;
    if (*state == BatchCursor::State::kInvalid)
      co_return std::unexpected(StorageError::corrupt(segment.path(kLogSuffix) + ": " + cursor.reason()));
    if (cursor.header().max_timestamp_ms < timestamp_ms || cursor.header().last_offset() < from) continue;
    auto bytes = co_await cursor.bytes(0, cursor.header().size_bytes);
    if (!bytes) co_return std::unexpected(bytes.error());
    auto found = first_record_since(*bytes, timestamp_ms, from, context_.scratch.codec);
    if (!found || found->has_value()) co_return found;
  }
}

// As Kafka: a segment without timestamps counts with the time of its file; -1 if that is not known either.
Task<StorageResult<int64_t>> PartitionLog::largest_timestamp(Segment& segment) {
  auto max = co_await segment.max_timestamp();
  if (!max) co_return std::unexpected(max.error());
  if (max->timestamp_ms >= 0) co_return max->timestamp_ms;
  auto status = context_.io.status(segment.path(kLogSuffix));
  co_return status ? status->modified_ms : -1;
}

Task<StorageResult<std::optional<TimestampOffset>>> PartitionLog::offset_for_timestamp(int64_t timestamp_ms) {
  const reactor::GatePass pass(gate_);
  if (!pass) co_return std::unexpected(StorageError{StorageErrorKind::kClosed, 0, "the log is closed"});
  while (are_segments_held_) co_await segments_released_.wait();
  const ReadPass reading(*this);
  for (size_t i = 0; i < segments_.size(); ++i) {
    Segment& segment = *segments_[i];
    auto largest = co_await largest_timestamp(segment);
    if (!largest) co_return std::unexpected(largest.error());
    if (*largest < timestamp_ms) continue;
    const Segment::Pin pin(segment);
    auto entry = co_await segment.time_index().last_where(
        [timestamp_ms](const TimeIndexFormat::Entry& e) { return e.timestamp_ms <= timestamp_ms; });
    if (!entry) co_return std::unexpected(entry.error());
    const Offset indexed = entry->has_value() ? (*entry)->offset : segment.base_offset();
    const Offset start = std::max(indexed, log_start_);
    auto place = co_await segment.offset_index().last_where(
        [start](const OffsetIndexFormat::Entry& e) { return e.offset <= start; });
    if (!place) co_return std::unexpected(place.error());
    const uint64_t position = place->has_value() ? (*place)->position : 0;
    co_return co_await search_by_time(segment, position, timestamp_ms, log_start_);
  }
  co_return std::nullopt;
}

Task<StorageResult<std::optional<TimestampOffset>>> PartitionLog::max_timestamp() {
  const reactor::GatePass pass(gate_);
  if (!pass) co_return std::unexpected(StorageError{StorageErrorKind::kClosed, 0, "the log is closed"});
  while (are_segments_held_) co_await segments_released_.wait();
  const ReadPass reading(*this);
  Segment* latest = nullptr;
  Segment::MaxTimestamp latest_max;
  for (size_t i = 0; i < segments_.size(); ++i) {
    Segment* const segment = segments_[i].get();
    auto max = co_await segment->max_timestamp();
    if (!max) co_return std::unexpected(max.error());
    if (latest == nullptr || max->timestamp_ms > latest_max.timestamp_ms) {
      latest = segment;
      latest_max = *max;
    }
  }
  if (latest == nullptr || latest_max.timestamp_ms < 0) co_return std::nullopt;
  auto location = co_await latest->find(latest_max.offset);
  if (!location) co_return std::unexpected(location.error());
  if (!location->has_value()) co_return std::nullopt;
  co_return co_await search_by_time(*latest, (*location)->position, latest_max.timestamp_ms, Offset(0));
}

}  // namespace klamm::storage
