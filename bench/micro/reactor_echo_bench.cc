#include <benchmark/benchmark.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "reactor/feature_probe.h"
#include "reactor/io_await.h"
#include "reactor/runtime.h"
#include "reactor/socket_address.h"
#include "reactor/sync.h"

// What one small request costs the reactor: 200 bytes in, 100 bytes out, one outstanding request per connection. The
// server is one shard on the first core, the client an epoll loop on the last one. `cpu_us` is the CPU time of the
// server's thread per request, its share of the loopback's softirq included.
namespace klamm::reactor {
namespace {

constexpr size_t kRequestBytes = 200;
constexpr size_t kResponseBytes = 100;

class EchoConnection final : public ReceiveSink {
 public:
  EchoConnection(Io& io, SocketHandle socket) : io_(io), socket_(socket) {
    sent_.callback = [](Completion*) noexcept {};
    io_.start_receive(socket_, *this);
  }
  ~EchoConnection() = default;
  void on_receive(ReceiveBuffer buffer) noexcept override {
    received_bytes_ += buffer.bytes().size();
    if (received_bytes_ < kRequestBytes) return;
    received_bytes_ -= kRequestBytes;
    piece_ = {response_, kResponseBytes};
    io_.send(socket_, std::span(&piece_, 1), false, sent_);
  }
  void on_receive_end(IoError) noexcept override {
    io_.close(socket_);
    ended.set();
  }
  Event ended;

 private:
  Io& io_;
  SocketHandle socket_;
  Completion sent_;
  iovec piece_{};
  char response_[kResponseBytes] = {};
  size_t received_bytes_ = 0;
};

class EchoServer final : public AcceptSink {
 public:
  ~EchoServer() = default;
  Task<void> run(Shard& shard, std::atomic<int>& port) {
    Io& io = shard.io();
    const SocketHandle listener = *io.listen({"127.0.0.1", 0}, {});
    io_ = &io;
    io.start_accept(listener, *this);
    port.store(io.local_endpoint(listener)->port);
    co_await shard.stop_event().wait();
    io.stop_accept(listener, *this);
    co_await ended_.wait();
    io.close(listener);
    for (const auto& connection : connections_) co_await connection->ended.wait();
  }
  void on_accept(SocketHandle socket) noexcept override {
    SocketOptions options;
    options.congestion_control = "cubic";
    io_->set_options(socket, options);
    connections_.push_back(std::make_unique<EchoConnection>(*io_, socket));
  }
  void on_accept_end(IoError) noexcept override { ended_.set(); }

 private:
  Io* io_ = nullptr;
  Event ended_;
  std::vector<std::unique_ptr<EchoConnection>> connections_;
};

void pin(int core) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(core, &mask);
  ::pthread_setaffinity_np(::pthread_self(), sizeof(mask), &mask);
}

double thread_cpu_us(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

// The client's side: every connection always has one request outstanding.
class Client {
 public:
  Client(int port, int count) : epoll_(::epoll_create1(0)) {
    const SocketAddress address = *numeric_address(Endpoint("127.0.0.1", static_cast<uint16_t>(port)));
    for (int i = 0; i < count; ++i) {
      const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
      const int on = 1;
      ::setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "cubic", 5);
      if (::connect(fd, address.data(), address.size_bytes) != 0) std::abort();
      ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.fd = fd;
      ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
      fds_.push_back(fd);
    }
  }
  ~Client() {
    for (const int fd : fds_) ::close(fd);
    ::close(epoll_);
  }
  void exchange(int64_t request_count) {
    const char request[kRequestBytes] = {};
    int64_t started = 0;
    int64_t answered = 0;
    for (const int fd : fds_) {
      if (started < request_count) started += ::send(fd, request, kRequestBytes, 0) == kRequestBytes;
    }
    epoll_event events[256];
    while (answered < started) {
      const int ready = ::epoll_wait(epoll_, events, 256, -1);
      for (int i = 0; i < ready; ++i) {
        char response[kResponseBytes];
        if (::recv(events[i].data.fd, response, kResponseBytes, MSG_WAITALL) != kResponseBytes) std::abort();
        ++answered;
        if (started < request_count) started += ::send(events[i].data.fd, request, kRequestBytes, 0) == kRequestBytes;
      }
    }
  }

 private:
  int epoll_;
  std::vector<int> fds_;
};

// The same server as a bare epoll loop, to hold the numbers against on the machine at hand.
class EpollServer {
 public:
  EpollServer() : listener_(::socket(AF_INET, SOCK_STREAM, 0)), epoll_(::epoll_create1(0)) {
    SocketAddress address = *numeric_address(Endpoint("127.0.0.1", 0));
    if (::bind(listener_, address.data(), address.size_bytes) != 0 || ::listen(listener_, 1024) != 0) std::abort();
    ::getsockname(listener_, address.data(), &address.size_bytes);
    port = to_endpoint(address).port;
    watch(listener_);
    thread_ = std::thread([this] { run(); });
  }
  ~EpollServer() {
    thread_.join();
    ::close(listener_);
    ::close(epoll_);
  }
  int port = 0;
  std::atomic<clockid_t> clock{};

