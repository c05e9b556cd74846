#pragma once

#include <liburing.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "reactor/completion.h"
#include "reactor/io_error.h"
#include "reactor/uring_options.h"

namespace klamm::reactor {

// The provided-buffer ring of one shard: the kernel takes a buffer from it when bytes arrive on a multishot receive.
//
// Limits: at most `receive_buffer_count_max` buffers (rounded up to a power of two) of `receive_buffer_bytes`; address
// space is reserved for all at once, the kernel is given them in steps, and a page becomes resident when bytes are
// received into it for the first time.
// @core owner
class UringBuffers {
 public:
  static constexpr uint16_t kGroup = 0;

  UringBuffers() = default;
  UringBuffers(const UringBuffers&) = delete;
  UringBuffers& operator=(const UringBuffers&) = delete;
  ~UringBuffers();

  IoResult<void> set_up(io_uring& ring, const UringOptions& options);
  // Gives the kernel another step of buffers. False when all are given already.
  bool grow();
  void give_back(uint16_t id);
  std::span<std::byte> bytes(uint16_t id, size_t length) const { return {base_ + size_t{id} * buffer_bytes_, length}; }
  uint64_t given_bytes() const { return uint64_t{given_count_} * buffer_bytes_; }

 private:
  void put(uint16_t id, int offset);

  io_uring* ring_ = nullptr;
  io_uring_buf_ring* buffer_ring_ = nullptr;
  std::byte* base_ = nullptr;
  uint32_t buffer_bytes_ = 0;
  uint32_t count_step_ = 0;
  uint32_t count_max_ = 0;
  uint32_t given_count_ = 0;
};

}  // namespace klamm::reactor
