#pragma once

#include <cstdint>

#include "net/options.h"
#include "net/request_slot.h"

namespace klamm::net {

// Told of every request at its end, once, whatever became of it, while all of it is still there.
class RequestEnds {
 public:
  virtual void on_end(RequestSlot& slot) noexcept = 0;

 protected:
  ~RequestEnds() = default;
};

// The requests of one connection that are under way, in request order, and the rules of their order: one in execution
// at a time, except that a request which overlaps (Produce) may start once the append of the one before it has ended;
// answers leave in request order whatever the order in which they become ready.
// @core owner
class ResponseQueue {
 public:
  ResponseQueue(RequestSlotPool& slots, RequestEnds& ends) : slots_(slots), ends_(ends) {}
  ResponseQueue(const ResponseQueue&) = delete;
  ResponseQueue& operator=(const ResponseQueue&) = delete;
  ~ResponseQueue();

  // Whether the next request may start now.
  bool may_start(bool overlaps) const;
  // Whether a large request may be received now: it could start with nothing but already started appends before it.
  bool may_receive_large(bool overlaps) const;

  RequestSlot* start(bool overlaps);
  // The handler's answer is there.
  void finish(RequestSlot& slot, Response response);
  void append_ended(RequestSlot& slot) { slot.has_append_ended = true; }

  enum class Front : uint8_t { kEmpty, kWaits, kSend, kClose };
  // What the oldest answer wants. Those that send nothing are dropped on the way.
  Front settle_front();
  // Marks the ready answers at the front (at most kOverlapMax) as being sent. Returns how many; the first is front().
  uint32_t begin_send(int64_t now_ns);
  // `have_left`: to their end. Result: the bytes that were being sent.
  uint64_t end_send(int64_t now_ns, bool have_left = true);
  // Drops every answer that is ready and not being sent.
  void discard_ready();

  RequestSlot* front() { return first_; }
  const RequestSlot* front() const { return first_; }
  uint32_t executing_count() const { return executing_; }
  bool is_sending() const { return sending_ != 0; }
  bool empty() const { return first_ == nullptr; }

 private:
  void pop_front();
  void end(RequestSlot* slot);

  RequestSlotPool& slots_;
  RequestEnds& ends_;
  RequestSlot* first_ = nullptr;
  RequestSlot* last_ = nullptr;
  uint32_t count_ = 0;
  uint32_t executing_ = 0;
  uint32_t sending_ = 0;
  uint32_t not_overlapping_ = 0;  // slots in the list that do not overlap
  uint64_t unsent_bytes_ = 0;     // of answers that are ready or being sent
};

}  // namespace klamm::net
