#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "protocol/buffer.h"
#include "protocol/compression/codec_scratch.h"
#include "protocol/record.h"
#include "protocol/record_batch.h"
#include "protocol/writer.h"

namespace klamm::protocol {

/// What a builder writes into the header of its batch, beside what follows from the records.
struct RecordBatchOptions {
  int64_t base_offset = 0;
  int32_t partition_leader_epoch = -1;
  CompressionType compression = CompressionType::kNone;
  /// Nothing: the codec's standard level.
  std::optional<int> compression_level = std::nullopt;
  int64_t producer_id = kNoProducer;
  int16_t producer_epoch = -1;
  int32_t base_sequence = kNoSequence;
  bool is_transactional = false;
  bool is_control = false;
  /// With it the batch has log append time, else create time.
  std::optional<int64_t> log_append_time_ms = std::nullopt;
  /// The base timestamp of a batch with a delete horizon (KIP-534).
  std::optional<int64_t> delete_horizon_ms = std::nullopt;
};

/// Makes one record batch: for logs that the broker itself writes, for tests and tools. Records are copied in as they
/// come; the caller bounds their number and size (a batch has less than 2 GiB).
/// @core owner
class RecordBatchBuilder {
 public:
  explicit RecordBatchBuilder(RecordBatchOptions options = {});

  /// Adds a record at the next offset.
  void append(int64_t timestamp_ms, const Bytes& key, const Bytes& value, std::span<const RecordHeader> headers = {});
  /// Adds a record `offset_delta` after the base offset; deltas rise.
  void append_at(int32_t offset_delta, int64_t timestamp_ms, const Bytes& key, const Bytes& value,
                 std::span<const RecordHeader> headers = {});
  /// The batch spans the offsets up to this one even if its last record has a lower one (compaction leaves such gaps).
  void set_last_offset_delta(int32_t delta) { last_offset_delta_ = delta; }

  int32_t record_count() const { return record_count_; }
  bool empty() const { return record_count_ == 0; }
  /// Of the batch if it were built now without compression.
  size_t plain_size_bytes() const { return kRecordBatchHeaderBytes + records_.position(); }

  /// Appends the whole batch to `out`. The builder keeps its records.
  void build(CodecScratch& scratch, Buffer& out) const;
  Buffer build(CodecScratch& scratch) const;
  /// Starts anew with the same options; `base_offset` replaces theirs.
  void reset(int64_t base_offset);

 private:
  RecordBatchHeader header() const;

  RecordBatchOptions options_;
  Writer records_;
  int32_t record_count_ = 0;
  int32_t last_offset_delta_ = -1;
  int64_t base_timestamp_ms_ = kNoTimestamp;
  int64_t max_timestamp_ms_ = kNoTimestamp;
};

}  // namespace klamm::protocol
