#include "reactor/uring_core.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <limits>

#include "reactor/assert.h"
#include "reactor/kernel_clock.h"
#include "reactor/shard.h"

namespace klamm::reactor {

namespace {

// The kind of a completion is in the low bits of its user data; the rest is an address, or a shard number.
enum Tag : uint64_t {
  kTagCompletion = 0,
  kTagOperation = 1,
  kTagSilent = 2,
  kTagWoken = 3,       // another shard's MSG_RING
  kTagWakeFailed = 4,  // our MSG_RING did not go through; shard number above
  kTagEvent = 5,       // the event descriptor was written
};
constexpr uint64_t kTagMask = 7;
constexpr uint32_t kTagBits = 3;
static_assert(alignof(Completion) > kTagMask);

constexpr size_t kReapBatch = 64;

// liburing's own mark of a ring whose descriptor is registered (INT_FLAG_REG_RING); not in its public header.
constexpr uint8_t kIntFlagRegisteredRing = 1;

void write_event(int event_fd) noexcept {
  const uint64_t one = 1;
  if (event_fd < 0) return;
  [[maybe_unused]] const ssize_t written = ::write(event_fd, &one, sizeof(one));
}

// Best first: each next one is for kernels that lack what the one before asks for.
constexpr std::array<uint32_t, 3> kSetupFlags = {
    IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_TASKRUN_FLAG | IORING_SETUP_SUBMIT_ALL,
    IORING_SETUP_COOP_TASKRUN | IORING_SETUP_TASKRUN_FLAG | IORING_SETUP_SUBMIT_ALL,
    0,
};

}  // namespace

std::expected<std::unique_ptr<UringCore>, IoError> UringCore::open(const UringOptions& options, RingTable* table,
                                                                   uint32_t shard) {
  std::unique_ptr<UringCore> core(new UringCore(table, shard));
  if (IoResult<void> result = core->set_up(options); !result) return std::unexpected(result.error());
  return core;
}

IoResult<void> UringCore::set_up(const UringOptions& options) {
  int result = -EINVAL;
  for (const uint32_t flags : kSetupFlags) {
    io_uring_params params{};
    params.flags = flags | IORING_SETUP_CQSIZE | IORING_SETUP_CLAMP;
    params.cq_entries = options.completion_entry_count;
    result = io_uring_queue_init_params(options.submission_entry_count, &ring_, &params);
    if (result != -EINVAL) break;
  }
  if (result < 0) return std::unexpected(IoError{-result});
  ring_open_ = true;
  owner_ = ::pthread_self();
  event_fd_ = ::eventfd(0, EFD_CLOEXEC);
  if (event_fd_ < 0) return std::unexpected(IoError{errno});
  if (table_ != nullptr) table_->set(shard_, ring_.ring_fd, event_fd_);
  if (io_uring_probe* const probe = io_uring_get_probe_ring(&ring_)) {
    for (uint32_t op = 0; op < 256; ++op) {
      opcodes_.push_back(op < probe->ops_len && (probe->ops[op].flags & IO_URING_OP_SUPPORTED) != 0);
    }
    io_uring_free_probe(probe);
  }
  // An optimisation: spares a descriptor look-up per system call; refused where the limit of such descriptors is
  // reached.
  (void)io_uring_register_ring_fd(&ring_);
  update_clocks();
  read_event();
  return {};
}

UringCore::~UringCore() {
  if (table_ != nullptr) table_->set(shard_, -1, -1);
  if (ring_open_) io_uring_queue_exit(&ring_);
  if (event_fd_ >= 0) ::close(event_fd_);
}

io_uring_sqe* UringCore::next_entry() {
  io_uring_sqe* sqe = io_uring_get_sqe(&ring_);
  if (sqe == nullptr && !::pthread_equal(owner_, ::pthread_self())) return &spilled_.emplace_back();
  while (sqe == nullptr) {
    check_submitted(io_uring_submit(&ring_));
    sqe = io_uring_get_sqe(&ring_);
  }
  return sqe;
}

void UringCore::take_spilled() {
  for (; !spilled_.empty(); spilled_.pop_front()) *next_entry() = spilled_.front();
}

io_uring_sqe* UringCore::entry(Completion& done) {
  io_uring_sqe* const sqe = next_entry();
  sqe->user_data = reinterpret_cast<uint64_t>(&done) | kTagCompletion;
  return sqe;
}

io_uring_sqe* UringCore::entry(UringOperation& operation) {
  io_uring_sqe* const sqe = next_entry();
  sqe->user_data = reinterpret_cast<uint64_t>(&operation) | kTagOperation;
  return sqe;
}

io_uring_sqe* UringCore::silent_entry() {
  io_uring_sqe* const sqe = next_entry();
  sqe->user_data = kTagSilent;
  return sqe;
}

void UringCore::cancel(UringOperation& operation) {
  io_uring_sqe* const sqe = next_entry();
  io_uring_prep_cancel64(sqe, reinterpret_cast<uint64_t>(&operation) | kTagOperation, 0);
  sqe->flags |= IOSQE_CQE_SKIP_SUCCESS;
  sqe->user_data = kTagSilent;
}

void UringCore::finish(Completion& done, int32_t result) {
  done.result = result;
  Shard::current().ready(done);
}

void UringCore::read_event() {
  io_uring_sqe* const sqe = next_entry();
  io_uring_prep_read(sqe, event_fd_, &event_value_, sizeof(event_value_), 0);
  sqe->user_data = kTagEvent;
}

void UringCore::wake(uint32_t shard) {
  const int target = table_ != nullptr ? table_->ring_fd(shard) : -1;
  if (target < 0) return;
  ++wake_count_;
  io_uring_sqe* const sqe = next_entry();
  io_uring_prep_msg_ring(sqe, target, 0, kTagWoken, 0);
  sqe->flags |= IOSQE_CQE_SKIP_SUCCESS;
  sqe->user_data = uint64_t{shard} << kTagBits | kTagWakeFailed;
}

void UringCore::interrupt() noexcept {
  write_event(event_fd_);
}

bool UringCore::has_completions() const noexcept {
  constexpr uint32_t kNeedsEnter = IORING_SQ_CQ_OVERFLOW | IORING_SQ_TASKRUN;
  return io_uring_cq_ready(&ring_) > 0 || (__atomic_load_n(ring_.sq.kflags, __ATOMIC_RELAXED) & kNeedsEnter) != 0;
}

void UringCore::turn(int64_t deadline_ns, SleepBracket* bracket) {
  take_spilled();
  if (deadline_ns <= monotonic_ns_) {
    submit_without_waiting();
  } else {
    submit_and_wait(deadline_ns, bracket);
  }
  reap();
  update_clocks();
}

void UringCore::submit_without_waiting() {
  if (io_uring_sq_ready(&ring_) > 0 || has_completions()) check_submitted(io_uring_submit_and_get_events(&ring_));
}

// Shows the kernel the entries made so far; returns how many it has not taken yet. liburing does this inside its submit
// calls only, together with the wait.
uint32_t UringCore::publish_entries() {
  io_uring_sq& queue = ring_.sq;
  const uint32_t mask = *queue.kring_mask;
  uint32_t tail = *queue.ktail;
  for (; queue.sqe_head != queue.sqe_tail; ++queue.sqe_head) queue.array[tail++ & mask] = queue.sqe_head & mask;
  __atomic_store_n(queue.ktail, tail, __ATOMIC_RELEASE);
  return tail - __atomic_load_n(queue.khead, __ATOMIC_ACQUIRE);
}

// One system call submits and waits. It is made directly, since while it sleeps another thread may run this shard and
// queue entries: nothing of the ring may be touched between the brackets.
void UringCore::submit_and_wait(int64_t deadline_ns, SleepBracket* bracket) {
  const uint32_t entry_count = publish_entries();
  const int ring_fd = ring_.enter_ring_fd;
  const bool registered = (ring_.int_flags & kIntFlagRegisteredRing) != 0;
  const bool may_sleep = bracket == nullptr || bracket->before_sleep();
  __kernel_timespec timeout{};
  io_uring_getevents_arg argument{};
  argument.sigmask_sz = _NSIG / 8;
  if (deadline_ns != std::numeric_limits<int64_t>::max()) {
    const int64_t wait_ns = may_sleep ? std::max<int64_t>(deadline_ns - kernel_monotonic_ns(), 0) : 0;
    timeout = {wait_ns / 1'000'000'000, wait_ns % 1'000'000'000};
    argument.ts = reinterpret_cast<uint64_t>(&timeout);
  }
  uint32_t flags = IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG;
  if (registered) flags |= IORING_ENTER_REGISTERED_RING;
  const int result = io_uring_enter2(static_cast<unsigned>(ring_fd), entry_count, may_sleep ? 1 : 0, flags,
                                     reinterpret_cast<sigset_t*>(&argument), sizeof(argument));
  if (bracket != nullptr) bracket->after_sleep();
  check_submitted(result);
}

// EBUSY and EAGAIN: the kernel wants completions reaped first, or is short of memory; the next turn tries again.
void UringCore::check_submitted(int result) {
  if (result >= 0 || result == -ETIME || result == -EINTR) return;
  if (result == -EBUSY || result == -EAGAIN) {
    reap();
    return;
  }
  KLAMM_ASSERT(false, IoError{-result}.text());
}

void UringCore::reap() {
  struct Reaped {
    uint64_t user_data;
    int32_t result;
    uint32_t flags;
  };
  if ((__atomic_load_n(ring_.sq.kflags, __ATOMIC_RELAXED) & IORING_SQ_CQ_OVERFLOW) != 0) ++overflow_count_;
  // At most one ring full, so that a flood cannot hold the loop.
  for (uint32_t left = ring_.cq.ring_entries; left > 0;) {
    std::array<io_uring_cqe*, kReapBatch> cqes;
    std::array<Reaped, kReapBatch> reaped;
    const unsigned count = io_uring_peek_batch_cqe(&ring_, cqes.data(), std::min<uint32_t>(kReapBatch, left));
    if (count == 0) break;
    // Copied out first: handling may submit, which may reap.
    for (unsigned i = 0; i < count; ++i) reaped[i] = Reaped{cqes[i]->user_data, cqes[i]->res, cqes[i]->flags};
    io_uring_cq_advance(&ring_, count);
    for (unsigned i = 0; i < count; ++i) handle(reaped[i].user_data, reaped[i].result, reaped[i].flags);
    left -= count;
  }
}

void UringCore::handle(uint64_t user_data, int32_t result, uint32_t cqe_flags) {
  switch (user_data & kTagMask) {
    case kTagCompletion: {
      auto* const done = reinterpret_cast<Completion*>(user_data);
      done->flags = cqe_flags;
      finish(*done, result);
      return;
    }
    case kTagOperation: {
      auto* const operation = reinterpret_cast<UringOperation*>(user_data & ~kTagMask);
      operation->on_cqe(*operation, result, cqe_flags);
      return;
    }
    case kTagWakeFailed: {
      write_event(table_->event_fd(static_cast<uint32_t>(user_data >> kTagBits)));
      return;
    }
    case kTagEvent:
      read_event();
      return;
    default:
      return;
  }
}

void UringCore::update_clocks() {
  monotonic_ns_ = kernel_monotonic_ns();
  wall_clock_ms_ = kernel_wall_ms();
}

}  // namespace klamm::reactor
