#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reactor/epoll_options.h"
#include "reactor/io_error.h"

namespace klamm::reactor {

// The receive buffers of one shard. The one that came back last is taken first: it is likely still in the core's cache.
//
// Limits: at most `receive_buffer_count_max` buffers of `receive_buffer_bytes`. Address space is reserved for all at
// once; a page becomes resident when bytes are received into it for the first time.
// @core owner
class EpollBuffers {
 public:
  EpollBuffers() = default;
  EpollBuffers(const EpollBuffers&) = delete;
  EpollBuffers& operator=(const EpollBuffers&) = delete;
  ~EpollBuffers();

  IoResult<void> set_up(const EpollOptions& options);
  // Nothing when all are taken.
  std::optional<uint16_t> take();
  bool has_free() const { return !free_.empty() || used_count_ < count_max_; }
  void give_back(uint16_t id);
  std::span<std::byte> bytes(uint16_t id, size_t length) const { return {base_ + size_t{id} * buffer_bytes_, length}; }
  std::span<std::byte> whole(uint16_t id) const { return bytes(id, buffer_bytes_); }
  uint64_t used_bytes() const { return uint64_t{used_count_} * buffer_bytes_; }  // of those taken at least once

 private:
  std::byte* base_ = nullptr;
  uint32_t buffer_bytes_ = 0;
  uint32_t count_max_ = 0;
  uint32_t used_count_ = 0;
  std::vector<uint16_t> free_;
};

}  // namespace klamm::reactor
