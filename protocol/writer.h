#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/buffer.h"
#include "protocol/types.h"
#include "protocol/varint.h"

namespace klamm::protocol {

/// A place in the written bytes where `size` bytes from elsewhere are to be sent: they come after the first `position`
/// written bytes. `token` is whatever Records::external was given.
struct ExternalRange {
  size_t position;
  uint32_t size;
  uint64_t token;
};

/// Writes Kafka's primitive types (big-endian) to a growing buffer. The caller bounds what is written.
/// @core owner
class Writer {
 public:
  Writer() = default;
  /// Appends to a buffer, for example an emptied one that is used again.
  explicit Writer(Buffer buffer) : buffer_(std::move(buffer)) {}

  void write_bool(bool value) { write_int8(value ? 1 : 0); }
  void write_int8(int8_t value) { write_big_endian(static_cast<uint8_t>(value)); }
  void write_int16(int16_t value) { write_big_endian(static_cast<uint16_t>(value)); }
  void write_uint16(uint16_t value) { write_big_endian(value); }
  void write_int32(int32_t value) { write_big_endian(static_cast<uint32_t>(value)); }
  void write_uint32(uint32_t value) { write_big_endian(value); }
  void write_int64(int64_t value) { write_big_endian(static_cast<uint64_t>(value)); }
  void write_double(double value) { write_big_endian(std::bit_cast<uint64_t>(value)); }
  void write_uuid(const Uuid& id) { std::memcpy(buffer_.extend(id.bytes.size()), id.bytes.data(), id.bytes.size()); }
  void write_unsigned_varint(uint32_t value) { write_base_128(value); }
  /// Zigzag.
  void write_varint(int32_t value) {
    write_base_128((static_cast<uint32_t>(value) << 1) ^ static_cast<uint32_t>(value >> 31));
  }
  /// Zigzag.
  void write_varlong(int64_t value) {
    write_base_128((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63));
  }
  void write_raw(std::span<const std::byte> bytes) { buffer_.append(bytes); }
  void write_raw(std::string_view text) { buffer_.append(std::as_bytes(std::span(text.data(), text.size()))); }

  /// int16 length, then the bytes: at most 32767.
  void write_string(std::string_view text) {
    write_int16(static_cast<int16_t>(text.size()));
    write_raw(text);
  }
  void write_null_string() { write_int16(-1); }
  /// Unsigned varint of length + 1, then the bytes.
  void write_compact_string(std::string_view text) {
    write_unsigned_varint(static_cast<uint32_t>(text.size()) + 1);
    write_raw(text);
  }
  void write_null_compact() { write_unsigned_varint(0); }
  /// int32 length, then the bytes.
  void write_bytes(std::span<const std::byte> bytes) {
    write_int32(static_cast<int32_t>(bytes.size()));
    write_raw(bytes);
  }
  void write_compact_bytes(std::span<const std::byte> bytes) {
    write_unsigned_varint(static_cast<uint32_t>(bytes.size()) + 1);
    write_raw(bytes);
  }

  /// Bytes in the buffer so far, those that it was given with included.
  size_t position() const { return buffer_.size(); }
  /// Overwrites four bytes that were written before (a frame's size, say).
  void patch_int32(size_t position, int32_t value);

  /// Takes back everything behind `position`, external ranges there included.
  void truncate(size_t position);

  /// Notes that `size` bytes from elsewhere are to be sent here.
  void note_external(uint32_t size, uint64_t token) {
    external_ranges_.push_back({buffer_.size(), size, token});
    external_bytes_ += size;
  }
  const std::vector<ExternalRange>& external_ranges() const { return external_ranges_; }
  /// Sum of their sizes: what a frame's size must count besides position().
  size_t external_bytes() const { return external_bytes_; }

  std::span<const std::byte> written() const { return buffer_.span(); }
  Buffer& buffer() { return buffer_; }
  /// Hands the buffer over and leaves the writer empty.
  Buffer take() { return std::move(buffer_); }
  std::vector<ExternalRange> take_external_ranges() {
    external_bytes_ = 0;
    return std::exchange(external_ranges_, {});
  }

 private:
  template <std::unsigned_integral T>
  void write_big_endian(T value) {
    if constexpr (sizeof(T) == 2) value = __builtin_bswap16(value);
    if constexpr (sizeof(T) == 4) value = __builtin_bswap32(value);
    if constexpr (sizeof(T) == 8) value = __builtin_bswap64(value);
    std::memcpy(buffer_.extend(sizeof(T)), &value, sizeof(T));
  }

  template <std::unsigned_integral T>
  void write_base_128(T value) {
    put_varint(buffer_.extend(varint_bytes(value)), value);
  }

  Buffer buffer_;
  std::vector<ExternalRange> external_ranges_;
  size_t external_bytes_ = 0;
};

static_assert(std::endian::native == std::endian::little,
              "the byte order of the wire is turned for little-endian machines");

}  // namespace klamm::protocol
