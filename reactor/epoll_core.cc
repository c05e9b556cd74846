#include "reactor/epoll_core.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

#include "reactor/assert.h"
#include "reactor/kernel_clock.h"
#include "reactor/shard.h"

namespace klamm::reactor {

namespace {

constexpr int64_t kForEver = -1;
constexpr int64_t kNsPerMs = 1'000'000;
constexpr uint32_t kEndEvents = EPOLLRDHUP | EPOLLHUP | EPOLLERR;

void write_event(int event_fd) noexcept {
  const uint64_t one = 1;
  if (event_fd < 0) return;
  [[maybe_unused]] const ssize_t written = ::write(event_fd, &one, sizeof(one));
}

}  // namespace

// ---- the line

void EpollLine::push(EpollWaiter& waiter) {
  KLAMM_ASSERT(!waiter.in_line);
  waiter.in_line = true;
  waiter.previous = last_;
  waiter.next = nullptr;
  (last_ != nullptr ? last_->next : first_) = &waiter;
  last_ = &waiter;
}

void EpollLine::remove(EpollWaiter& waiter) {
  KLAMM_ASSERT(waiter.in_line);
  waiter.in_line = false;
  (waiter.previous != nullptr ? waiter.previous->next : first_) = waiter.next;
  (waiter.next != nullptr ? waiter.next->previous : last_) = waiter.previous;
}

EpollWaiter* EpollLine::pop() {
  EpollWaiter* const waiter = first_;
  if (waiter != nullptr) remove(*waiter);
  return waiter;
}

// ---- set-up

IoResult<std::unique_ptr<EpollCore>> EpollCore::open(RingTable* table, uint32_t shard) {
  std::unique_ptr<EpollCore> core(new EpollCore(table, shard));
  if (IoResult<void> result = core->set_up(); !result) return std::unexpected(result.error());
  return core;
}

IoResult<void> EpollCore::set_up() {
  epoll_fd_ = ::epoll_create1(EPOLL_CLOEXEC);
  if (epoll_fd_ < 0) return std::unexpected(IoError{errno});
  event_fd_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (event_fd_ < 0) return std::unexpected(IoError{errno});
  // Edge-triggered: every write ends a wait, and the counter is never read.
  epoll_event event{};
  event.events = EPOLLIN | EPOLLET;
  event.data.fd = event_fd_;
  if (::epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, event_fd_, &event) != 0) return std::unexpected(IoError{errno});
  if (table_ != nullptr) table_->set(shard_, -1, event_fd_);
  update_clocks();
  return {};
}

EpollCore::~EpollCore() {
  if (table_ != nullptr) table_->set(shard_, -1, -1);
  if (epoll_fd_ >= 0) ::close(epoll_fd_);
  if (event_fd_ >= 0) ::close(event_fd_);
}

// ---- sockets

EpollSocket& EpollCore::socket(int fd) {
  const auto index = static_cast<size_t>(fd);
  if (index >= by_fd_.size()) by_fd_.resize(std::max(index + 1, by_fd_.size() * 2));
  if (by_fd_[index] != nullptr) return *by_fd_[index];
  EpollSocket* const made = sockets_.make();
  made->fd = fd;
  by_fd_[index] = made;
  // By descriptor, not by address: an event of a descriptor that was closed meanwhile finds nothing.
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.fd = fd;
  if (::epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, fd, &event) != 0 && errno != EEXIST) {
    made->error = errno;
    made->readable = true;  // what is there already can be read all the same
  }
  return *made;
}

void EpollCore::forget(int fd) {
  const auto index = static_cast<size_t>(fd);
  if (fd < 0 || index >= by_fd_.size() || by_fd_[index] == nullptr) return;
  KLAMM_ASSERT(by_fd_[index]->reader == nullptr && by_fd_[index]->first_sender == nullptr,
               "a socket is closed while it is in use");
  sockets_.free(by_fd_[index]);
  by_fd_[index] = nullptr;
}

void EpollCore::call_next_turn(EpollWaiter& waiter) {
  if (!waiter.in_line) next_turn_.push(waiter);
}

