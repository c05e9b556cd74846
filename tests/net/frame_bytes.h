#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

// Frames as a client writes them.
namespace klamm::net::testing {

inline std::string big_endian_16(int32_t value) {
  return {static_cast<char>(value >> 8), static_cast<char>(value)};
}
inline std::string big_endian_32(int64_t value) {
  return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
          static_cast<char>(value)};
}

// A request with header v1, a null client id and any body.
inline std::string request_frame(int16_t api_key, int32_t correlation_id, std::string_view body) {
  std::string frame = big_endian_16(api_key) + big_endian_16(0) + big_endian_32(correlation_id) + big_endian_16(-1);
  frame += body;
  return big_endian_32(static_cast<int64_t>(frame.size())) + frame;
}

inline std::span<const std::byte> as_bytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}
inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// `size` bytes that differ from place to place.
inline std::string pattern(size_t size, uint64_t seed = 1) {
  std::string bytes(size, '\0');
  auto state = static_cast<uint32_t>(seed * 2654435761u + 1);
  for (char& byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<char>(state >> 24);
  }
  return bytes;
}

}  // namespace klamm::net::testing
