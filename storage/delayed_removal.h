#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reactor/shard.h"
#include "reactor/task.h"
#include "reactor/timer.h"

namespace klamm::storage {

// Removes directories and files after a delay (file.delete.delay.ms), those that are due one after the other. What is
// still waiting at the end stays on the disk under its `-delete` or `.deleted` name, and the next start removes it.
// @core owner
class DelayedRemoval : reactor::Completion {
 public:
  explicit DelayedRemoval(reactor::Shard& shard);
  DelayedRemoval(const DelayedRemoval&) = delete;
  DelayedRemoval& operator=(const DelayedRemoval&) = delete;

  void add_directory(std::string path, int64_t delay_ms) { add(std::move(path), true, delay_ms); }
  void add_file(std::string path, int64_t delay_ms) { add(std::move(path), false, delay_ms); }
  size_t waiting_count() const { return waiting_.size(); }
  // Nothing more is begun.
  void stop();

 private:
  struct Waiting {
    std::string path;
    bool is_directory = false;
  };
  void add(std::string path, bool is_directory, int64_t delay_ms);
  static reactor::Task<void> remove(reactor::Io& io, std::vector<Waiting> due);
  void remove_due() noexcept;
  void arm();

  reactor::Shard& shard_;
  reactor::Timer timer_;
  std::multimap<int64_t, Waiting> waiting_;  // by when it is due
  bool is_stopped_ = false;
};

}  // namespace klamm::storage
