#pragma once

#include <cstdint>
#include <deque>

#include "reactor/event.h"
#include "reactor/task.h"

namespace klamm::storage {

// Lets so many of a shard's logs sync their sealed segments at a time, in the order in which they came: each has a
// descriptor open meanwhile, and thousands of logs may roll, or be recovered, at once.
// @core owner
class SyncTurns {
 public:
  explicit SyncTurns(uint32_t count) : free_(count) {}

  reactor::Task<void> take() {
    if (free_ > 0) {
      --free_;
      co_return;
    }
    reactor::Event turn;
    line_.push_back(&turn);
    co_await turn.wait();
  }
  // Hands it to the next one in the line.
  void give_back() {
    if (line_.empty()) {
      ++free_;
      return;
    }
    line_.front()->set();
    line_.pop_front();
  }

 private:
  uint32_t free_;
  std::deque<reactor::Event*> line_;
};

}  // namespace klamm::storage
