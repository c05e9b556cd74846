#include "bench/load/load_run.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bench/load/load_connection.h"
#include "bench/load/requests.h"
#include "bench/load/sockets.h"

namespace klamm::load {
namespace {

constexpr int64_t kNsPerSecond = 1'000'000'000;

int64_t now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * kNsPerSecond + now.tv_nsec;
}

double own_cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

class Run {
 public:
  Run(const Options& options, std::vector<protocol::Buffer> requests)
      : options_(options), requests_(std::move(requests)), read_buffer_(size_t{1} << 20) {
    expects_answer_ = options.api != Api::kProduce || options.acks != 0;
  }
  ~Run() {
    for (const auto& connection : connections_) ::close(connection->fd());
    if (epoll_ >= 0) ::close(epoll_);
  }

  std::expected<Result, std::string> run();

 private:
  std::expected<void, std::string> connect_all();
  void issue_due(int64_t now);
  void fill(LoadConnection& connection, int64_t now);
  bool send_one(LoadConnection& connection, int64_t due_ns);
  void serve(const epoll_event& event);
  void read_from(LoadConnection& connection);
  void watch(LoadConnection& connection, bool writable);
  void fail(std::string_view what);
  bool all_are(uint64_t count) const { return options_.request_count != 0 && count >= options_.request_count; }
  std::optional<timespec> time_to_wait(int64_t now) const;

  const Options& options_;
  std::vector<protocol::Buffer> requests_;
  std::vector<std::byte> read_buffer_;
  std::vector<std::unique_ptr<LoadConnection>> connections_;
  int epoll_ = -1;
  bool expects_answer_ = true;
  int64_t measure_from_ns_ = 0;
  int64_t end_ns_ = 0;
  double interval_ns_ = 0;
  int64_t first_due_ns_ = 0;
  uint64_t issued_ = 0;  // open loop
  uint64_t sent_ = 0;
  uint64_t ended_ = 0;
  std::string error_;
  Result result_;
};

std::expected<void, std::string> Run::connect_all() {
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  for (uint32_t i = 0; i < options_.connection_count; ++i) {
    const auto fd = connect_to(options_);
    if (!fd) return std::unexpected(fd.error());
    ::fcntl(*fd, F_SETFL, O_NONBLOCK);
    connections_.push_back(std::make_unique<LoadConnection>(*fd, i));
    connections_.back()->next_partition = i;
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = i;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, *fd, &event);
  }
  return {};
}

std::expected<Result, std::string> Run::run() {
  if (auto connected = connect_all(); !connected) return std::unexpected(connected.error());
  const int64_t start = now_ns();
  measure_from_ns_ = start + static_cast<int64_t>(options_.warmup_s * 1e9);
  end_ns_ = measure_from_ns_ + static_cast<int64_t>(options_.duration_s * 1e9);
  interval_ns_ = 1e9 / options_.requests_per_second;
  first_due_ns_ = start;
  if (options_.mode == Mode::kClosed) {
    for (auto& connection : connections_) fill(*connection, now_ns());
  }
  bool measuring = false;
  double cpu_at_start = 0;
  std::array<epoll_event, 256> events;
  while (error_.empty()) {
    const int64_t now = now_ns();
    if (!measuring && now >= measure_from_ns_) {
      measuring = true;
      cpu_at_start = own_cpu_seconds();
    }
    if (now >= end_ns_ || all_are(ended_)) break;
    if (options_.mode == Mode::kOpen) issue_due(now);
    const std::optional<timespec> wait = time_to_wait(now_ns());
    const int count = ::epoll_pwait2(epoll_, events.data(), events.size(), wait ? &*wait : nullptr, nullptr);
    for (int i = 0; i < count; ++i) serve(events[static_cast<size_t>(i)]);
    if (!expects_answer_ && options_.mode == Mode::kClosed) {
      for (auto& connection : connections_) fill(*connection, now_ns());
    }
  }
  if (!error_.empty()) return std::unexpected(error_);
  result_.seconds = static_cast<double>(now_ns() - measure_from_ns_) / 1e9;
  result_.own_cpu_seconds = own_cpu_seconds() - cpu_at_start;
  return std::move(result_);
}

