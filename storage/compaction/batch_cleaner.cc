#include "storage/compaction/batch_cleaner.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <span>

#include "protocol/record.h"
#include "protocol/record_batch_builder.h"

namespace klamm::storage {

using protocol::RecordBatchHeader;
using protocol::RecordBatchView;

namespace {

StorageError unreadable(const RecordBatchHeader& header, protocol::RecordFault fault) {
  return StorageError::corrupt(
      fmt::format("the batch at offset {} cannot be read: {}", header.base_offset, protocol::describe(fault)));
}

// base_timestamp means the delete horizon where the batch has one.
std::optional<int64_t> delete_horizon(const RecordBatchHeader& header) {
  return header.has_delete_horizon() ? std::optional(header.base_timestamp) : std::nullopt;
}

}  // namespace

StorageResult<void> BatchCleaner::clean(const RecordBatchView& batch, Fate fate, protocol::Buffer& out) {
  const RecordBatchHeader& header = batch.header;
  const std::optional<int64_t> horizon = delete_horizon(header);
  const bool drops_all = fate.may_go && (!header.is_control() || (horizon && *horizon <= rules_.now_ms));
  const bool keeps_place =
      (header.has_producer_id() && fate.is_last_of_producer) || header.next_offset() == rules_.end.value;
  if (drops_all && !keeps_place) return {};
  auto found = survey(batch, drops_all);
  if (!found) return std::unexpected(found.error());
  if (!found->keeps_some) {
    if (keeps_place) keep_header(header, out);
    return {};
  }
  // From now on its time runs: that of tombstones, and that of a marker whose transaction has gone.
  const bool sets_horizon = !horizon && (found->has_tombstones || (fate.may_go && header.is_control()));
  if (found->keeps_all && !sets_horizon) {
    out.append(batch.bytes);
    return {};
  }
  return rewrite(batch, sets_horizon ? horizon_from_now() : horizon, out);
}

int64_t BatchCleaner::horizon_from_now() const {
  const int64_t left_ms = INT64_MAX - rules_.now_ms;
  return rules_.now_ms + std::min(rules_.delete_retention_ms, left_ms);
}

StorageResult<BatchCleaner::Survey> BatchCleaner::survey(const RecordBatchView& batch, bool drops_all) {
  Survey found;
  kept_.clear();
  if (drops_all) return found;
  protocol::RecordReader reader(batch, codec_);
  std::array<Seen, kKeysAtOnce> seen;
  size_t count = 0;
  do {
    for (count = 0; count < seen.size(); ++count) {
      auto record = reader.next();
      if (!record) return std::unexpected(unreadable(batch.header, record.error()));
      if (!record->has_value()) break;
      seen[count] = see(batch.header, **record);
    }
    for (const Seen& each : std::span(seen).first(count)) {
      const bool stays = keeps(batch.header, each);
      kept_.push_back(stays);
      found.keeps_all = found.keeps_all && stays;
      found.keeps_some = found.keeps_some || stays;
      found.has_tombstones = found.has_tombstones || (stays && each.is_tombstone);
    }
  } while (count == seen.size());
  return found;
}

BatchCleaner::Seen BatchCleaner::see(const RecordBatchHeader& header, const protocol::Record& record) const {
  Seen seen;
  seen.offset = Offset(header.base_offset + record.offset_delta);
  seen.has_key = !record.key.is_null;
  seen.is_tombstone = record.value.is_null;
  const bool is_looked_for = !header.is_control() && seen.has_key && seen.offset <= keys_.latest();
  if (is_looked_for) seen.key = keys_.key_of(record.key.view());
  return seen;
}

bool BatchCleaner::keeps(const RecordBatchHeader& header, const Seen& record) const {
  if (header.is_control()) return true;
  if (record.offset > keys_.latest()) return true;
  // Without a key it has no place in a compacted log.
  if (!record.has_key) return false;
  const std::optional<Offset> newest = keys_.find(record.key);
  if (newest && record.offset < *newest) return false;
  const std::optional<int64_t> horizon = delete_horizon(header);
  return !record.is_tombstone || !horizon || rules_.now_ms < *horizon;
}

StorageResult<void> BatchCleaner::rewrite(const RecordBatchView& batch, std::optional<int64_t> delete_horizon_ms,
                                          protocol::Buffer& out) {
  const RecordBatchHeader& header = batch.header;
  protocol::RecordBatchOptions options;
  options.base_offset = header.base_offset;
  options.partition_leader_epoch = header.partition_leader_epoch;
  options.compression = *header.compression();  // its records were read
  options.producer_id = header.producer_id;
  options.producer_epoch = header.producer_epoch;
  options.base_sequence = header.base_sequence;
  options.is_transactional = header.is_transactional();
  options.is_control = header.is_control();
  if (header.timestamp_type() == protocol::BatchTimestampType::kLogAppendTime)
    options.log_append_time_ms = header.max_timestamp;
  options.delete_horizon_ms = delete_horizon_ms;
  protocol::RecordBatchBuilder builder(options);
  {
    protocol::RecordReader reader(batch, codec_);
    int32_t last_delta = -1;
    for (const bool stays : kept_) {
      auto record = reader.next();
      if (!record) return std::unexpected(unreadable(header, record.error()));
      if (!stays) continue;
      const protocol::Record& kept = **record;
      if (kept.offset_delta <= last_delta || kept.offset_delta > header.last_offset_delta)
        return std::unexpected(StorageError::corrupt(
            fmt::format("the offsets of the batch at offset {} do not rise", header.base_offset)));
      last_delta = kept.offset_delta;
      headers_.clear();
      for (const protocol::RecordHeader& each : kept.headers) headers_.push_back(each);
      builder.append_at(kept.offset_delta, header.record_timestamp(kept.timestamp_delta), kept.key, kept.value,
                        headers_);
    }
  }
  // The last sequence of a producer is found by it.
  builder.set_last_offset_delta(header.last_offset_delta);
  builder.build(codec_, out);
  return {};
}

void BatchCleaner::keep_header(const RecordBatchHeader& header, protocol::Buffer& out) {
  RecordBatchHeader kept = header;
  kept.batch_length =
      static_cast<int32_t>(protocol::kRecordBatchHeaderBytes - protocol::record_batch_layout::kLogOverhead);
  kept.attributes = static_cast<int16_t>(header.attributes & (protocol::batch_attributes::kLogAppendTime |
                                                              protocol::batch_attributes::kTransactional |
                                                              protocol::batch_attributes::kControl));
  kept.base_timestamp = protocol::kNoTimestamp;
  kept.record_count = 0;
  std::span<std::byte> bytes(out.extend(protocol::kRecordBatchHeaderBytes), protocol::kRecordBatchHeaderBytes);
  protocol::write_header(kept, bytes);
  protocol::update_crc(bytes);
}

}  // namespace klamm::storage
