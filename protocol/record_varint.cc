#include "protocol/record_varint.h"

#include <array>
#include <cstring>

namespace klamm::protocol {
namespace {

template <class Raw, ptrdiff_t kBytesMax>
ReadVarint<Raw> read_long(const std::byte* at) {
  Raw value = 0;
  for (ptrdiff_t i = 0; i < kBytesMax; ++i) {
    const auto byte = static_cast<uint8_t>(at[i]);
    value |= static_cast<Raw>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) return {at + i + 1, value};
  }
  return {nullptr, 0};
}

/// Reads near the end from a copy whose missing bytes never end a varint.
template <class Raw, ptrdiff_t kBytesMax, class Value>
VarintFault read_checked(const std::byte*& at, const std::byte* end, Value& value) {
  const std::byte* from = at;
  std::array<std::byte, static_cast<size_t>(kBytesMax)> tail;
  const ptrdiff_t left = end - at;
  if (left < kBytesMax) {
    tail.fill(std::byte{0xff});
    if (left > 0) std::memcpy(tail.data(), at, static_cast<size_t>(left));
    from = tail.data();
  }
  const auto [next, raw] = read_long<Raw, kBytesMax>(from);
  if (next == nullptr) return left < kBytesMax ? VarintFault::kTruncated : VarintFault::kTooLong;
  at += next - from;
  value = unzigzag(raw);
  return VarintFault::kNone;
}

}  // namespace

ReadVarint<uint32_t> read_long_varint(const std::byte* at) {
  return read_long<uint32_t, kVarintBytesMax>(at);
}

ReadVarint<uint64_t> read_long_varlong(const std::byte* at) {
  return read_long<uint64_t, kVarlongBytesMax>(at);
}

VarintFault read_varint(const std::byte*& at, const std::byte* end, int32_t& value) {
  return read_checked<uint32_t, kVarintBytesMax>(at, end, value);
}

VarintFault read_varlong(const std::byte*& at, const std::byte* end, int64_t& value) {
  return read_checked<uint64_t, kVarlongBytesMax>(at, end, value);
}

}  // namespace klamm::protocol
