#include "protocol/record_walk.h"

#include <algorithm>
#include <limits>

namespace klamm::protocol {
namespace {

/// Skips a length and that many bytes; false when that does not fit, or when it is null and may not be.
bool skip_field(const std::byte*& at, const std::byte* end, bool may_be_null) {
  int32_t size = 0;
  if (read_varint(at, end, size) != VarintFault::kNone || size > end - at) return false;
  at += std::max(size, 0);
  return size >= 0 || may_be_null;
}

RecordFault walk_raw_record_near_end(const std::byte* at, const std::byte* end, internal::RawRecord& raw) {
  WalkedRecord record;
  const RecordFault fault = walk_record_near_end(at, end, record);
  raw = {at, zigzag(record.timestamp_delta), record.has_key ? 0U : 1U};
  return fault;
}

}  // namespace

RecordFault walk_record_near_end(const std::byte*& at, const std::byte* end, WalkedRecord& walked) {
  int32_t size = 0;
  switch (read_varint(at, end, size)) {
    case VarintFault::kTruncated:
      return RecordFault::kTruncated;
    case VarintFault::kTooLong:
      return RecordFault::kSizeVarintTooLong;
    case VarintFault::kNone:
      break;
  }
  if (size < 0) return RecordFault::kInvalidSize;
  if (size > end - at) return RecordFault::kTruncated;
  const auto record = parse_record({at, static_cast<size_t>(size)});
  if (!record) return record.error();
  walked = {record->timestamp_delta, record->offset_delta, !record->key.is_null};
  at += size;
  return RecordFault::kNone;
}

bool are_headers_valid(const std::byte* at, const std::byte* end, int32_t count) {
  if (count < 0 || at > end || count > end - at) return false;
  for (int32_t i = 0; i < count; ++i) {
    if (!skip_field(at, end, false) || !skip_field(at, end, true)) return false;
  }
  return at == end;
}

RecordFault summarise_plain_records(std::span<const std::byte> records, int32_t count, PlainSummary& summary) {
  const std::byte* at = records.data();
  const std::byte* const end = at + records.size();
  const std::byte* const last_fast_end =
      records.size() > internal::kWalkSlackBytes ? end - internal::kWalkSlackBytes : at;
  // Zigzag: the largest raw delta bounds all deltas, and the lowest bit of any tells whether one is negative.
  uint64_t raw_max = 0;
  uint64_t raw_bits = 0;
  uint32_t key_bits = 0;
  for (int32_t left = count; left > 0; --left) {
    internal::RawRecord raw =
        at < last_fast_end ? internal::walk_record_fast(at, last_fast_end) : internal::RawRecord{};
    if (raw.end == nullptr) [[unlikely]] {
      const RecordFault fault = walk_raw_record_near_end(at, end, raw);
      if (fault != RecordFault::kNone) return fault;
    }
    at = raw.end;
    raw_max = std::max(raw_max, raw.timestamp);
    raw_bits |= raw.timestamp;
    key_bits |= raw.key;
  }
  if (at != end) return RecordFault::kRecordsRemaining;
  summary.all_have_keys = (key_bits & 1) == 0;
  if ((raw_bits & 1) == 0) [[likely]] {
    summary.timestamp_delta_min = 0;
    summary.timestamp_delta_max = unzigzag(raw_max);
    return RecordFault::kNone;
  }
  summary.timestamp_delta_min = std::numeric_limits<int64_t>::max();
  summary.timestamp_delta_max = std::numeric_limits<int64_t>::min();
  return walk_plain_records(records, count, [&summary](const WalkedRecord& record) {
    summary.timestamp_delta_min = std::min(summary.timestamp_delta_min, record.timestamp_delta);
    summary.timestamp_delta_max = std::max(summary.timestamp_delta_max, record.timestamp_delta);
  });
}

RecordFault StreamWalker::next(WalkedRecord& record) {
  int32_t size = 0;
  if (fault_ == RecordFault::kNone && read_varint(size)) {
    if (size < 0) {
      fail(RecordFault::kInvalidSize);
    } else if (size > record_bytes_max_) {
      fail(RecordFault::kTooLarge);
    } else {
      walk_fields(record);
    }
  }
  return fault_;
}

RecordFault StreamWalker::finish() {
  if (fault_ != RecordFault::kNone) return fault_;
  if (fill()) fault_ = RecordFault::kRecordsRemaining;
  return fault_ == RecordFault::kTruncated ? RecordFault::kNone : fault_;
}

bool StreamWalker::fail(RecordFault fault) {
  if (fault_ == RecordFault::kNone) fault_ = fault;
  return false;
}

/// Whether there are bytes; kTruncated at the stream's end.
bool StreamWalker::fill() {
  if (at_ != end_) return true;
  const auto piece = stream_.next();
  if (!piece) {
    return fail(piece.error() == DecompressFault::kCorrupt ? RecordFault::kCorruptCompression
                                                           : RecordFault::kOutputLimit);
  }
  if (piece->empty()) return fail(RecordFault::kTruncated);
  at_ = piece->data();
  end_ = at_ + piece->size();
  return true;
}

bool StreamWalker::read_byte(uint8_t& value) {
  if (!fill()) return false;
  value = static_cast<uint8_t>(*at_++);
  return true;
}

bool StreamWalker::read_varint(int32_t& value) {
  if (end_ - at_ >= kVarintBytesMax) [[likely]] {
    const auto read = read_varint_unchecked(at_);
    if (read.next == nullptr) return fail(RecordFault::kVarintTooLong);
    at_ = read.next;
    value = unzigzag(read.raw);
    return true;
  }
  uint32_t raw = 0;
  for (int i = 0; i < kVarintBytesMax; ++i) {
    uint8_t byte = 0;
    if (!read_byte(byte)) return false;
    raw |= static_cast<uint32_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      value = unzigzag(raw);
      return true;
    }
  }
  return fail(RecordFault::kVarintTooLong);
}

