#pragma once

#include <coroutine>
#include <cstdint>

#include "reactor/completion.h"
#include "reactor/timer.h"

namespace klamm::reactor {

// The awaiter of sleep_for and sleep_until.
// @core owner
class [[nodiscard]] SleepFor : CoroutineCompletion {
 public:
  explicit SleepFor(int64_t deadline_ns) : deadline_ns_(deadline_ns) {}
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> handle) {
    waiter = handle;
    timer_.arm(deadline_ns_, *this);
  }
  void await_resume() const noexcept {}

 private:
  int64_t deadline_ns_;
  Timer timer_;
};

// co_await sleep_for(ns): resumes after that time on the shard's monotonic clock. Nothing can end it early; a wait that
// must be cut short is an Event::wait_until.
SleepFor sleep_for(int64_t duration_ns);
SleepFor sleep_until(int64_t deadline_ns);

// The awaiter of yield_now.
// @core owner
class [[nodiscard]] YieldNow : CoroutineCompletion {
 public:
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> handle);
  void await_resume() const noexcept {}
};

// co_await yield_now(): lets everything else that is ready run first. For tasks that loop over much data.
inline YieldNow yield_now() {
  return {};
}

}  // namespace klamm::reactor
