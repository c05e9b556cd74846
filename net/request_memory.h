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
// Everybody else waits, first in, first out.
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
  };

  explicit RequestMemory(uint64_t limit_bytes) : limit_bytes_(limit_bytes) {}
  ~RequestMemory();
  RequestMemory(const RequestMemory&) = delete;
  RequestMemory& operator=(const RequestMemory&) = delete;

  // Adds `bytes` to the charge. False: `self` is in the queue now and will be resumed to try again. Whoever holds the
  // overdraft is never refused, so that it can come to its end.
  bool try_charge(MemoryCharge& charge, uint64_t bytes, Waiter& self);
  void release(MemoryCharge& charge);
  // What is held beyond a lower bound stays until it is released.
  void set_limit(uint64_t limit_bytes);
  void cancel(Waiter& waiter);

  uint64_t held_bytes() const { return held_bytes_; }
  uint64_t limit_bytes() const { return limit_bytes_; }
  uint32_t waiting_count() const { return waiting_count_; }

 private:
  void enqueue(Waiter& waiter);
  void dequeue(Waiter& waiter);
  void resume_first();

  uint64_t limit_bytes_;
  uint64_t held_bytes_ = 0;
  bool overdraft_out_ = false;
  uint32_t waiting_count_ = 0;
  Waiter* first_ = nullptr;
  Waiter* last_ = nullptr;
};

}  // namespace klamm::net
