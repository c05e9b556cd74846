#pragma once

#include <cstdint>

#include "reactor/completion.h"

namespace klamm::reactor {

class TimerQueue;

// A deadline of one shard, owned by its user (a member or in a frame). Arming, cancelling or destroying one is O(log
// n). The callback runs from the loop itself at the moment the timer leaves the queue, so a cancelled timer never
// fires, not even one that is already due.
// @core owner
class Timer {
 public:
  Timer() = default;
  ~Timer() { cancel(); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  // Runs `completion`'s callback once the shard's monotonic clock has reached `deadline_ns`. Arming again moves it.
  // Timers of equal deadline fire in the order in which they were armed.
  void arm(int64_t deadline_ns, Completion& completion);
  // The same, for deadlines that must not starve behind other work (heartbeats): these fire first in every iteration of
  // the loop, before anything that is ready.
  void arm_urgent(int64_t deadline_ns, Completion& completion);
  void cancel();
  bool armed() const { return heap_index_ != kNotArmed; }
  int64_t deadline_ns() const { return deadline_ns_; }

 private:
  friend class TimerQueue;
  static constexpr uint32_t kNotArmed = UINT32_MAX;
  TimerQueue* queue_ = nullptr;
  Completion* completion_ = nullptr;
  int64_t deadline_ns_ = 0;
  uint32_t heap_index_ = kNotArmed;
};

}  // namespace klamm::reactor

#include "reactor/timer_queue.h"