void EpollCore::call_no_more(EpollWaiter& waiter) {
  if (waiter.in_line) next_turn_.remove(waiter);
}

void EpollCore::finish(Completion& done, int32_t result) {
  done.result = result;
  Shard::current().ready(done);
}

// ---- the turn

void EpollCore::turn(int64_t deadline_ns, SleepBracket* bracket) {
  const bool may_wait = deadline_ns > monotonic_ns_ && next_turn_.empty();
  const int count = may_wait ? wait(deadline_ns, bracket) : wait_in_kernel(0);
  for (int i = 0; i < count; ++i) on_event(events_[static_cast<size_t>(i)]);
  call_line();
  update_clocks();
}

// Between the brackets another thread may run this shard: only the descriptor and the events are touched there, which
// that thread does not use.
int EpollCore::wait(int64_t deadline_ns, SleepBracket* bracket) {
  const bool may_sleep = bracket == nullptr || bracket->before_sleep();
  const bool has_deadline = deadline_ns != std::numeric_limits<int64_t>::max();
  int count = 0;
  do {
    int64_t wait_ns = 0;
    if (may_sleep) wait_ns = has_deadline ? std::max<int64_t>(deadline_ns - kernel_monotonic_ns(), 0) : kForEver;
    count = wait_in_kernel(wait_ns);
  } while (count < 0);
  if (bracket != nullptr) bracket->after_sleep();
  return count;
}

// The number of events; -1 when something interrupted it.
int EpollCore::wait_in_kernel(int64_t wait_ns) {
  int count = -1;
  if (wait_ns > 0 && has_fine_timeout_) {
    const timespec timeout{wait_ns / 1'000'000'000, wait_ns % 1'000'000'000};
    count = ::epoll_pwait2(epoll_fd_, events_.data(), kEventsMax, &timeout, nullptr);
    // A seccomp profile that is older than the call answers EPERM.
    if (count < 0 && (errno == ENOSYS || errno == EPERM)) has_fine_timeout_ = false;
  }
  if (wait_ns <= 0 || !has_fine_timeout_) {
    // Whole milliseconds, rounded up: a timer must not find that it is early, again and again.
    const int64_t wait_ms = wait_ns < 0 ? -1 : std::min<int64_t>((wait_ns + kNsPerMs - 1) / kNsPerMs, INT32_MAX);
    count = ::epoll_wait(epoll_fd_, events_.data(), kEventsMax, static_cast<int>(wait_ms));
  }
  KLAMM_ASSERT(count >= 0 || errno == EINTR, IoError{errno}.text());
  return count;
}

void EpollCore::on_event(const epoll_event& event) {
  const auto index = static_cast<size_t>(event.data.fd);
  if (index >= by_fd_.size() || by_fd_[index] == nullptr) return;  // the event descriptor, or closed
  EpollSocket& socket = *by_fd_[index];
  if ((event.events & kEndEvents) != 0) socket.ended = true;
  if ((event.events & (EPOLLIN | kEndEvents)) != 0) {
    socket.readable = true;
    if (socket.reader != nullptr) call_next_turn(*socket.reader);
  }
  if ((event.events & (EPOLLOUT | EPOLLHUP | EPOLLERR)) != 0 && !socket.writable) {
    socket.writable = true;
    if (socket.first_sender != nullptr) socket.first_sender->on_ready(*socket.first_sender);
  }
}

// Those that come into the line meanwhile have their turn in the next one.
void EpollCore::call_line() {
  const EpollWaiter* const last = next_turn_.last();
  while (EpollWaiter* const waiter = next_turn_.pop()) {
    waiter->on_ready(*waiter);
    if (waiter == last) break;
  }
}

void EpollCore::wake(uint32_t shard) {
  const int target = table_ != nullptr ? table_->event_fd(shard) : -1;
  if (target < 0) return;
  ++wake_count_;
  write_event(target);
}

void EpollCore::interrupt() noexcept {
  write_event(event_fd_);
}

void EpollCore::update_clocks() {
  monotonic_ns_ = kernel_monotonic_ns();
  wall_clock_ms_ = kernel_wall_ms();
}

}  // namespace klamm::reactor
