#pragma once

#include <coroutine>
#include <cstdint>

#include "reactor/completion.h"
#include "reactor/timer.h"

namespace klamm::reactor {

// Set once (or many times); waiters resume when it is set, in the order in which they came, from the ready queue and
// never inside set(). Awaiting a set event does not suspend. Must not be destroyed while someone waits.
// @core owner
class Event {
 public:
  class Wait;
  class WaitUntil;

  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event();

  void set();
  void reset() { set_ = false; }
  bool is_set() const { return set_; }
  bool has_waiters() const { return first_ != nullptr; }
  Wait wait();                                // co_await -> void
  WaitUntil wait_until(int64_t deadline_ns);  // co_await -> bool: whether it was set (false: the time came first)

 private:
  struct Waiter : CoroutineCompletion {
    Waiter* previous_waiter = nullptr;
    Waiter* next_waiter = nullptr;
    Timer* timer = nullptr;
    bool told = false;  // by set(), and not by the timer
  };
  void add(Waiter& waiter);
  void remove(Waiter& waiter);

  bool set_ = false;
  Waiter* first_ = nullptr;
  Waiter* last_ = nullptr;
};

class [[nodiscard]] Event::Wait : Event::Waiter {
 public:
  explicit Wait(Event& event) : event_(event) {}
  bool await_ready() const noexcept { return event_.is_set(); }
  void await_suspend(std::coroutine_handle<> handle) {
    waiter = handle;
    event_.add(*this);
  }
  void await_resume() const noexcept {}

 private:
  Event& event_;
};

class [[nodiscard]] Event::WaitUntil : Event::Waiter {
 public:
  WaitUntil(Event& event, int64_t deadline_ns) : event_(event), deadline_ns_(deadline_ns) {}
  bool await_ready() const noexcept { return event_.is_set(); }
  void await_suspend(std::coroutine_handle<> handle);
  bool await_resume() const noexcept { return told || event_.is_set(); }

 private:
  struct Expiry : Completion {
    WaitUntil* owner = nullptr;
  };
  Event& event_;
  int64_t deadline_ns_;
  Timer deadline_;
  Expiry expiry_;
};

inline Event::Wait Event::wait() {
  return Wait(*this);
}
inline Event::WaitUntil Event::wait_until(int64_t deadline_ns) {
  return WaitUntil(*this, deadline_ns);
}

}  // namespace klamm::reactor
