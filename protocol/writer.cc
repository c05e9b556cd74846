#include "protocol/writer.h"

#include "protocol/assert.h"

namespace klamm::protocol {

void Writer::patch_int32(size_t position, int32_t value) {
  KLAMM_ASSERT(position + 4 <= buffer_.size());
  const uint32_t wire = __builtin_bswap32(static_cast<uint32_t>(value));
  std::memcpy(buffer_.data() + position, &wire, sizeof(wire));
}

void Writer::truncate(size_t position) {
  KLAMM_ASSERT(position <= buffer_.size());
  while (!external_ranges_.empty() && external_ranges_.back().position > position) {
    external_bytes_ -= external_ranges_.back().size;
    external_ranges_.pop_back();
  }
  buffer_.resize(position);
}

}  // namespace klamm::protocol
