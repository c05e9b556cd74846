#include "protocol/record.h"

#include <algorithm>
#include <cstring>

#include "protocol/record_varint.h"

namespace klamm::protocol {
namespace {

/// Reads the fields of a record's body one after the other; the first fault stays.
class FieldReader {
 public:
  explicit FieldReader(std::span<const std::byte> bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

  RecordFault fault() const { return fault_; }
  const std::byte* position() const { return at_; }
  ptrdiff_t left() const { return end_ - at_; }
  bool fail(RecordFault fault) {
    if (fault_ == RecordFault::kNone) fault_ = fault;
    return false;
  }

  bool byte(int8_t& value) {
    if (at_ == end_) return fail(RecordFault::kTruncated);
    value = static_cast<int8_t>(*at_++);
    return true;
  }
  bool varint(int32_t& value) { return check(read_varint(at_, end_, value)); }
  bool varlong(int64_t& value) { return check(read_varlong(at_, end_, value)); }
  /// Any negative length is null.
  bool bytes(Bytes& value) {
    int32_t size = 0;
    if (!varint(size)) return false;
    if (size > left()) return fail(RecordFault::kTruncated);
    value = size < 0 ? Bytes::null() : Bytes(std::span(at_, static_cast<size_t>(size)));
    at_ += std::max(size, 0);
    return true;
  }

 private:
  bool check(VarintFault fault) {
    if (fault == VarintFault::kNone) [[likely]]
      return true;
    return fail(fault == VarintFault::kTooLong ? RecordFault::kVarintTooLong : RecordFault::kTruncated);
  }

  const std::byte* at_;
  const std::byte* end_;
  RecordFault fault_ = RecordFault::kNone;
};

bool read_headers(FieldReader& fields, RecordHeaders& headers) {
  int32_t count = 0;
  if (!fields.varint(count)) return false;
  if (count < 0 || count > fields.left()) return fields.fail(RecordFault::kInvalidHeaders);
  const std::byte* start = fields.position();
  for (int32_t i = 0; i < count; ++i) {
    Bytes key, value;
    if (!fields.bytes(key)) return false;
    if (key.is_null) return fields.fail(RecordFault::kInvalidHeaders);
    if (!fields.bytes(value)) return false;
  }
  headers = RecordHeaders({start, fields.position()}, static_cast<uint32_t>(count));
  return true;
}

}  // namespace

std::string_view describe(RecordFault fault) {
  switch (fault) {
    case RecordFault::kNone:
      return "no fault";
    case RecordFault::kTruncated:
      return "the records end early";
    case RecordFault::kVarintTooLong:
    case RecordFault::kSizeVarintTooLong:
      return "a varint of a record is too long";
    case RecordFault::kInvalidSize:
      return "a record's size does not match its fields";
    case RecordFault::kTooLarge:
      return "a record is larger than allowed";
    case RecordFault::kInvalidHeaders:
      return "a record's headers are invalid";
    case RecordFault::kRecordsRemaining:
      return "there is more data than the record count says";
    case RecordFault::kCorruptCompression:
      return "the compressed records cannot be read";
    case RecordFault::kOutputLimit:
      return "the records are larger than allowed when decompressed";
    case RecordFault::kUnknownCompression:
      return "the compression codec is unknown";
  }
  return "unknown";
}

void RecordHeaders::Iterator::read() {
  if (left_ == 0) return;
  const auto field = [this](Bytes& value) {
    int32_t size = 0;
    // The whole of the headers was checked before: this cannot pass its end.
    (void)read_varint(at_, at_ + kVarintBytesMax, size);
    value = size < 0 ? Bytes::null() : Bytes(std::span(at_, static_cast<size_t>(size)));
    at_ += std::max(size, 0);
  };
  Bytes key;
  field(key);
  header_.key = key.text();
  field(header_.value);
}

std::expected<Record, RecordFault> parse_record(std::span<const std::byte> body) {
  FieldReader fields(body);
  Record record;
  const bool is_read = fields.byte(record.attributes) && fields.varlong(record.timestamp_delta) &&
                       fields.varint(record.offset_delta) && fields.bytes(record.key) && fields.bytes(record.value) &&
                       read_headers(fields, record.headers);
  if (!is_read) return std::unexpected(fields.fault());
  if (fields.left() != 0) return std::unexpected(RecordFault::kInvalidSize);
  record.size_bytes = static_cast<int32_t>(body.size());
  return record;
}

RecordReader::RecordReader(const RecordBatchView& batch, CodecScratch& scratch, RecordLimits limits)
    : scratch_(scratch), limits_(limits), records_left_(batch.header.record_count) {
  const auto codec = batch.header.compression();
  if (!codec) {
    fault_ = RecordFault::kUnknownCompression;
  } else if (*codec == CompressionType::kNone) {
    piece_ = batch.records();
  } else {
    stream_.emplace(scratch.open(*codec, batch.records(), limits.output_bytes_max));
  }
  if (records_left_ < 0) fault_ = RecordFault::kTruncated;
}

std::expected<std::optional<Record>, RecordFault> RecordReader::next() {
  if (fault_ != RecordFault::kNone) return std::unexpected(fault_);
  if (records_left_ == 0) {
    const auto has_more = fill();
    if (has_more && !*has_more) return std::nullopt;
    fault_ = has_more ? RecordFault::kRecordsRemaining : has_more.error();
    return std::unexpected(fault_);
  }
  const auto body = next_body();
  auto record = body ? parse_record(*body) : std::unexpected(body.error());
  if (!record) {
    fault_ = record.error();
    return std::unexpected(fault_);
  }
  --records_left_;
  record->size_bytes += size_field_bytes_;
  return *record;
}

std::expected<std::span<const std::byte>, RecordFault> RecordReader::next_body() {
  const auto size = read_size();
  if (!size) return std::unexpected(size.error());
  if (*size < 0) return std::unexpected(RecordFault::kInvalidSize);
  if (*size > limits_.record_bytes_max) return std::unexpected(RecordFault::kTooLarge);
  const auto wanted = static_cast<size_t>(*size);
  if (piece_.size() < wanted) return gather(wanted);
  const auto body = piece_.first(wanted);
  piece_ = piece_.subspan(wanted);
  return body;
}

std::expected<int32_t, RecordFault> RecordReader::read_size() {
  uint32_t raw = 0;
  for (size_field_bytes_ = 0; size_field_bytes_ < kVarintBytesMax;) {
    const auto has_byte = fill();
    if (!has_byte) return std::unexpected(has_byte.error());
    if (!*has_byte) return std::unexpected(RecordFault::kTruncated);
    const auto byte = static_cast<uint8_t>(piece_.front());
    piece_ = piece_.subspan(1);
    raw |= static_cast<uint32_t>(byte & 0x7f) << (7 * size_field_bytes_++);
    if (byte < 0x80) return unzigzag(raw);
  }
  return std::unexpected(RecordFault::kSizeVarintTooLong);
}

std::expected<std::span<const std::byte>, RecordFault> RecordReader::gather(size_t size) {
  // Plain records lie in one piece, so a record that it does not hold is cut.
  if (!stream_) return std::unexpected(RecordFault::kTruncated);
  Buffer& buffer = scratch_.record_buffer();
  buffer.clear();
  while (buffer.size() < size) {
    const auto has_bytes = fill();
    if (!has_bytes) return std::unexpected(has_bytes.error());
    if (!*has_bytes) return std::unexpected(RecordFault::kTruncated);
    const auto part = piece_.first(std::min(piece_.size(), size - buffer.size()));
    buffer.append(part);
    piece_ = piece_.subspan(part.size());
  }
  return std::span<const std::byte>(buffer.span());
}

std::expected<bool, RecordFault> RecordReader::fill() {
  if (!piece_.empty()) return true;
  if (!stream_) return false;
  const auto piece = stream_->next();
  if (!piece) {
    return std::unexpected(piece.error() == DecompressFault::kCorrupt ? RecordFault::kCorruptCompression
                                                                      : RecordFault::kOutputLimit);
  }
  piece_ = *piece;
  return !piece_.empty();
}

}  // namespace klamm::protocol
