#pragma once

#include <cstdint>

namespace klamm::net {

// What one block of request memory is charged. Belongs to the block.
struct MemoryCharge {
  uint64_t bytes = 0;
  bool overdraft = false;
};

// The bound on the memory that requests of one shard hold (its part of queued.max.request.bytes). A frame is charged as
// its memory grows with what arrives, so a length that is only claimed costs nothing. When the bound is reached one
// frame at a time may go beyond it (the overdraft); so the total never exceeds the bound by more than one frame, any
// one legal request is admitted when nothing else is held, and half-received frames cannot block each other for good.
// Everybody else waits, first in, first out; the small (up to kSmallBytes) and the large in a line each.
//
// A part of the bound (an eighth) is for the small alone, and what the overdraft holds does not count against them: so
// large requests that are sent slowly, or never to their end, do not stop the small ones of everybody else.
// @core owner
class RequestMemory {
 public:
  // Somebody who waits, by embedding. `resume` is called when it is worth trying again, inside another's release():
  // it must only schedule the try.
  struct Waiter {
    void (*resume)(Waiter&) noexcept = nullptr;
    Waiter* previous = nullptr;
    Waiter* next = nullptr;
    bool waiting = false;
    bool is_small = false;  // which line it waits in
  };

  static constexpr uint64_t kSmallBytes = uint64_t{64} << 10;

  explicit RequestMemory(uint64_t limit_bytes) : limit_bytes_(limit_bytes) {}
  ~RequestMemory();
  RequestMemory(const RequestMemory&) = delete;
  RequestMemory& operator=(const RequestMemory&) = delete;

  // Adds `bytes` to the charge. False: `self` is in a line now and will be resumed to try again. Whoever holds the
  // overdraft is never refused, so that it can come to its end.
  bool try_charge(MemoryCharge& charge, uint64_t bytes, Waiter& self);
  void release(MemoryCharge& charge);
  // `to`, which holds nothing yet, goes beyond the bound instead of `from`, if that does.
  void hand_overdraft(MemoryCharge& from, MemoryCharge& to);
  // What is held beyond a lower bound stays until it is released.
  void set_limit(uint64_t limit_bytes);
  void cancel(Waiter& waiter);

  uint64_t held_bytes() const { return held_bytes_; }
  uint64_t limit_bytes() const { return limit_bytes_; }
  uint32_t waiting_count() const { return waiting_count_; }
  // What the large ones may hold together.
  uint64_t large_limit_bytes() const { return limit_bytes_ - limit_bytes_ / 8; }

 private:
  struct Line {
    Waiter* first = nullptr;
    Waiter* last = nullptr;
    void resume_first() {
      if (first != nullptr) first->resume(*first);
    }
  };
  Line& line_of(bool is_small) { return is_small ? small_ : large_; }
  void enqueue(Waiter& waiter, bool is_small);
  void dequeue(Waiter& waiter);
  void resume_both();

  uint64_t limit_bytes_;
  uint64_t held_bytes_ = 0;
  uint64_t overdraft_bytes_ = 0;  // of them, those of the one that may go beyond
  bool overdraft_out_ = false;
  uint32_t waiting_count_ = 0;
  Line small_;
  Line large_;
};

}  // namespace klamm::net
