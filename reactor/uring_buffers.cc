#include "reactor/uring_buffers.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cerrno>

#include "reactor/assert.h"

namespace klamm::reactor {

namespace {

void* reserve(size_t bytes) {
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

IoResult<void> UringBuffers::set_up(io_uring& ring, const UringOptions& options) {
  buffer_bytes_ = options.receive_buffer_bytes;
  count_max_ = std::bit_ceil(std::clamp<uint32_t>(options.receive_buffer_count_max, 1, 32768));
  count_step_ = std::clamp<uint32_t>(options.receive_buffer_count_step, 1, count_max_);
  buffer_ring_ = static_cast<io_uring_buf_ring*>(reserve(count_max_ * sizeof(io_uring_buf)));
  base_ = static_cast<std::byte*>(reserve(size_t{count_max_} * buffer_bytes_));
  if (buffer_ring_ == nullptr || base_ == nullptr) return std::unexpected(IoError{ENOMEM});
  // Buffers hold small requests mostly: a huge page for each would make all of them resident.
  ::madvise(base_, size_t{count_max_} * buffer_bytes_, MADV_NOHUGEPAGE);
  io_uring_buf_ring_init(buffer_ring_);
  io_uring_buf_reg registration{};
  registration.ring_addr = reinterpret_cast<uint64_t>(buffer_ring_);
  registration.ring_entries = count_max_;
  registration.bgid = kGroup;
  if (const int result = io_uring_register_buf_ring(&ring, &registration, 0); result < 0) {
    return std::unexpected(IoError{-result});
  }
  ring_ = &ring;
  grow();
  return {};
}

UringBuffers::~UringBuffers() {
  if (ring_ != nullptr) io_uring_unregister_buf_ring(ring_, kGroup);
  if (buffer_ring_ != nullptr) ::munmap(buffer_ring_, count_max_ * sizeof(io_uring_buf));
  if (base_ != nullptr) ::munmap(base_, size_t{count_max_} * buffer_bytes_);
}

void UringBuffers::put(uint16_t id, int offset) {
  io_uring_buf_ring_add(buffer_ring_, base_ + size_t{id} * buffer_bytes_, buffer_bytes_, id,
                        io_uring_buf_ring_mask(count_max_), offset);
}

bool UringBuffers::grow() {
  const uint32_t more = std::min(count_step_, count_max_ - given_count_);
  for (uint32_t i = 0; i < more; ++i) put(static_cast<uint16_t>(given_count_ + i), static_cast<int>(i));
  io_uring_buf_ring_advance(buffer_ring_, static_cast<int>(more));
  given_count_ += more;
  return more > 0;
}

void UringBuffers::give_back(uint16_t id) {
  KLAMM_ASSERT(id < given_count_);
  put(id, 0);
  io_uring_buf_ring_advance(buffer_ring_, 1);
}

}  // namespace klamm::reactor
