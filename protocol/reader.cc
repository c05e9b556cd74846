#include "protocol/reader.h"

namespace klamm::protocol {

Reader::Result<double> Reader::read_double() {
  auto bits = read_big_endian<uint64_t, uint64_t>();
  if (!bits) return std::unexpected(bits.error());
  return std::bit_cast<double>(*bits);
}

Reader::Result<Uuid> Reader::read_uuid() {
  Uuid id;
  if (remaining() < id.bytes.size()) return truncated();
  std::memcpy(id.bytes.data(), next_, id.bytes.size());
  next_ += id.bytes.size();
  return id;
}

Reader::Result<uint32_t> Reader::read_long_unsigned_varint() {
  uint32_t value = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    if (next_ == end_) return truncated();
    const auto byte = static_cast<uint8_t>(*next_++);
    value |= static_cast<uint32_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  return std::unexpected(DecodeError{DecodeFault::kVarintTooLong});
}

Reader::Result<int32_t> Reader::read_varint() {
  auto raw = read_unsigned_varint();
  if (!raw) return std::unexpected(raw.error());
  return static_cast<int32_t>((*raw >> 1) ^ (~(*raw & 1) + 1));
}

Reader::Result<int64_t> Reader::read_varlong() {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (next_ == end_) return truncated();
    const auto byte = static_cast<uint8_t>(*next_++);
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
  }
  return std::unexpected(DecodeError{DecodeFault::kVarintTooLong});
}

Reader::Result<void> Reader::skip(size_t count) {
  if (count > remaining()) return truncated();
  next_ += count;
  return {};
}

Reader::Result<String> Reader::string_of(int32_t size) {
  if (size < 0) return String::null();
  if (static_cast<uint32_t>(size) > kStringBytesMax) return std::unexpected(DecodeError{DecodeFault::kInvalidLength});
  if (static_cast<size_t>(size) > remaining()) return truncated();
  const String text(std::string_view(reinterpret_cast<const char*>(next_), static_cast<size_t>(size)));
  next_ += size;
  return text;
}

Reader::Result<Bytes> Reader::bytes_of(int32_t size) {
  if (size < 0) return Bytes::null();
  if (static_cast<size_t>(size) > remaining()) return truncated();
  const Bytes bytes(std::span(next_, static_cast<size_t>(size)));
  next_ += size;
  return bytes;
}

namespace {
Reader::Result<String> refuse_null(Reader::Result<String> text) {
  if (text && text->is_null) return std::unexpected(DecodeError{DecodeFault::kNullNotAllowed});
  return text;
}
}  // namespace

Reader::Result<String> Reader::read_string() {
  return refuse_null(read_nullable_string());
}
Reader::Result<String> Reader::read_compact_string() {
  return refuse_null(read_compact_nullable_string());
}

Reader::Result<String> Reader::read_nullable_string() {
  auto size = read_int16();
  if (!size) return std::unexpected(size.error());
  return string_of(*size);
}

Reader::Result<String> Reader::read_compact_nullable_string() {
  auto size = read_unsigned_varint();
  if (!size) return std::unexpected(size.error());
  return string_of(static_cast<int32_t>(*size - 1));
}

Reader::Result<Bytes> Reader::read_nullable_bytes() {
  auto size = read_int32();
  if (!size) return std::unexpected(size.error());
  return bytes_of(*size);
}

Reader::Result<Bytes> Reader::read_compact_nullable_bytes() {
  auto size = read_unsigned_varint();
  if (!size) return std::unexpected(size.error());
  return bytes_of(static_cast<int32_t>(*size - 1));
}

}  // namespace klamm::protocol
