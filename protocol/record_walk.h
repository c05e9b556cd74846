#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "protocol/compression/codec_scratch.h"
#include "protocol/record.h"
#include "protocol/record_varint.h"

// Walking over the records of a batch without looking at keys and values: what validation and look-ups by time need.
// Each walk calls visit(WalkedRecord) per record and returns the first fault, or kNone when exactly `count` records
// were there.
namespace klamm::protocol {

/// What a walk sees of a record. @core any
struct WalkedRecord {
  int64_t timestamp_delta = 0;
  int32_t offset_delta = 0;
  bool has_key = false;
};

/// The fields of the plain record that starts at `at`, checked against `end`; moves `at` behind it. Needs no slack.
RecordFault walk_record_near_end(const std::byte*& at, const std::byte* end, WalkedRecord& record);

/// Checks that `count` headers fill [at, end) exactly.
bool are_headers_valid(const std::byte* at, const std::byte* end, int32_t count);

namespace internal {

/// Bytes behind a record with which its small fields can be read without looking for the end: five varints at the most.
inline constexpr ptrdiff_t kWalkSlackBytes = 32;

/// The bytes of a key or value with this raw length: none for null.
inline size_t field_bytes(uint32_t raw_size) {
  return (raw_size & 1) != 0 ? 0 : raw_size >> 1;
}

/// What walk_record_fast sees, in the zigzag form of the wire: decoding costs, and nobody needs every field. `end` is
/// where the record ends, or null: then the careful way finds the fault.
struct RawRecord {
  const std::byte* end = nullptr;
  uint64_t timestamp = 0;
  uint32_t key = 0;
};

/// Whether a value whose length takes two bytes fills [at, record_end) together with a header count of 0: what the
/// length must be follows from the space, which is cheaper than to read it. False when `at` is behind record_end.
inline bool is_last_value_of_two_byte_length(const std::byte* at, const std::byte* record_end) {
  constexpr size_t kSizeMin = 64, kSizeEnd = 8192;
  const size_t size = static_cast<size_t>(record_end - at) - 3;
  if (size - kSizeMin >= kSizeEnd - kSizeMin) return false;
  // Twice the size (zigzag), with its lowest seven bits in the first byte, marked as not the last one, and the rest in
  // the second.
  const uint32_t raw = static_cast<uint32_t>(size) * 2;
  const uint32_t expected = raw + (raw & ~0x7fU) + 0x80;
  uint16_t length;
  std::memcpy(&length, at, sizeof(length));
  return length == expected && record_end[-1] == std::byte{0};
}

/// A record with at least kWalkSlackBytes behind it (`last_fast_end` is that much before the end of all). Written for
/// few instructions in the common shape: small fields of one or two bytes, no headers.
inline RawRecord walk_record_fast(const std::byte* at, const std::byte* last_fast_end) {
  const auto size = read_varint_unchecked(at);
  if (size.next == nullptr || (size.raw & 1) != 0) [[unlikely]]
    return {};
  const std::byte* const record_end = size.next + (size.raw >> 1);
  if (record_end > last_fast_end) [[unlikely]]
    return {};
  const auto timestamp = read_varlong_unchecked(size.next + 1);
  if (timestamp.next == nullptr) [[unlikely]]
    return {};
  const auto offset = read_varint_unchecked(timestamp.next);
  if (offset.next == nullptr) [[unlikely]]
    return {};
  const auto key = read_varint_unchecked(offset.next);
  if (key.next == nullptr) [[unlikely]]
    return {};
  at = key.next + field_bytes(key.raw);
  const RawRecord record{record_end, timestamp.raw, key.raw};
  if (is_last_value_of_two_byte_length(at, record_end)) [[likely]]
    return record;
  if (at >= record_end) return {};
  const auto value = read_varint_unchecked(at);
  if (value.next == nullptr) [[unlikely]]
    return {};
  at = value.next + field_bytes(value.raw);
  // No headers: one byte, which is the record's last.
  if (at + 1 == record_end && *at == std::byte{0}) return record;
  if (at >= record_end) return {};
  const auto header_count = read_varint_unchecked(at);
  if (header_count.next == nullptr) return {};
  return are_headers_valid(header_count.next, record_end, unzigzag(header_count.raw)) ? record : RawRecord{};
}

}  // namespace internal

/// Walks plain records: every field of every record is checked.
template <class Visit>
RecordFault walk_plain_records(std::span<const std::byte> records, int32_t count, Visit&& visit) {
  const std::byte* at = records.data();
  const std::byte* const end = at + records.size();
  WalkedRecord record;
  for (int32_t i = 0; i < count; ++i) {
    const RecordFault fault = walk_record_near_end(at, end, record);
    if (fault != RecordFault::kNone) return fault;
    visit(record);
  }
  return at == end ? RecordFault::kNone : RecordFault::kRecordsRemaining;
}

/// What one pass over plain records finds out.
struct PlainSummary {
  /// Every timestamp delta lies between these. The largest is exact, the smallest may be below all.
  int64_t timestamp_delta_min = 0;
  int64_t timestamp_delta_max = 0;
  bool all_have_keys = true;
};

/// Checks plain records like walk_plain_records(), but several times as fast: this is what every Produce without a
/// codec pays per record.
RecordFault summarise_plain_records(std::span<const std::byte> records, int32_t count, PlainSummary& summary);

/// Steps over the records of a stream as Kafka's broker does when it does not need keys and values: each record's
/// length is held against the limit, its fields are followed wherever they lead. Memory is bounded by the stream's
/// piece.
/// @core owner
class StreamWalker {
 public:
  /// A record whose length is above `record_bytes_max` is a fault.
  StreamWalker(DecompressStream& stream, int32_t record_bytes_max)
      : stream_(stream), record_bytes_max_(record_bytes_max) {}

  RecordFault next(WalkedRecord& record);
  /// kNone when the stream is at its end, kRecordsRemaining when it is not.
  RecordFault finish();

 private:
  bool fill();
  bool read_byte(uint8_t& value);
  bool read_varint(int32_t& value);
  bool read_varlong(int64_t& value);
  bool skip(int32_t size);
  bool walk_fields(WalkedRecord& record);
  bool walk_headers();
  bool fail(RecordFault fault);

  DecompressStream& stream_;
  const std::byte* at_ = nullptr;
  const std::byte* end_ = nullptr;
  int32_t record_bytes_max_;
  RecordFault fault_ = RecordFault::kNone;
};

/// Walks compressed records (see StreamWalker).
template <class Visit>
RecordFault walk_stream_records(DecompressStream& stream, int32_t count, int32_t record_bytes_max, Visit&& visit) {
  StreamWalker walker(stream, record_bytes_max);
  WalkedRecord record;
  for (int32_t i = 0; i < count; ++i) {
    const RecordFault fault = walker.next(record);
    if (fault != RecordFault::kNone) return fault;
    visit(record);
  }
  return walker.finish();
}

}  // namespace klamm::protocol
