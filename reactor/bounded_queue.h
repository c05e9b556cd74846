#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace klamm::reactor {

// Things on their way from one thread (or from a shard, whichever thread runs it) to one other that may be slow: when
// it is full, a thing is dropped and counted, and nobody waits. Limits: kSlotCount things, bytes_max of memory by what
// push() is told.
template <class T>
class BoundedQueue {
 public:
  static constexpr uint32_t kSlotCount = 1024;

  explicit BoundedQueue(size_t bytes_max) : bytes_max_(bytes_max) {}

  // @core producer. False: it was dropped.
  bool push(std::unique_ptr<T> thing, size_t bytes) {
    const uint32_t tail = tail_.load(std::memory_order_relaxed);
    const bool is_full = tail - head_.load(std::memory_order_acquire) == kSlotCount ||
                         queued_bytes_.load(std::memory_order_relaxed) + bytes > bytes_max_;
    if (is_full) {
      dropped_.fetch_add(1, std::memory_order_relaxed);
      return false;
    }
    queued_bytes_.fetch_add(bytes, std::memory_order_relaxed);
    slots_[tail % kSlotCount] = {std::move(thing), bytes};
    // Sequentially consistent: a look at whether the consumer sleeps may follow (wake_log_thread).
    tail_.store(tail + 1, std::memory_order_seq_cst);
    return true;
  }

  // @core consumer. Null: none is there.
  std::unique_ptr<T> pop() {
    const uint32_t head = head_.load(std::memory_order_relaxed);
    if (tail_.load(std::memory_order_seq_cst) == head) return nullptr;
    Slot& slot = slots_[head % kSlotCount];
    std::unique_ptr<T> thing = std::move(slot.thing);
    queued_bytes_.fetch_sub(slot.bytes, std::memory_order_relaxed);
    head_.store(head + 1, std::memory_order_release);
    return thing;
  }

  // @core consumer: those dropped since it was asked last.
  uint64_t take_dropped() { return dropped_.exchange(0, std::memory_order_relaxed); }

 private:
  struct Slot {
    std::unique_ptr<T> thing;
    size_t bytes = 0;
  };
  const size_t bytes_max_;
  alignas(64) std::atomic<uint32_t> head_{0};
  alignas(64) std::atomic<uint32_t> tail_{0};
  std::atomic<size_t> queued_bytes_{0};
  std::atomic<uint64_t> dropped_{0};
  std::array<Slot, kSlotCount> slots_;
};

}  // namespace klamm::reactor
