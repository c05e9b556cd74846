#pragma once

#include <liburing.h>
#include <pthread.h>

#include <cstdint>
#include <deque>
#include <expected>
#include <memory>
#include <vector>

#include "reactor/completion.h"
#include "reactor/io.h"
#include "reactor/io_error.h"
#include "reactor/ring_table.h"
#include "reactor/uring_options.h"

namespace klamm::reactor {

// An operation with a state of its own (several completions, or several steps), known to the ring by its address.
struct UringOperation : Completion {
  using OnCqe = void (*)(UringOperation& self, int32_t result, uint32_t cqe_flags);
  OnCqe on_cqe = nullptr;
};

// The ring of one shard: getting entries, submitting, waiting, reaping, wakes, the clock. Knows nothing of sockets or
// files.
//
// Reaping only records results and queues: a completion given by its user goes to the shard's ready queue, an
// operation's on_cqe may queue further entries but calls no user.
//
// Errors: open() returns errno of the system call that failed; what it means is said by feature_probe.h.
// @core owner
class UringCore {
 public:
  static std::expected<std::unique_ptr<UringCore>, IoError> open(const UringOptions& options, RingTable* table,
                                                                 uint32_t shard);
  ~UringCore();
  UringCore(const UringCore&) = delete;
  UringCore& operator=(const UringCore&) = delete;

  // Made on the shard's own thread only, as the kernel demands; a thread that runs the sleeping shard queues into
  // `spilled_` when the submission queue is full. A fresh entry, never null: submits what is queued when the queue is
  // full.
  io_uring_sqe* entry(Completion& done);
  io_uring_sqe* entry(UringOperation& operation);
  // An entry of whose completion only a failure is seen, and that is not minded.
  io_uring_sqe* silent_entry();
  // Cancels an operation; its own completion tells the rest.
  void cancel(UringOperation& operation);

  // Queues `done` on the shard's ready queue with this result.
  static void finish(Completion& done, int32_t result);

  void turn(int64_t deadline_ns, SleepBracket* bracket);
  void update_clocks();
  bool has_unsubmitted() const noexcept { return io_uring_sq_ready(&ring_) > 0 || !spilled_.empty(); }
  void wake(uint32_t shard);
  void interrupt() noexcept;
  bool has_completions() const noexcept;

  int64_t monotonic_ns() const { return monotonic_ns_; }
  int64_t wall_clock_ms() const { return wall_clock_ms_; }
  uint64_t completion_overflow_count() const { return overflow_count_; }
  uint64_t wake_count() const { return wake_count_; }
  bool knows_opcode(uint8_t opcode) const { return opcode < opcodes_.size() && opcodes_[opcode]; }
  uint32_t setup_flags() const { return ring_.flags; }
  io_uring& ring() { return ring_; }

 private:
  UringCore(RingTable* table, uint32_t shard) : table_(table), shard_(shard) {}
  IoResult<void> set_up(const UringOptions& options);
  io_uring_sqe* next_entry();
  void take_spilled();
  void read_event();
  void submit_without_waiting();
  void submit_and_wait(int64_t deadline_ns, SleepBracket* bracket);
  uint32_t publish_entries();
  void check_submitted(int result);
  void reap();
  void handle(uint64_t user_data, int32_t result, uint32_t cqe_flags);

  std::deque<io_uring_sqe> spilled_;
  pthread_t owner_{};
  io_uring ring_{};
  bool ring_open_ = false;
  RingTable* table_;
  uint32_t shard_;
  int event_fd_ = -1;
  uint64_t event_value_ = 0;
  int64_t monotonic_ns_ = 0;
  int64_t wall_clock_ms_ = 0;
  uint64_t overflow_count_ = 0;
  uint64_t wake_count_ = 0;
  std::vector<bool> opcodes_;
};

}  // namespace klamm::reactor
