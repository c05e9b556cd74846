#include "protocol/record_batch_builder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "protocol/assert.h"
#include "protocol/record_varint.h"
#include "protocol/varint.h"

namespace klamm::protocol {
namespace {

// Most batches that are built here are smaller: they do not grow.
constexpr size_t kFirstCapacityBytes = 1024;

int64_t varlong_size(int64_t value) {
  return static_cast<int64_t>(varint_bytes(zigzag(value)));
}

int64_t field_size(const Bytes& field) {
  return field.is_null ? 1 : varlong_size(field.size) + static_cast<int64_t>(field.size);
}

std::byte* put_varlong(std::byte* at, int64_t value) {
  return put_varint(at, zigzag(value));
}

std::byte* put_field(std::byte* at, const Bytes& field) {
  if (field.is_null) return put_varlong(at, -1);
  at = put_varlong(at, field.size);
  if (field.size != 0) std::memcpy(at, field.data, field.size);
  return at + field.size;
}

}  // namespace

RecordBatchBuilder::RecordBatchBuilder(RecordBatchOptions options) : options_(std::move(options)) {}

void RecordBatchBuilder::append(int64_t timestamp_ms, const Bytes& key, const Bytes& value,
                                std::span<const RecordHeader> headers) {
  append_at(last_offset_delta_ + 1, timestamp_ms, key, value, headers);
}

void RecordBatchBuilder::append_at(int32_t offset_delta, int64_t timestamp_ms, const Bytes& key, const Bytes& value,
                                   std::span<const RecordHeader> headers) {
  KLAMM_ASSERT(offset_delta > last_offset_delta_, "offsets of a batch rise");
  if (record_count_ == 0) {
    base_timestamp_ms_ = options_.delete_horizon_ms.value_or(timestamp_ms);
    records_.buffer().reserve(kFirstCapacityBytes);
  }
  const int64_t timestamp_delta =
      static_cast<int64_t>(static_cast<uint64_t>(timestamp_ms) - static_cast<uint64_t>(base_timestamp_ms_));
  int64_t size = 1 + varlong_size(timestamp_delta) + varlong_size(offset_delta) + field_size(key) + field_size(value) +
                 varlong_size(static_cast<int64_t>(headers.size()));
  for (const RecordHeader& header : headers) size += field_size(Bytes(header.key)) + field_size(header.value);
  KLAMM_ASSERT(size <= INT32_MAX, "a record has less than 2 GiB");

  std::byte* at = records_.buffer().extend(static_cast<size_t>(varlong_size(size) + size));
  at = put_varlong(at, size);
  *at++ = std::byte{0};  // attributes
  at = put_varlong(at, timestamp_delta);
  at = put_varlong(at, offset_delta);
  at = put_field(at, key);
  at = put_field(at, value);
  at = put_varlong(at, static_cast<int64_t>(headers.size()));
  for (const RecordHeader& header : headers) {
    at = put_field(at, Bytes(header.key));
    at = put_field(at, header.value);
  }
  ++record_count_;
  last_offset_delta_ = offset_delta;
  max_timestamp_ms_ = std::max(max_timestamp_ms_, timestamp_ms);
}

RecordBatchHeader RecordBatchBuilder::header() const {
  namespace bits = batch_attributes;
  const auto flag = [](bool is_set, int16_t bit) { return is_set ? static_cast<int>(bit) : 0; };
  RecordBatchHeader header;
  header.base_offset = options_.base_offset;
  header.partition_leader_epoch = options_.partition_leader_epoch;
  header.attributes = static_cast<int16_t>(
      static_cast<int>(options_.compression) | flag(options_.log_append_time_ms.has_value(), bits::kLogAppendTime) |
      flag(options_.is_transactional, bits::kTransactional) | flag(options_.is_control, bits::kControl) |
      flag(options_.delete_horizon_ms.has_value(), bits::kDeleteHorizon));
  header.last_offset_delta = last_offset_delta_;
  header.base_timestamp = base_timestamp_ms_;
  header.max_timestamp = options_.log_append_time_ms.value_or(max_timestamp_ms_);
  header.producer_id = options_.producer_id;
  header.producer_epoch = options_.producer_epoch;
  header.base_sequence = options_.base_sequence;
  header.record_count = record_count_;
  return header;
}

void RecordBatchBuilder::build(CodecScratch& scratch, Buffer& out) const {
  const size_t start = out.size();
  out.extend(kRecordBatchHeaderBytes);
  const int level = options_.compression_level.value_or(compression_levels(options_.compression).standard);
  scratch.compress(options_.compression, level, records_.written(), out);
  const auto batch = out.span().subspan(start);
  KLAMM_ASSERT(batch.size() <= INT32_MAX, "a batch has less than 2 GiB");
  RecordBatchHeader fields = header();
  fields.batch_length = static_cast<int32_t>(batch.size() - record_batch_layout::kLogOverhead);
  write_header(fields, batch);
  update_crc(batch);
}

Buffer RecordBatchBuilder::build(CodecScratch& scratch) const {
  Buffer out(options_.compression == CompressionType::kNone ? plain_size_bytes() : 0);
  build(scratch, out);
  return out;
}

void RecordBatchBuilder::reset(int64_t base_offset) {
  options_.base_offset = base_offset;
  records_.truncate(0);
  record_count_ = 0;
  last_offset_delta_ = -1;
  base_timestamp_ms_ = kNoTimestamp;
  max_timestamp_ms_ = kNoTimestamp;
}

}  // namespace klamm::protocol
