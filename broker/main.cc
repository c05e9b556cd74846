#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string>

#include "broker/api_table.h"
#include "broker/broker.h"
#include "broker/command_line.h"
#include "broker/process_log.h"
#include "broker/version.h"
#include "reactor/core_set.h"
#include "reactor/io_choice.h"
#include "reactor/log_thread.h"
#include "reactor/runtime.h"

// klamm: the process. Everything that it serves is in Broker; here are its threads, its signals and its exit code.
namespace klamm::broker {
namespace {

using Clock = std::chrono::steady_clock;

int fail(std::string_view sentence) {
  fmt::print(stderr, "klamm: {}\n", sentence);
  return 1;
}

// A listener on every address of the machine is shown as 0.0.0.0.
std::string listener_text(const Broker::BoundListener& listener) {
  const reactor::Endpoint shown(listener.at.host.empty() ? "0.0.0.0" : listener.at.host, listener.at.port);
  return fmt::format("{}://{}", listener.name, shown.text());
}

std::string ready_line(const Broker::Started& started, uint32_t shard_count, const reactor::IoChoice& io,
                       Clock::time_point began) {
  std::vector<std::string> listeners;
  for (const Broker::BoundListener& listener : started.listeners) listeners.push_back(listener_text(listener));
  const auto elapsed = std::chrono::duration<double, std::milli>(Clock::now() - began);
  std::string line =
      fmt::format("klamm {} ready in {:.1f} ms: {}, {} {} on {}, data in {}", kVersion, elapsed.count(),
                  fmt::join(listeners, ", "), shard_count, shard_count == 1 ? "shard" : "shards",
                  io.kind == reactor::IoKind::kUring ? "io_uring" : "epoll", fmt::join(started.directories, ", "));
  if (!io.how_to_get_the_ring.empty()) line += ". " + io.how_to_get_the_ring;
  return line;
}

// The life of one serving process. Shard 0 writes the outcome; the main thread reads it once the shards have ended.
class Server {
 public:
  Server(Options options, reactor::IoChoice io, Clock::time_point began)
      : broker_(std::move(options), log_), io_(std::move(io)), began_(began) {}

  reactor::Task<void> run(reactor::Shard& shard) {
    if (shard.id() != 0) co_return;
    auto started = co_await broker_.start();
    if (!started) {
      error_ = started.error();
      // The main thread waits for signals.
      ::kill(::getpid(), SIGTERM);
    } else {
      for (const std::string& warning : started->warnings) log_.write(net::LogLevel::kWarn, warning);
      fmt::print("{}\n", ready_line(*started, shard.shard_count(), io_, began_));
      std::fflush(stdout);
    }
    co_await shard.stop_event().wait();
    if (!started) co_return;
    if (auto stopped = co_await broker_.stop(); !stopped) error_ = stopped.error();
  }

  const std::optional<std::string>& error() const { return error_; }

 private:
  ProcessLog log_;
  Broker broker_;
  reactor::IoChoice io_;
  Clock::time_point began_;
  std::optional<std::string> error_;
};

reactor::IoWish io_wish(const Options& options) {
  if (options.io == "uring") return reactor::IoWish::kUring;
  return options.io == "epoll" ? reactor::IoWish::kEpoll : reactor::IoWish::kAuto;
}

reactor::RuntimeOptions runtime_options(const Options& options, reactor::CoreSet cores, reactor::IoKind io) {
  reactor::RuntimeOptions runtime;
  runtime.cores = std::move(cores);
  runtime.io = io;
  runtime.shard.spin_ns_max = int64_t{options.spin_us} * 1000;
  runtime.shard.lend_idle_ns_max = int64_t{options.lend_idle_us} * 1000;
  runtime.uring.receive_buffer_bytes = static_cast<uint32_t>(options.receive_ring_buffer_bytes);
  runtime.uring.receive_buffer_count_max = static_cast<uint32_t>(options.receive_ring_buffer_count);
  runtime.uring.receive_buffer_count_step =
      std::min(runtime.uring.receive_buffer_count_step, runtime.uring.receive_buffer_count_max);
  runtime.epoll.receive_buffer_bytes = runtime.uring.receive_buffer_bytes;
  runtime.epoll.receive_buffer_count_max = runtime.uring.receive_buffer_count_max;
  return runtime;
}

// Each connection and each open file takes a descriptor, and the usual soft limit of 1024 is for programs that use
// select(2).
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

std::expected<reactor::CoreSet, std::string> cores_of(const Options& options) {
  if (options.cores == "all") return reactor::CoreSet::all_allowed();
  return reactor::CoreSet::parse(options.cores);
}

int serve(const CommandLine& command_line, Clock::time_point began) {
  auto configuration = configure(command_line);
  if (!configuration) return fail(configuration.error());
  for (const std::string& warning : configuration->warnings) fmt::print(stderr, "klamm: {}\n", warning);
  auto cores = cores_of(configuration->options);
  if (!cores) return fail(cores.error());
  reactor::IoChoice io = reactor::choose_io(io_wish(configuration->options));
  const reactor::RuntimeOptions runtime_settings = runtime_options(configuration->options, std::move(*cores), io.kind);

  raise_descriptor_limit();
  reactor::Runtime::block_stop_signals();
  std::signal(SIGPIPE, SIG_IGN);
  const reactor::LogThread log_thread;
  Server server(std::move(configuration->options), std::move(io), began);
  auto runtime = reactor::Runtime::start(runtime_settings, [&](reactor::Shard& shard) { return server.run(shard); });
  if (!runtime) return fail(runtime.error());
  (*runtime)->wait_for_stop_signal();
  (*runtime)->join();
  return server.error() ? fail(*server.error()) : 0;
}

int run(int argument_count, const char* const* arguments) {
  const Clock::time_point began = Clock::now();
  const CommandLine command_line = parse_command_line(argument_count, arguments);
  switch (command_line.action) {
    case CommandLine::Action::kServe:
      return serve(command_line, began);
    case CommandLine::Action::kPrintOptions:
      fmt::print("{}", configuration_markdown());
      return 0;
    case CommandLine::Action::kPrintProtocol:
      fmt::print("{}", protocol_markdown());
      return 0;
    case CommandLine::Action::kExit:
      break;
  }
  return command_line.exit_code;
}

}  // namespace
}  // namespace klamm::broker

int main(int argument_count, char** arguments) {
  return klamm::broker::run(argument_count, arguments);
}
