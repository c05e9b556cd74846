#include "reactor/event.h"

#include "reactor/assert.h"
#include "reactor/shard.h"

namespace klamm::reactor {

Event::~Event() {
  KLAMM_ASSERT(first_ == nullptr, "an event is destroyed while a task waits for it");
}

void Event::set() {
  set_ = true;
  while (first_ != nullptr) {
    Waiter& waiter = *first_;
    remove(waiter);
    if (waiter.timer != nullptr) waiter.timer->cancel();
    waiter.told = true;
    Shard::current().ready(waiter);
  }
}

void Event::add(Waiter& waiter) {
  waiter.previous_waiter = last_;
  waiter.next_waiter = nullptr;
  (last_ != nullptr ? last_->next_waiter : first_) = &waiter;
  last_ = &waiter;
}

void Event::remove(Waiter& waiter) {
  (waiter.previous_waiter != nullptr ? waiter.previous_waiter->next_waiter : first_) = waiter.next_waiter;
  (waiter.next_waiter != nullptr ? waiter.next_waiter->previous_waiter : last_) = waiter.previous_waiter;
}

void Event::WaitUntil::await_suspend(std::coroutine_handle<> handle) {
  waiter = handle;
  timer = &deadline_;
  event_.add(*this);
  expiry_.owner = this;
  expiry_.callback = [](Completion* self) noexcept {
    WaitUntil* const owner = static_cast<Expiry*>(self)->owner;
    owner->event_.remove(*owner);
    owner->waiter.resume();
  };
  deadline_.arm(deadline_ns_, expiry_);
}

}  // namespace klamm::reactor
