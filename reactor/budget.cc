#include "reactor/budget.h"

#include "reactor/assert.h"
#include "reactor/shard.h"

namespace klamm::reactor {

Budget::~Budget() {
  KLAMM_ASSERT(first_ == nullptr, "a budget is destroyed while a task waits for it");
}

bool Budget::try_acquire(uint64_t amount) {
  if (first_ != nullptr || !fits(amount)) return false;
  held_ += amount;
  return true;
}

void Budget::Acquire::await_suspend(std::coroutine_handle<> handle) {
  waiter = handle;
  (budget_.last_ != nullptr ? budget_.last_->next_waiter_ : budget_.first_) = this;
  budget_.last_ = this;
  ++budget_.waiting_count_;
}

void Budget::release(uint64_t amount) {
  KLAMM_ASSERT(amount <= held_);
  held_ -= amount;
  admit_waiters();
}

void Budget::admit_waiters() {
  while (first_ != nullptr && fits(first_->amount_)) {
    Acquire& admitted = *first_;
    first_ = admitted.next_waiter_;
    if (first_ == nullptr) last_ = nullptr;
    --waiting_count_;
    held_ += admitted.amount_;
    Shard::current().ready(admitted);
  }
}

}  // namespace klamm::reactor
