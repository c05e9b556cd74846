#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <expected>
#include <span>
#include <string_view>
#include <utility>

#include "protocol/types.h"
#include "protocol/wire_error.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Reads Kafka's primitive types (big-endian) from bytes that nobody has checked. After an error the position is where
/// the faulty value starts or inside it.
/// @core owner
class Reader {
 public:
  template <class T>
  using Result = std::expected<T, DecodeError>;

  explicit Reader(std::span<const std::byte> bytes)
      : begin_(bytes.data()), next_(bytes.data()), end_(begin_ + bytes.size()) {}

  size_t remaining() const { return static_cast<size_t>(end_ - next_); }
  /// Bytes read so far.
  size_t position() const { return static_cast<size_t>(next_ - begin_); }
  /// What is not read yet.
  std::span<const std::byte> rest() const { return {next_, remaining()}; }

  /// Any byte but 0 is true.
  Result<bool> read_bool() {
    if (next_ == end_) [[unlikely]]
      return truncated();
    return *next_++ != std::byte{0};
  }
  Result<int8_t> read_int8() { return read_big_endian<int8_t, uint8_t>(); }
  Result<int16_t> read_int16() { return read_big_endian<int16_t, uint16_t>(); }
  Result<uint16_t> read_uint16() { return read_big_endian<uint16_t, uint16_t>(); }
  Result<int32_t> read_int32() { return read_big_endian<int32_t, uint32_t>(); }
  Result<uint32_t> read_uint32() { return read_big_endian<uint32_t, uint32_t>(); }
  Result<int64_t> read_int64() { return read_big_endian<int64_t, uint64_t>(); }
  Result<double> read_double();
  Result<Uuid> read_uuid();
  /// At most 5 bytes.
  Result<uint32_t> read_unsigned_varint() {
    if (next_ != end_ && static_cast<uint8_t>(*next_) < 0x80) [[likely]]
      return static_cast<uint32_t>(*next_++);
    return read_long_unsigned_varint();
  }
  /// Zigzag, at most 5 bytes.
  Result<int32_t> read_varint();
  /// Zigzag, at most 10 bytes.
  Result<int64_t> read_varlong();

  /// A view of the next `count` bytes.
  Result<std::span<const std::byte>> read_raw(size_t count) {
    if (count > remaining()) [[unlikely]]
      return truncated();
    const std::byte* start = next_;
    next_ += count;
    return std::span<const std::byte>(start, count);
  }
  Result<void> skip(size_t count);

  // Strings and bytes as views. A negative length (compact: 0) is null; read_string and read_compact_string answer it
  // with kNullNotAllowed.
  Result<String> read_string();
  Result<String> read_nullable_string();
  Result<String> read_compact_string();
  Result<String> read_compact_nullable_string();
  Result<Bytes> read_nullable_bytes();
  Result<Bytes> read_compact_nullable_bytes();

 private:
  static std::unexpected<DecodeError> truncated() { return std::unexpected(DecodeError{DecodeFault::kTruncated}); }

  template <class T, std::unsigned_integral Wire>
  Result<T> read_big_endian() {
    if (sizeof(Wire) > remaining()) [[unlikely]]
      return truncated();
    Wire value;
    std::memcpy(&value, next_, sizeof(Wire));
    next_ += sizeof(Wire);
    if constexpr (sizeof(Wire) == 2) value = __builtin_bswap16(value);
    if constexpr (sizeof(Wire) == 4) value = __builtin_bswap32(value);
    if constexpr (sizeof(Wire) == 8) value = __builtin_bswap64(value);
    return static_cast<T>(value);
  }

  Result<uint32_t> read_long_unsigned_varint();
  Result<String> string_of(int32_t size);
  Result<Bytes> bytes_of(int32_t size);

  const std::byte* begin_;
  const std::byte* next_;
  const std::byte* end_;
};

}  // namespace klamm::protocol
