#pragma once

#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "reactor/completion.h"
#include "reactor/io.h"
#include "reactor/io_error.h"
#include "reactor/object_pool.h"
#include "reactor/ring_table.h"

namespace klamm::reactor {

// What waits until its socket is ready, and is then called from turn(). It may be put into the line of those that are
// called in the next turn without an event: it has more to do than its share of a turn, or it knows that the socket is
// ready already.
struct EpollWaiter {
  using OnReady = void (*)(EpollWaiter& self);
  OnReady on_ready = nullptr;
  EpollWaiter* next_sender = nullptr;  // the socket's line of senders
  EpollWaiter* previous = nullptr;     // the line of the next turn
  EpollWaiter* next = nullptr;
  bool in_line = false;
};

// The line of the next turn, first in first out.
class EpollLine {
 public:
  bool empty() const { return first_ == nullptr; }
  EpollWaiter* last() const { return last_; }
  void push(EpollWaiter& waiter);
  void remove(EpollWaiter& waiter);
  EpollWaiter* pop();

 private:
  EpollWaiter* first_ = nullptr;
  EpollWaiter* last_ = nullptr;
};

// One socket that this shard has used. It is told to epoll once, edge-triggered and for both directions, so that going
// on costs no system call; what the last event or call said is remembered here.
struct EpollSocket {
  int fd = -1;
  bool readable = false;  // a read may find something
  bool writable = true;   // the last write was not refused
  bool ended = false;     // the end of what comes, or an error, waits behind what is to be read
  int error = 0;          // epoll did not take it: nothing can wait for it
  EpollWaiter* reader = nullptr;
  EpollWaiter* first_sender = nullptr;  // at work; the others follow in line
  EpollWaiter* last_sender = nullptr;
};

// The epoll of one shard: which sockets are ready, waiting, wakes, the clock. Knows nothing of bytes.
//
// Everything but turn() may be called by the thread that runs the sleeping shard, while the shard's own thread waits in
// epoll: the kernel takes new sockets meanwhile.
//
// @core owner
class EpollCore {
 public:
  static IoResult<std::unique_ptr<EpollCore>> open(RingTable* table, uint32_t shard);
  ~EpollCore();
  EpollCore(const EpollCore&) = delete;
  EpollCore& operator=(const EpollCore&) = delete;

  // The socket of this descriptor, made known to epoll when it is new; EpollSocket::error when that fails (ENOSPC,
  // ENOMEM).
  EpollSocket& socket(int fd);
  // Before the descriptor is closed.
  void forget(int fd);
  // Calls on_ready in the next turn.
  void call_next_turn(EpollWaiter& waiter);
  // Takes it out of that line, if it is there.
  void call_no_more(EpollWaiter& waiter);

  // Queues `done` on the shard's ready queue with this result.
  static void finish(Completion& done, int32_t result);

  void turn(int64_t deadline_ns, SleepBracket* bracket);
  void update_clocks();
  bool has_waiting_calls() const noexcept { return !next_turn_.empty(); }
  void wake(uint32_t shard);
  void interrupt() noexcept;
  // Ends a wait, as interrupt() does; for threads that bring results.
  int event_fd() const { return event_fd_; }

  int64_t monotonic_ns() const { return monotonic_ns_; }
  int64_t wall_clock_ms() const { return wall_clock_ms_; }
  uint64_t wake_count() const { return wake_count_; }

 private:
  static constexpr int kEventsMax = 256;

  EpollCore(RingTable* table, uint32_t shard) : table_(table), shard_(shard) {}
  IoResult<void> set_up();
  int wait(int64_t deadline_ns, SleepBracket* bracket);
  int wait_in_kernel(int64_t wait_ns);
  void on_event(const epoll_event& event);
  void call_line();

  RingTable* table_;
  uint32_t shard_;
  int epoll_fd_ = -1;
  int event_fd_ = -1;
  bool has_fine_timeout_ = true;     // epoll_pwait2(2), of Linux 5.11
  std::vector<EpollSocket*> by_fd_;  // null: not known
  ObjectPool<EpollSocket> sockets_;
  EpollLine next_turn_;
  std::array<epoll_event, kEventsMax> events_;
  int64_t monotonic_ns_ = 0;
  int64_t wall_clock_ms_ = 0;
  uint64_t wake_count_ = 0;
};

}  // namespace klamm::reactor
