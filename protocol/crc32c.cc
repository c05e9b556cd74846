#include "protocol/crc32c.h"

#include <isa-l/crc.h>

#include <algorithm>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace klamm::protocol {
namespace {

// ISA-L takes the length as an int.
constexpr size_t kPieceBytesMax = size_t{1} << 30;

uint32_t extend_long(uint32_t state, const std::byte* data, size_t size) {
  while (size > 0) {
    const size_t piece = std::min(size, kPieceBytesMax);
    // ISA-L reads only, though its signature lacks the const.
    auto* bytes = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(data));
    state = crc32_iscsi(bytes, static_cast<int>(piece), state);
    data += piece;
    size -= piece;
  }
  return state;
}

#if defined(__x86_64__)
constexpr size_t kShortBytesMax = 256;

const bool has_crc32_instruction = [] {
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse4.2") != 0;
}();

__attribute__((target("sse4.2"))) uint32_t extend_short(uint32_t state, const std::byte* data, size_t size) {
  uint64_t wide = state;
  for (; size >= 8; data += 8, size -= 8) {
    uint64_t word;
    std::memcpy(&word, data, sizeof(word));
    wide = _mm_crc32_u64(wide, word);
  }
  state = static_cast<uint32_t>(wide);
  if ((size & 4) != 0) {
    uint32_t word;
    std::memcpy(&word, data, sizeof(word));
    state = _mm_crc32_u32(state, word);
    data += sizeof(word);
  }
  for (size &= 3; size > 0; ++data, --size) state = _mm_crc32_u8(state, static_cast<uint8_t>(*data));
  return state;
}
#endif

uint32_t extend(uint32_t state, std::span<const std::byte> bytes) {
#if defined(__x86_64__)
  if (bytes.size() < kShortBytesMax && has_crc32_instruction) return extend_short(state, bytes.data(), bytes.size());
#endif
  return extend_long(state, bytes.data(), bytes.size());
}

}  // namespace

uint32_t crc32c(std::span<const std::byte> bytes) {
  return ~extend(~0U, bytes);
}

uint32_t crc32c_extend(uint32_t crc, std::span<const std::byte> bytes) {
  return ~extend(~crc, bytes);
}

}  // namespace klamm::protocol
