#include "net/request_memory.h"

#include <utility>

#include "protocol/assert.h"

namespace klamm::net {

RequestMemory::~RequestMemory() {
  KLAMM_ASSERT(waiting_count_ == 0, "a connection still waits for request memory");
  KLAMM_ASSERT(held_bytes_ == 0, "request memory is still held");
}

bool RequestMemory::try_charge(MemoryCharge& charge, uint64_t bytes, Waiter& self) {
  const bool is_small = charge.bytes + bytes <= kSmallBytes;
  // What was refused may come back with less, as its bytes came elsewhere meanwhile.
  if (self.waiting && self.is_small != is_small) {
    dequeue(self);
    line_of(!is_small).resume_first();
  }
  Line& line = line_of(is_small);
  const bool in_turn = line.first == nullptr || line.first == &self;
  const uint64_t others_bytes = is_small ? held_bytes_ - overdraft_bytes_ : held_bytes_;
  const bool fits = others_bytes + bytes <= (is_small ? limit_bytes_ : large_limit_bytes());
  const bool admitted = charge.overdraft || (in_turn && (fits || !overdraft_out_));
  if (!admitted) {
    if (!self.waiting) enqueue(self, is_small);
    return false;
  }
  if (!fits) {
    charge.overdraft = true;
    overdraft_out_ = true;
  }
  held_bytes_ += bytes;
  charge.bytes += bytes;
  if (charge.overdraft) overdraft_bytes_ = charge.bytes;
  if (self.waiting) {
    dequeue(self);
    line.resume_first();
  }
  return true;
}

void RequestMemory::release(MemoryCharge& charge) {
  KLAMM_ASSERT(held_bytes_ >= charge.bytes);
  held_bytes_ -= charge.bytes;
  if (charge.overdraft) {
    overdraft_out_ = false;
    overdraft_bytes_ = 0;
  }
  charge = {};
  resume_both();
}

void RequestMemory::hand_overdraft(MemoryCharge& from, MemoryCharge& to) {
  KLAMM_ASSERT(to.bytes == 0 && !to.overdraft);
  if (!from.overdraft) return;
  std::swap(from.overdraft, to.overdraft);
  overdraft_bytes_ = 0;
}

void RequestMemory::set_limit(uint64_t limit_bytes) {
  limit_bytes_ = limit_bytes;
  resume_both();
}

void RequestMemory::cancel(Waiter& waiter) {
  if (!waiter.waiting) return;
  dequeue(waiter);
  line_of(waiter.is_small).resume_first();
}

void RequestMemory::resume_both() {
  small_.resume_first();
  large_.resume_first();
}

void RequestMemory::enqueue(Waiter& waiter, bool is_small) {
  Line& line = line_of(is_small);
  waiter.waiting = true;
  waiter.is_small = is_small;
  waiter.previous = line.last;
  waiter.next = nullptr;
  (line.last != nullptr ? line.last->next : line.first) = &waiter;
  line.last = &waiter;
  ++waiting_count_;
}

void RequestMemory::dequeue(Waiter& waiter) {
  Line& line = line_of(waiter.is_small);
  (waiter.previous != nullptr ? waiter.previous->next : line.first) = waiter.next;
  (waiter.next != nullptr ? waiter.next->previous : line.last) = waiter.previous;
  waiter.previous = waiter.next = nullptr;
  waiter.waiting = false;
  --waiting_count_;
}

}  // namespace klamm::net
