#include "reactor/runtime.h"

#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "reactor/epoll_io.h"
#include "reactor/feature_probe.h"
#include "reactor/uring_io.h"

namespace klamm::reactor {

namespace {

sigset_t stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

// Best effort: a core may have been taken away since the set was made.
void pin_to(int core) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(core, &mask);
  ::pthread_setaffinity_np(::pthread_self(), sizeof(mask), &mask);
}

}  // namespace

Runtime::Runtime(const RuntimeOptions& options, ShardMain main)
    : options_(options),
      main_(std::move(main)),
      ring_table_(shard_count()),
      mesh_(shard_count(), options.mesh_credits_per_pair),
      shards_(shard_count()),
      open_errors_(shard_count()),
      opened_(shard_count() + 1),
      left_(shard_count()),
      stop_fd_(::eventfd(0, EFD_CLOEXEC)) {
  if (options_.cores.shares_a_core() || options_.io == IoKind::kEpoll) options_.shard.spin_ns_max = 0;
}

Runtime::~Runtime() {
  request_stop();
  join();
  if (stop_fd_ >= 0) ::close(stop_fd_);
}

std::expected<std::unique_ptr<Runtime>, std::string> Runtime::start(const RuntimeOptions& options, ShardMain main) {
  std::unique_ptr<Runtime> runtime(new Runtime(options, std::move(main)));
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  for (ShardId id = 0; id < runtime->shard_count(); ++id) {
    runtime->threads_.emplace_back([self = runtime.get(), id] { self->run_shard(id); });
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  runtime->opened_.arrive_and_wait();
  for (const int error : runtime->open_errors_) {
    if (error != 0) return std::unexpected(runtime->why_not_opened(error));
  }
  return runtime;
}

std::string Runtime::why_not_opened(int error) const {
  if (options_.io == IoKind::kEpoll) return fmt::format("epoll cannot be used: {}.", IoError{error}.text());
  KernelFacts facts = probe_kernel();
  if (facts.ring_error == 0) facts.ring_error = error;
  return missing_feature(facts).value_or(IoError{error}.text()) + " With --io=epoll Klamm runs without it.";
}

IoResult<std::unique_ptr<Io>> Runtime::open_io(ShardId id) {
  if (options_.io == IoKind::kEpoll) return EpollIo::open(options_.epoll, &ring_table_, id);
  return UringIo::open(options_.uring, &ring_table_, id);
}

IoResult<void> Runtime::open_shard(ShardId id) {
  auto io = open_io(id);
  if (!io) return std::unexpected(io.error());
  shards_[id] = std::make_unique<Shard>(id, shard_count(), std::move(*io), &mesh_, options_.shard);
  mesh_.join(*shards_[id]);
  return {};
}

void Runtime::run_shard(ShardId id) {
  pin_to(options_.cores.cores[id]);
  ::pthread_setname_np(::pthread_self(), ("klamm-" + std::to_string(id)).c_str());
  if (const IoResult<void> result = open_shard(id); !result) {
    open_errors_[id] = result.error().code;
    open_failed_.store(true, std::memory_order_release);
  }
  opened_.arrive_and_wait();
  if (!open_failed_.load(std::memory_order_acquire)) {
    Shard& shard = *shards_[id];
    const Shard::Enter enter(shard);
    shard.spawn(main_(shard));
    shard.run();
  }
  // No Io closes while another shard may still wake it.
  left_.arrive_and_wait();
}

void Runtime::request_stop() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(stop_fd_, &one, sizeof(one));
  for (const auto& shard : shards_) {
    if (shard != nullptr) shard->request_stop();
  }
}

void Runtime::join() {
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void Runtime::block_stop_signals() {
  const sigset_t set = stop_signals();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

int Runtime::wait_for_stop_signal() {
  const sigset_t set = stop_signals();
  const int signal_fd = ::signalfd(-1, &set, SFD_CLOEXEC);
  pollfd waits[] = {{signal_fd, POLLIN, 0}, {stop_fd_, POLLIN, 0}};
  while (::poll(waits, 2, -1) < 0 && errno == EINTR) {
  }
  int signal = 0;
  signalfd_siginfo info{};
  if ((waits[0].revents & POLLIN) != 0 && ::read(signal_fd, &info, sizeof(info)) == sizeof(info)) {
    signal = static_cast<int>(info.ssi_signo);
  }
  ::close(signal_fd);
  request_stop();
  return signal;
}

}  // namespace klamm::reactor