 private:
  void watch(int fd) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = fd;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
  }
  // Ends when the last connection has closed.
  void run() {
    pin(CoreSet::all_allowed().cores.front());
    clockid_t own{};
    ::pthread_getcpuclockid(::pthread_self(), &own);
    clock.store(own);
    char buffer[4096] = {};
    int open_count = 0;
    bool any = false;
    epoll_event events[256];
    while (!any || open_count > 0) {
      const int ready = ::epoll_wait(epoll_, events, 256, -1);
      for (int i = 0; i < ready; ++i) {
        const int fd = events[i].data.fd;
        if (fd == listener_) {
          const int accepted = ::accept(listener_, nullptr, nullptr);
          const int on = 1;
          ::setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
          ::setsockopt(accepted, IPPROTO_TCP, TCP_CONGESTION, "cubic", 5);
          watch(accepted);
          any = true;
          ++open_count;
        } else if (::recv(fd, buffer, sizeof(buffer), 0) > 0) {
          if (::send(fd, buffer, kResponseBytes, 0) < 0) std::abort();
        } else {
          ::close(fd);
          --open_count;
        }
      }
    }
  }
  int listener_;
  int epoll_;
  std::thread thread_;
};

// Runs the client against a server that is up; returns nothing but the counters.
void measure(benchmark::State& state, int port, const std::atomic<clockid_t>& server_clock) {
  pin(CoreSet::all_allowed().cores.back());
  const auto connection_count = static_cast<int>(state.range(0));
  int64_t requests = 0;
  Client client(port, connection_count);
  client.exchange(1000 + connection_count);
  const double before_us = thread_cpu_us(server_clock.load());
  for (auto _ : state) {
    client.exchange(10'000);
    requests += 10'000;
  }
  const double cpu_us = thread_cpu_us(server_clock.load()) - before_us;
  state.counters["cpu_us"] = cpu_us / static_cast<double>(requests);
  state.counters["requests_per_s"] = benchmark::Counter(static_cast<double>(requests), benchmark::Counter::kIsRate);
}

void bare_epoll(benchmark::State& state) {
  EpollServer server;
  while (server.clock.load() == 0) ::usleep(100);
  measure(state, server.port, server.clock);
}
BENCHMARK(bare_epoll)->ArgName("connections")->Arg(1)->Arg(64)->Arg(1000)->UseRealTime()->Unit(benchmark::kMillisecond);

void echo(benchmark::State& state) {
  if (const auto missing = missing_kernel_feature()) {
    state.SkipWithError(missing->c_str());
    return;
  }
  const std::vector<int> cores = CoreSet::all_allowed().cores;
  RuntimeOptions options;
  options.cores.cores = {cores.front()};
  options.shard.spin_ns_max = state.range(1) * 1000;
  std::atomic<int> port{0};
  std::atomic<clockid_t> server_clock{};
  EchoServer server;
  auto runtime = Runtime::start(options, [&](Shard& shard) -> Task<void> {
    clockid_t clock{};
    ::pthread_getcpuclockid(::pthread_self(), &clock);
    server_clock.store(clock);
    return server.run(shard, port);
  });
  while (port.load() == 0) ::usleep(100);
  measure(state, port.load(), server_clock);
  (*runtime)->request_stop();
  (*runtime)->join();
}

// Connections, longest spin in microseconds.
BENCHMARK(echo)
    ->ArgNames({"connections", "spin_us"})
    ->ArgsProduct({{1, 64, 1000}, {0, 20, 50}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace klamm::reactor

BENCHMARK_MAIN();
