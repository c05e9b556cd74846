#pragma once

#include <cstddef>
#include <cstdint>

// Varints of records, as fast as reading them one by one gets: LEB128 of the zigzag form, a varint up to 5 bytes (bits
// above the 32nd are dropped, as Kafka does), a varlong up to 10.
namespace klamm::protocol {

inline constexpr ptrdiff_t kVarintBytesMax = 5;
inline constexpr ptrdiff_t kVarlongBytesMax = 10;

constexpr int32_t unzigzag(uint32_t value) {
  return static_cast<int32_t>((value >> 1) ^ (0U - (value & 1)));
}
constexpr int64_t unzigzag(uint64_t value) {
  return static_cast<int64_t>((value >> 1) ^ (0ULL - (value & 1)));
}

constexpr uint64_t zigzag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}

/// A varint that was read: where it ends, or null when it is too long, and its zigzag form. Passed in registers.
template <class Raw>
struct ReadVarint {
  const std::byte* next;
  Raw raw;
};

/// A varint of any length. Reads at most kVarintBytesMax bytes.
ReadVarint<uint32_t> read_long_varint(const std::byte* at);
/// A varlong of any length. Reads at most kVarlongBytesMax bytes.
ReadVarint<uint64_t> read_long_varlong(const std::byte* at);

/// Reads a varint without looking for the end: kVarintBytesMax bytes must be readable.
inline ReadVarint<uint32_t> read_varint_unchecked(const std::byte* at) {
  const auto low = static_cast<uint32_t>(at[0]);
  if (low < 0x80) [[likely]]
    return {at + 1, low};
  const auto high = static_cast<uint32_t>(at[1]);
  if (high < 0x80) [[likely]]
    return {at + 2, low - 0x80 + (high << 7)};
  return read_long_varint(at);
}

/// Likewise for a varlong: kVarlongBytesMax bytes must be readable.
inline ReadVarint<uint64_t> read_varlong_unchecked(const std::byte* at) {
  const auto low = static_cast<uint64_t>(at[0]);
  if (low < 0x80) [[likely]]
    return {at + 1, low};
  const auto high = static_cast<uint64_t>(at[1]);
  if (high < 0x80) [[likely]]
    return {at + 2, low - 0x80 + (high << 7)};
  return read_long_varlong(at);
}

/// Why a varint cannot be read.
enum class VarintFault : uint8_t { kNone, kTruncated, kTooLong };

/// Reads a varint and moves `at` behind it, never reading at `end` or beyond. After a fault `at` is where it was.
VarintFault read_varint(const std::byte*& at, const std::byte* end, int32_t& value);
VarintFault read_varlong(const std::byte*& at, const std::byte* end, int64_t& value);

}  // namespace klamm::protocol