bool StreamWalker::read_varlong(int64_t& value) {
  if (end_ - at_ >= kVarlongBytesMax) [[likely]] {
    const auto read = read_varlong_unchecked(at_);
    if (read.next == nullptr) return fail(RecordFault::kVarintTooLong);
    at_ = read.next;
    value = unzigzag(read.raw);
    return true;
  }
  uint64_t raw = 0;
  for (int i = 0; i < kVarlongBytesMax; ++i) {
    uint8_t byte = 0;
    if (!read_byte(byte)) return false;
    raw |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      value = unzigzag(raw);
      return true;
    }
  }
  return fail(RecordFault::kVarintTooLong);
}

/// Negative sizes are null and have no bytes.
bool StreamWalker::skip(int32_t size) {
  while (size > 0) {
    if (!fill()) return false;
    const auto part = static_cast<int32_t>(std::min<ptrdiff_t>(end_ - at_, size));
    at_ += part;
    size -= part;
  }
  return true;
}

bool StreamWalker::walk_fields(WalkedRecord& record) {
  uint8_t attributes = 0;
  int32_t key_size = 0;
  int32_t value_size = 0;
  if (!read_byte(attributes) || !read_varlong(record.timestamp_delta) || !read_varint(record.offset_delta))
    return false;
  if (!read_varint(key_size) || !skip(key_size)) return false;
  if (!read_varint(value_size) || !skip(value_size)) return false;
  record.has_key = key_size >= 0;
  return walk_headers();
}

bool StreamWalker::walk_headers() {
  int32_t count = 0;
  if (!read_varint(count)) return false;
  if (count < 0) return fail(RecordFault::kInvalidHeaders);
  for (int32_t i = 0; i < count; ++i) {
    int32_t key_size = 0;
    int32_t value_size = 0;
    if (!read_varint(key_size)) return false;
    if (key_size < 0) return fail(RecordFault::kInvalidHeaders);
    if (!skip(key_size) || !read_varint(value_size) || !skip(value_size)) return false;
  }
  return true;
}

}  // namespace klamm::protocol
