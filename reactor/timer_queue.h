#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "reactor/timer.h"

namespace klamm::reactor {

// The armed timers of one shard: a 4-ary heap by (deadline, order of arming), each timer knowing its place in it.
// Memory: 24 bytes per armed timer, kept for reuse. Bounded by the number of Timer objects that their owners hold.
// @core owner
class TimerQueue {
 public:
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

  TimerQueue() = default;
  TimerQueue(const TimerQueue&) = delete;
  TimerQueue& operator=(const TimerQueue&) = delete;
  ~TimerQueue();

  bool empty() const { return heap_.empty(); }
  size_t size() const { return heap_.size(); }
  int64_t next_deadline_ns() const { return heap_.empty() ? kNever : heap_.front().deadline_ns; }

  void arm(Timer& timer, int64_t deadline_ns, Completion& completion);
  void cancel(Timer& timer);
  // Runs the callbacks of the timers that are due at `now_ns`, earliest first, and at most as many as were armed at the
  // call, so that a timer which re-arms itself in the past cannot hold the loop. Returns how many ran.
  uint32_t expire(int64_t now_ns);

 private:
  struct Entry {
    int64_t deadline_ns;
    uint64_t order;
    Timer* timer;
    bool before(const Entry& other) const {
      return deadline_ns != other.deadline_ns ? deadline_ns < other.deadline_ns : order < other.order;
    }
  };
  void place(size_t index, const Entry& entry);
  void sift_up(size_t index, Entry entry);
  void sift_down(size_t index, Entry entry);
  void remove_at(size_t index);

  std::vector<Entry> heap_;
  uint64_t next_order_ = 0;
};

}  // namespace klamm::reactor