// Until the next request is due, or the end of the run.
std::optional<timespec> Run::time_to_wait(int64_t now) const {
  int64_t until = now < measure_from_ns_ ? measure_from_ns_ : end_ns_;
  if (options_.mode == Mode::kOpen && !all_are(issued_)) {
    until = std::min(until, first_due_ns_ + static_cast<int64_t>(static_cast<double>(issued_) * interval_ns_));
  } else if (!expects_answer_) {
    until = now;
  }
  const int64_t wait = std::max<int64_t>(until - now, 0);
  return timespec{.tv_sec = wait / kNsPerSecond, .tv_nsec = wait % kNsPerSecond};
}

// Open loop: every request has its time and its connection, in turn.
void Run::issue_due(int64_t now) {
  while (!all_are(issued_)) {
    const int64_t due = first_due_ns_ + static_cast<int64_t>(static_cast<double>(issued_) * interval_ns_);
    if (due > now) return;
    LoadConnection& connection = *connections_[issued_ % connections_.size()];
    ++issued_;
    if (connection.in_flight() < options_.in_flight_max && connection.backlog.empty()) {
      if (!send_one(connection, due)) return fail("send");
    } else {
      connection.backlog.push_back(due);
    }
  }
}

void Run::fill(LoadConnection& connection, int64_t now) {
  if (options_.mode == Mode::kOpen) {
    while (!connection.backlog.empty() && connection.in_flight() < options_.in_flight_max) {
      const int64_t due = connection.backlog.front();
      connection.backlog.pop_front();
      if (!send_one(connection, due)) return fail("send");
    }
    return;
  }
  while (connection.in_flight() < options_.in_flight_max && !connection.wants_to_write() && !all_are(sent_)) {
    if (!send_one(connection, now)) return fail("send");
  }
}

bool Run::send_one(LoadConnection& connection, int64_t due_ns) {
  protocol::Buffer& request = requests_[connection.next_partition % requests_.size()];
  if (!options_.keeps_partition) {
    connection.next_partition += options_.api == Api::kPrepared ? options_.connection_count : 1;
  }
  if (!connection.send(request.span(), due_ns, expects_answer_)) return false;
  ++sent_;
  if (!expects_answer_) ++ended_;
  if (due_ns >= measure_from_ns_) result_.sent_bytes += request.size();
  if (!expects_answer_ && due_ns >= measure_from_ns_) ++result_.requests;
  if (connection.wants_to_write()) watch(connection, true);
  return true;
}

void Run::serve(const epoll_event& event) {
  LoadConnection& connection = *connections_[event.data.u32];
  if ((event.events & EPOLLOUT) != 0) {
    if (!connection.flush()) return fail("send");
    if (!connection.wants_to_write()) watch(connection, false);
  }
  if ((event.events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) read_from(connection);
}

void Run::read_from(LoadConnection& connection) {
  const ssize_t got = ::recv(connection.fd(), read_buffer_.data(), read_buffer_.size(), 0);
  if (got == 0) {
    error_ = "the server closed a connection";
    return;
  }
  if (got < 0) {
    if (errno != EAGAIN && errno != EINTR) fail("receive");
    return;
  }
  const int64_t now = now_ns();
  const bool measured = now >= measure_from_ns_;
  if (measured) result_.received_bytes += static_cast<uint64_t>(got);
  const bool legal = connection.received(std::span(read_buffer_).first(static_cast<size_t>(got)),
                                         [&](std::span<const std::byte> start, const Pending& pending) {
                                           ++ended_;
                                           if (response_error(options_, start).value_or(0) != 0) ++result_.errors;
                                           if (pending.due_ns < measure_from_ns_) return;
                                           ++result_.requests;
                                           result_.latency_ns.record(static_cast<uint64_t>(now - pending.due_ns));
                                         });
  if (!legal) {
    error_ = "an answer out of order";
    return;
  }
  fill(connection, now);
}

void Run::watch(LoadConnection& connection, bool writable) {
  epoll_event event{};
  event.events = EPOLLIN | (writable ? EPOLLOUT : 0u);
  event.data.u32 = connection.index();
  ::epoll_ctl(epoll_, EPOLL_CTL_MOD, connection.fd(), &event);
}

void Run::fail(std::string_view what) {
  if (error_.empty()) error_ = fmt::format("{}: {}", what, std::strerror(errno));
}

}  // namespace

std::expected<Result, std::string> run_load(const Options& options) {
  std::vector<protocol::Buffer> requests;
  if (options.api == Api::kPrepared) {
    auto prepared = read_frames(options.frames_file);
    if (!prepared) return std::unexpected(prepared.error());
    requests = std::move(*prepared);
  } else {
    requests = make_requests(options);
  }
  Run run(options, std::move(requests));
  return run.run();
}

}  // namespace klamm::load
