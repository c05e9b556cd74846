#include "net/request_memory.h"

#include "protocol/assert.h"

namespace klamm::net {

RequestMemory::~RequestMemory() {
  KLAMM_ASSERT(first_ == nullptr, "a connection still waits for request memory");
  KLAMM_ASSERT(held_bytes_ == 0, "request memory is still held");
}

bool RequestMemory::try_charge(MemoryCharge& charge, uint64_t bytes, Waiter& self) {
  const bool in_turn = first_ == nullptr || first_ == &self;
  const bool fits = held_bytes_ + bytes <= limit_bytes_;
  const bool admitted = charge.overdraft || (in_turn && (fits || !overdraft_out_));
  if (!admitted) {
    if (!self.waiting) enqueue(self);
    return false;
  }
  if (!fits) {
    charge.overdraft = true;
    overdraft_out_ = true;
  }
  held_bytes_ += bytes;
  charge.bytes += bytes;
  if (self.waiting) {
    dequeue(self);
    resume_first();
  }
  return true;
}

void RequestMemory::release(MemoryCharge& charge) {
  KLAMM_ASSERT(held_bytes_ >= charge.bytes);
  held_bytes_ -= charge.bytes;
  if (charge.overdraft) overdraft_out_ = false;
  charge = {};
  resume_first();
}

void RequestMemory::set_limit(uint64_t limit_bytes) {
  limit_bytes_ = limit_bytes;
  resume_first();
}

void RequestMemory::cancel(Waiter& waiter) {
  if (!waiter.waiting) return;
  dequeue(waiter);
  resume_first();
}

void RequestMemory::resume_first() {
  if (first_ != nullptr) first_->resume(*first_);
}

void RequestMemory::enqueue(Waiter& waiter) {
  waiter.waiting = true;
  waiter.previous = last_;
  waiter.next = nullptr;
  (last_ != nullptr ? last_->next : first_) = &waiter;
  last_ = &waiter;
  ++waiting_count_;
}

void RequestMemory::dequeue(Waiter& waiter) {
  (waiter.previous != nullptr ? waiter.previous->next : first_) = waiter.next;
  (waiter.next != nullptr ? waiter.next->previous : last_) = waiter.previous;
  waiter.previous = waiter.next = nullptr;
  waiter.waiting = false;
  --waiting_count_;
}

}  // namespace klamm::net
