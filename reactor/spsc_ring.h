#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "reactor/assert.h"

namespace klamm::reactor {

// A ring of pointers from one thread to one other. A slot that is not null is full, so the two sides share no index and
// a batch of eight messages moves one cache line; each side's position is its own and lives apart (`Producer`,
// `Consumer`). The ring is never full: the mesh's credits bound what is under way, and a slot is cleared before the
// credit of its message goes back.
//
// The way of "FastForward for efficient pipeline parallelism" (Giacomoni, Moseley, Vachharajani, PPoPP 2008).
class SpscRing {
 public:
  SpscRing(std::atomic<void*>* slots, uint32_t slot_count) : slots_(slots), mask_(slot_count - 1) {}

  // @core producer
  void push(uint32_t& position, void* message) {
    std::atomic<void*>& slot = slots_[position++ & mask_];
    KLAMM_ASSERT(slot.load(std::memory_order_relaxed) == nullptr, "a mesh ring overran its credits");
    slot.store(message, std::memory_order_release);
  }
  // @core consumer. Null when there is none.
  void* pop(uint32_t& position) {
    std::atomic<void*>& slot = slots_[position & mask_];
    void* const message = slot.load(std::memory_order_acquire);
    if (message == nullptr) return nullptr;
    slot.store(nullptr, std::memory_order_relaxed);
    ++position;
    return message;
  }
  // @core consumer
  bool has_next(uint32_t position) const { return slots_[position & mask_].load(std::memory_order_acquire) != nullptr; }
  uint32_t slot_count() const { return mask_ + 1; }

 private:
  std::atomic<void*>* slots_;
  uint32_t mask_;
};

}  // namespace klamm::reactor
