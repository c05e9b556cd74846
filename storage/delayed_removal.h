#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reactor/shard.h"
#include "reactor/timer.h"

namespace klamm::storage {

// Removes directories after a delay (file.delete.delay.ms). What is still waiting at the end stays on the disk under
// its
// `-delete` name, and the next start removes it.
// @core owner
class DelayedRemoval : reactor::Completion {
 public:
  explicit DelayedRemoval(reactor::Shard& shard);
  DelayedRemoval(const DelayedRemoval&) = delete;
  DelayedRemoval& operator=(const DelayedRemoval&) = delete;

  void add(std::string path, int64_t delay_ms);
  size_t waiting_count() const { return waiting_.size(); }
  // Nothing more is removed.
  void stop();

 private:
  struct Waiting {
    int64_t due_ns = 0;
    std::string path;
  };
  void remove_due() noexcept;
  void arm();

  reactor::Shard& shard_;
  reactor::Timer timer_;
  std::vector<Waiting> waiting_;
};

}  // namespace klamm::storage
