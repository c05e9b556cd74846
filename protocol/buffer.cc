#include "protocol/buffer.h"

#include <algorithm>
#include <cstdlib>

#include "protocol/assert.h"

namespace klamm::protocol {
namespace {
constexpr size_t kSmallestCapacityBytes = 128;
}

Buffer::~Buffer() {
  std::free(data_);
}

void Buffer::grow(size_t count) {
  set_capacity(std::max({size_ + count, capacity_ * 2, kSmallestCapacityBytes}));
}

void Buffer::set_capacity(size_t capacity_bytes) {
  auto* data = static_cast<std::byte*>(std::realloc(data_, capacity_bytes));
  KLAMM_ASSERT(data != nullptr, "out of memory");
  data_ = data;
  capacity_ = capacity_bytes;
}

}  // namespace klamm::protocol
