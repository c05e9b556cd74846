#pragma once

#include <coroutine>
#include <cstdint>

// One operation in flight, owned by whoever started it: it is a member of a connection, a segment or a coroutine frame,
// so starting an operation allocates nothing. Reaping the ring only copies the result and queues the completion;
// callbacks run afterwards from the shard's ready queue, so no callback runs inside another's stack.
//
// @core owner: the shard whose Io it was given to. It must stay where it is until its callback has run.
namespace klamm::reactor {

struct Completion {
  using Callback = void (*)(Completion*) noexcept;

  Callback callback = nullptr;
  Completion* next = nullptr;  // link of the queue it is in; belongs to the reactor while queued
  int32_t result = 0;          // bytes or descriptor, or -errno
  uint32_t flags = 0;          // driver flags (CQE flags in UringIo)
};

// A Completion that resumes a coroutine.
struct CoroutineCompletion : Completion {
  std::coroutine_handle<> waiter;
  CoroutineCompletion() noexcept {
    callback = [](Completion* self) noexcept { static_cast<CoroutineCompletion*>(self)->waiter.resume(); };
  }
};

}  // namespace klamm::reactor
