#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "reactor/log.h"

namespace klamm::reactor::detail {

// The lines of one thread on their way to the log thread: single producer, single consumer.
// Memory: kSlotCount KiB, resident as used. A ring whose thread has ended is given to a later thread.
class LogRing {
 public:
  static constexpr uint32_t kSlotCount = 256;
  struct Slot {
    int64_t wall_clock_ms;
    int32_t shard;
    LogLevel level;
    uint16_t length;
    std::array<char, kLogLineBytesMax> text;
  };

  // @core producer. Null when full: the line is counted as dropped.
  Slot* begin_push() {
    const uint32_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == kSlotCount) {
      dropped_.fetch_add(1, std::memory_order_relaxed);
      return nullptr;
    }
    return &slots_[tail % kSlotCount];
  }
  // Sequentially consistent: the look at LogWake::sleeping that follows must not come before it.
  void end_push() { tail_.store(tail_.load(std::memory_order_relaxed) + 1, std::memory_order_seq_cst); }

  // @core consumer: the lines that are there, then taking the first `count` of them away.
  uint32_t count() const { return tail_.load(std::memory_order_seq_cst) - head_.load(std::memory_order_relaxed); }
  const Slot& at(uint32_t index) const { return slots_[(head_.load(std::memory_order_relaxed) + index) % kSlotCount]; }
  void pop(uint32_t count) { head_.store(head_.load(std::memory_order_relaxed) + count, std::memory_order_release); }
  uint64_t take_dropped() { return dropped_.exchange(0, std::memory_order_relaxed); }

  LogRing* next_ring = nullptr;  // in the list of all; never changes once there
  std::atomic<bool> in_use{true};

 private:
  alignas(64) std::atomic<uint32_t> head_{0};
  alignas(64) std::atomic<uint32_t> tail_{0};
  alignas(64) std::atomic<uint64_t> dropped_{0};
  std::array<Slot, kSlotCount> slots_;
};

// Every ring there is, newest first.
LogRing* first_log_ring();

// Whether a LogThread takes lines from the rings, and how a producer wakes it.
struct LogWake {
  std::atomic<bool> has_thread{false};
  std::atomic<uint32_t> sleeping{0};
  std::atomic<uint64_t> dropped_count{0};  // lines, over all rings, as far as they were taken
};
LogWake& log_wake();

}  // namespace klamm::reactor::detail
