#include "metadata/metadata_batch.h"

#include <cstring>

#include "protocol/crc32c.h"
#include "protocol/reader.h"

namespace klamm::metadata {

namespace {

// Positions in a batch's header.
constexpr size_t kLengthAt = 8;
constexpr size_t kEpochAt = 12;
constexpr size_t kMagicAt = 16;
constexpr size_t kCrcAt = 17;
constexpr size_t kAttributesAt = 21;
constexpr size_t kLastOffsetDeltaAt = 23;
constexpr size_t kMaxTimestampAt = 35;
constexpr size_t kRecordCountAt = 57;

constexpr int8_t kMagic = 2;
// The checksum does not cover it; no sum with it may overflow.
constexpr int64_t kBaseOffsetMax = INT64_MAX - INT32_MAX - 1;
constexpr int16_t kCodecMask = 0x07;
constexpr int16_t kControlFlag = 0x20;

template <class T>
T load(std::span<const std::byte> bytes, size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  if constexpr (sizeof(T) == 2) value = static_cast<T>(__builtin_bswap16(static_cast<uint16_t>(value)));
  if constexpr (sizeof(T) == 4) value = static_cast<T>(__builtin_bswap32(static_cast<uint32_t>(value)));
  if constexpr (sizeof(T) == 8) value = static_cast<T>(__builtin_bswap64(static_cast<uint64_t>(value)));
  return value;
}

std::unexpected<std::string> bad_record(const MetadataBatch& batch) {
  return std::unexpected("the batch at offset " + std::to_string(batch.base_offset) +
                         " of the metadata log has unreadable records");
}

void write_record(protocol::Writer& writer, int32_t offset_delta, std::optional<std::string_view> key,
                  std::string_view value) {
  protocol::Writer body;
  body.write_int8(0);  // attributes
  body.write_varlong(0);
  body.write_varint(offset_delta);
  body.write_varint(key ? static_cast<int32_t>(key->size()) : -1);
  if (key) body.write_raw(*key);
  body.write_varint(static_cast<int32_t>(value.size()));
  body.write_raw(value);
  body.write_varint(0);  // headers
  writer.write_varint(static_cast<int32_t>(body.position()));
  writer.write_raw(body.written());
}

// Writes the header, lets `write_records` append the records, then puts in length and checksum.
template <class WriteRecords>
void write_any_batch(protocol::Writer& writer, const BatchHeader& header, int16_t attributes, size_t record_count,
                     WriteRecords write_records) {
  const size_t start = writer.position();
  writer.write_int64(header.base_offset);
  writer.write_int32(0);
  writer.write_int32(header.leader_epoch);
  writer.write_int8(kMagic);
  writer.write_int32(0);
  writer.write_int16(attributes);
  writer.write_int32(static_cast<int32_t>(record_count) - 1);
  writer.write_int64(header.timestamp_ms);
  writer.write_int64(header.timestamp_ms);
  writer.write_int64(-1);  // producer id
  writer.write_int16(-1);  // producer epoch
  writer.write_int32(-1);  // base sequence
  writer.write_int32(static_cast<int32_t>(record_count));
  write_records();
  const auto batch = writer.written().subspan(start);
  writer.patch_int32(start + kLengthAt, static_cast<int32_t>(batch.size() - kBatchPrefixBytes));
  writer.patch_int32(start + kCrcAt, static_cast<int32_t>(protocol::crc32c(batch.subspan(kAttributesAt))));
}

}  // namespace

std::optional<int64_t> batch_size_bytes(std::span<const std::byte> bytes) {
  if (bytes.size() < kBatchPrefixBytes) return std::nullopt;
  return int64_t{load<int32_t>(bytes, kLengthAt)} + static_cast<int64_t>(kBatchPrefixBytes);
}

std::expected<MetadataBatch, BatchFault> parse_batch(std::span<const std::byte> bytes) {
  const auto size = batch_size_bytes(bytes);
  if (!size) return std::unexpected(BatchFault::kIncomplete);
  if (*size < static_cast<int64_t>(kBatchHeaderBytes)) return std::unexpected(BatchFault::kInvalid);
  if (static_cast<uint64_t>(*size) > bytes.size()) return std::unexpected(BatchFault::kIncomplete);
  bytes = bytes.first(static_cast<size_t>(*size));
  if (load<int8_t>(bytes, kMagicAt) != kMagic) return std::unexpected(BatchFault::kInvalid);
  if (load<uint32_t>(bytes, kCrcAt) != protocol::crc32c(bytes.subspan(kAttributesAt))) {
    return std::unexpected(BatchFault::kInvalid);
  }
  const auto attributes = load<int16_t>(bytes, kAttributesAt);
  if ((attributes & kCodecMask) != 0) return std::unexpected(BatchFault::kUnsupported);
  MetadataBatch batch;
  batch.base_offset = load<int64_t>(bytes, 0);
  if (batch.base_offset < 0 || batch.base_offset > kBaseOffsetMax) return std::unexpected(BatchFault::kInvalid);
  batch.leader_epoch = load<int32_t>(bytes, kEpochAt);
  batch.max_timestamp_ms = load<int64_t>(bytes, kMaxTimestampAt);
  batch.record_count = load<int32_t>(bytes, kRecordCountAt);
  batch.last_offset = batch.base_offset + load<int32_t>(bytes, kLastOffsetDeltaAt);
  batch.is_control = (attributes & kControlFlag) != 0;
  batch.size_bytes = bytes.size();
  batch.records = bytes.subspan(kBatchHeaderBytes);
  if (batch.record_count < 0 || batch.last_offset < batch.base_offset) {
    return std::unexpected(BatchFault::kInvalid);
  }
  return batch;
}

std::optional<ControlType> control_type(std::span<const std::byte> key) {
  if (key.size() < 4) return std::nullopt;
  const auto type = load<int16_t>(key, 2);
  if (type < static_cast<int16_t>(ControlType::kLeaderChange) ||
      type > static_cast<int16_t>(ControlType::kKRaftVoters)) {
    return std::nullopt;
  }
  return static_cast<ControlType>(type);
}

std::expected<void, std::string> for_each_record(
    const MetadataBatch& batch,
    const std::function<std::expected<void, std::string>(const MetadataRecordView&)>& visit) {
  protocol::Reader reader(batch.records);
  for (int32_t i = 0; i < batch.record_count; ++i) {
    const auto size = reader.read_varint();
    if (!size || *size < 0) return bad_record(batch);
    const auto bytes = reader.read_raw(static_cast<size_t>(*size));
    if (!bytes) return bad_record(batch);
    protocol::Reader record(*bytes);
    MetadataRecordView view;
    const auto read_bytes = [&](std::span<const std::byte>& into) {
      const auto count = record.read_varint();
      if (!count) return false;
      if (*count < 0) return true;
      const auto content = record.read_raw(static_cast<size_t>(*count));
      if (content) into = *content;
      return content.has_value();
    };
    if (!record.read_int8() || !record.read_varlong()) return bad_record(batch);
    const auto delta = record.read_varint();
    if (!delta || !read_bytes(view.key) || !read_bytes(view.value)) return bad_record(batch);
    view.offset = batch.base_offset + *delta;
    if (auto visited = visit(view); !visited) return visited;
  }
  if (reader.remaining() != 0) return bad_record(batch);
  return {};
}

void write_batch(protocol::Writer& writer, const BatchHeader& header, std::span<const std::string> values) {
  write_any_batch(writer, header, 0, values.size(), [&] {
    int32_t delta = 0;
    for (const std::string& value : values) write_record(writer, delta++, std::nullopt, value);
  });
}

void write_control_batch(protocol::Writer& writer, const BatchHeader& header,
                         std::span<const std::pair<ControlType, std::string>> records) {
  write_any_batch(writer, header, kControlFlag, records.size(), [&] {
    int32_t delta = 0;
    for (const auto& [type, value] : records) {
      protocol::Writer key;
      key.write_int16(0);
      key.write_int16(static_cast<int16_t>(type));
      const auto bytes = key.written();
      write_record(writer, delta++, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()), value);
    }
  });
}

}  // namespace klamm::metadata
