#include "protocol/record_batch.h"

#include <algorithm>

#include "protocol/assert.h"
#include "protocol/crc32c.h"

namespace klamm::protocol {
namespace {

namespace layout = record_batch_layout;

constexpr int32_t kBatchLengthMin = static_cast<int32_t>(kRecordBatchHeaderBytes - layout::kLogOverhead);

RecordBatchHeader decode(const std::byte* at) {
  RecordBatchHeader header;
  header.base_offset = load_big_endian<int64_t>(at + layout::kBaseOffset);
  header.batch_length = load_big_endian<int32_t>(at + layout::kBatchLength);
  header.partition_leader_epoch = load_big_endian<int32_t>(at + layout::kPartitionLeaderEpoch);
  header.magic = static_cast<int8_t>(at[layout::kMagic]);
  header.crc = load_big_endian<uint32_t>(at + layout::kCrc);
  header.attributes = load_big_endian<int16_t>(at + layout::kAttributes);
  header.last_offset_delta = load_big_endian<int32_t>(at + layout::kLastOffsetDelta);
  header.base_timestamp = load_big_endian<int64_t>(at + layout::kBaseTimestamp);
  header.max_timestamp = load_big_endian<int64_t>(at + layout::kMaxTimestamp);
  header.producer_id = load_big_endian<int64_t>(at + layout::kProducerId);
  header.producer_epoch = load_big_endian<int16_t>(at + layout::kProducerEpoch);
  header.base_sequence = load_big_endian<int32_t>(at + layout::kBaseSequence);
  header.record_count = load_big_endian<int32_t>(at + layout::kRecordCount);
  return header;
}

}  // namespace

std::string_view describe(RecordBatchFault fault) {
  switch (fault) {
    case RecordBatchFault::kTruncated:
      return "the batch is cut";
    case RecordBatchFault::kInvalidLength:
      return "the batch's length is smaller than its header";
    case RecordBatchFault::kUnsupportedMagic:
      return "the batch's magic is not 2";
  }
  return "unknown";
}

std::expected<RecordBatchHeader, RecordBatchFault> parse_header(std::span<const std::byte> bytes) {
  if (bytes.size() >= kRecordBatchPrefixBytes && static_cast<int8_t>(bytes[layout::kMagic]) != kRecordBatchMagic) {
    return std::unexpected(RecordBatchFault::kUnsupportedMagic);
  }
  if (bytes.size() >= layout::kLogOverhead &&
      load_big_endian<int32_t>(bytes.data() + layout::kBatchLength) < kBatchLengthMin) {
    return std::unexpected(RecordBatchFault::kInvalidLength);
  }
  if (bytes.size() < kRecordBatchHeaderBytes) return std::unexpected(RecordBatchFault::kTruncated);
  return decode(bytes.data());
}

std::expected<RecordBatchView, RecordBatchFault> parse_batch(std::span<const std::byte> bytes) {
  const auto header = parse_header(bytes);
  if (!header) return std::unexpected(header.error());
  const auto size = static_cast<size_t>(header->size_bytes());
  if (bytes.size() < size) return std::unexpected(RecordBatchFault::kTruncated);
  return RecordBatchView{*header, bytes.first(size)};
}

void write_header(const RecordBatchHeader& header, std::span<std::byte> batch) {
  KLAMM_ASSERT(batch.size() >= kRecordBatchHeaderBytes);
  std::byte* at = batch.data();
  store_big_endian(at + layout::kBaseOffset, header.base_offset);
  store_big_endian(at + layout::kBatchLength, header.batch_length);
  store_big_endian(at + layout::kPartitionLeaderEpoch, header.partition_leader_epoch);
  at[layout::kMagic] = static_cast<std::byte>(header.magic);
  store_big_endian(at + layout::kCrc, header.crc);
  store_big_endian(at + layout::kAttributes, header.attributes);
  store_big_endian(at + layout::kLastOffsetDelta, header.last_offset_delta);
  store_big_endian(at + layout::kBaseTimestamp, header.base_timestamp);
  store_big_endian(at + layout::kMaxTimestamp, header.max_timestamp);
  store_big_endian(at + layout::kProducerId, header.producer_id);
  store_big_endian(at + layout::kProducerEpoch, header.producer_epoch);
  store_big_endian(at + layout::kBaseSequence, header.base_sequence);
  store_big_endian(at + layout::kRecordCount, header.record_count);
}

void set_base_offset(std::span<std::byte> batch, int64_t base_offset) {
  KLAMM_ASSERT(batch.size() >= kRecordBatchHeaderBytes);
  store_big_endian(batch.data() + layout::kBaseOffset, base_offset);
}

void set_partition_leader_epoch(std::span<std::byte> batch, int32_t partition_leader_epoch) {
  KLAMM_ASSERT(batch.size() >= kRecordBatchHeaderBytes);
  store_big_endian(batch.data() + layout::kPartitionLeaderEpoch, partition_leader_epoch);
}

bool set_max_timestamp(std::span<std::byte> batch, BatchTimestampType type, int64_t max_timestamp) {
  KLAMM_ASSERT(batch.size() >= kRecordBatchHeaderBytes);
  const auto attributes = load_big_endian<int16_t>(batch.data() + layout::kAttributes);
  const int16_t flag = type == BatchTimestampType::kLogAppendTime ? batch_attributes::kLogAppendTime : int16_t{0};
  const bool has_type = (attributes & batch_attributes::kLogAppendTime) == flag;
  if (has_type && load_big_endian<int64_t>(batch.data() + layout::kMaxTimestamp) == max_timestamp) return false;
  constexpr int16_t kKept = batch_attributes::kKnown & ~batch_attributes::kLogAppendTime;
  store_big_endian(batch.data() + layout::kAttributes, static_cast<int16_t>((attributes & kKept) | flag));
  store_big_endian(batch.data() + layout::kMaxTimestamp, max_timestamp);
  update_crc(batch);
  return true;
}

void update_crc(std::span<std::byte> batch) {
  store_big_endian(batch.data() + layout::kCrc, compute_crc(batch));
}

uint32_t compute_crc(std::span<const std::byte> batch) {
  KLAMM_ASSERT(batch.size() >= layout::kAttributes);
  return crc32c(batch.subspan(layout::kAttributes));
}

bool verify_crc(std::span<const std::byte> batch) {
  return batch.size() >= kRecordBatchHeaderBytes &&
         load_big_endian<uint32_t>(batch.data() + layout::kCrc) == compute_crc(batch);
}

void PiecewiseBatchCrc::add(std::span<const std::byte> piece) {
  const size_t before = position_ < layout::kAttributes ? layout::kAttributes - position_ : 0;
  position_ += piece.size();
  crc_ = crc32c_extend(crc_, piece.subspan(std::min(before, piece.size())));
}

std::expected<std::optional<RecordBatchView>, RecordBatchFault> BatchIterator::next() {
  const auto batch = parse_batch(rest_);
  if (batch) {
    rest_ = rest_.subspan(batch->bytes.size());
    return *batch;
  }
  if (batch.error() == RecordBatchFault::kTruncated) return std::nullopt;
  return std::unexpected(batch.error());
}

}  // namespace klamm::protocol
