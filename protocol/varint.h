#pragma once

#include <cstddef>
#include <cstdint>

// Unsigned varints (LEB128) as they are written, into room that is there.
namespace klamm::protocol {

constexpr size_t varint_bytes(uint64_t value) {
  size_t count = 1;
  for (; value >= 0x80; value >>= 7) ++count;
  return count;
}

/// Writes varint_bytes(value) bytes; gives where they end.
inline std::byte* put_varint(std::byte* at, uint64_t value) {
  for (; value >= 0x80; value >>= 7) *at++ = static_cast<std::byte>((value & 0x7f) | 0x80);
  *at++ = static_cast<std::byte>(value);
  return at;
}

}  // namespace klamm::protocol
