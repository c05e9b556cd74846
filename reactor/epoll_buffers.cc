#include "reactor/epoll_buffers.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>

#include "reactor/assert.h"

namespace klamm::reactor {

IoResult<void> EpollBuffers::set_up(const EpollOptions& options) {
  buffer_bytes_ = options.receive_buffer_bytes;
  count_max_ = std::clamp<uint32_t>(options.receive_buffer_count_max, 1, 32768);
  const size_t size_bytes = size_t{count_max_} * buffer_bytes_;
  void* const memory =
      ::mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return std::unexpected(IoError{errno});
  base_ = static_cast<std::byte*>(memory);
  // Buffers hold small requests mostly: a huge page for each would make all of them resident.
  ::madvise(base_, size_bytes, MADV_NOHUGEPAGE);
  free_.reserve(count_max_);
  return {};
}

EpollBuffers::~EpollBuffers() {
  if (base_ != nullptr) ::munmap(base_, size_t{count_max_} * buffer_bytes_);
}

std::optional<uint16_t> EpollBuffers::take() {
  if (free_.empty()) {
    if (used_count_ == count_max_) return std::nullopt;
    return static_cast<uint16_t>(used_count_++);
  }
  const uint16_t id = free_.back();
  free_.pop_back();
  return id;
}

void EpollBuffers::give_back(uint16_t id) {
  KLAMM_ASSERT(id < used_count_);
  free_.push_back(id);
}

}  // namespace klamm::reactor
