#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace klamm::reactor {

// The ring descriptors of all shards, so that one can wake another. Each entry is written by its shard before any other
// shard starts to run, and cleared when its ring closes.
// @core any
class RingTable {
 public:
  explicit RingTable(uint32_t shard_count) : ring_fds_(shard_count), event_fds_(shard_count) {
    for (auto& fd : ring_fds_) fd.store(-1, std::memory_order_relaxed);
    for (auto& fd : event_fds_) fd.store(-1, std::memory_order_relaxed);
  }
  void set(uint32_t shard, int ring_fd, int event_fd) {
    ring_fds_[shard].store(ring_fd, std::memory_order_release);
    event_fds_[shard].store(event_fd, std::memory_order_release);
  }
  int ring_fd(uint32_t shard) const { return ring_fds_[shard].load(std::memory_order_acquire); }
  int event_fd(uint32_t shard) const { return event_fds_[shard].load(std::memory_order_acquire); }

 private:
  std::vector<std::atomic<int>> ring_fds_;
  std::vector<std::atomic<int>> event_fds_;
};

}  // namespace klamm::reactor
