#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "broker/admin/connections_command.h"
#include "broker/admin/metric_table.h"
#include "broker/api_table.h"
#include "broker/broker.h"
#include "broker/command_line.h"
#include "broker/process_log.h"
#include "broker/request_log_writer.h"
#include "broker/version.h"
#include "reactor/console.h"
#include "reactor/core_set.h"
#include "reactor/endpoint.h"
#include "reactor/io_choice.h"
#include "reactor/log_thread.h"
#include "reactor/runtime.h"

// klamm: the process. Everything that it serves is in Broker; here are its threads, its signals and its exit code.
namespace klamm::broker {
namespace {

using Clock = std::chrono::steady_clock;

int fail(std::string_view sentence) {
  reactor::print(stderr, "klamm: {}\n", sentence);
  return 1;
}

int print_all(std::string_view text) {
  const bool is_written = reactor::write_text(stdout, text) && std::fflush(stdout) == 0;
  return is_written ? 0 : fail("the output cannot be written");
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
  if (started.opening_count != 0) line += fmt::format(", {} partitions still to be opened", started.opening_count);
  if (started.admin) line += fmt::format(", metrics on http://{}/metrics", started.admin->text());
  if (!io.how_to_get_the_ring.empty()) line += ". " + io.how_to_get_the_ring;
  return line;
}

// As Kafka halts: what is on the failed disk must not be made worse, and waiting for it could take for ever.
[[noreturn]] void end_process(const std::string& sentence) {
  fail(sentence);
  std::fflush(stderr);
  std::_Exit(1);
}

// The life of one serving process. Shard 0 writes the outcome; the main thread reads it once the shards have ended.
class Server {
 public:
  Server(Options options, RequestLogWriter& requests, reactor::IoChoice io, Clock::time_point began)
      : log_(&requests), broker_(std::move(options), log_, end_process), io_(std::move(io)), began_(began) {}

  reactor::Task<void> run(reactor::Shard& shard) {
    if (shard.id() != 0) co_return;
    auto started = co_await broker_.start();
    if (!started) {
      error_ = started.error();
      // The main thread waits for signals.
      ::kill(::getpid(), SIGTERM);
    } else {
      for (const std::string& warning : started->warnings) log_.write(net::LogLevel::kWarn, warning);
      reactor::print(stdout, "{}\n", ready_line(*started, shard.shard_count(), io_, began_));
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

// An empty name is no file.
bool may_append_to(const std::string& file) {
  if (file.empty()) return true;
  std::FILE* const opened = std::fopen(file.c_str(), "ae");
  return opened != nullptr && std::fclose(opened) == 0;
}

int serve(const CommandLine& command_line, Clock::time_point began) {
  auto configuration = configure(command_line);
  if (!configuration) return fail(configuration.error());
  for (const std::string& warning : configuration->warnings) reactor::print(stderr, "klamm: {}\n", warning);
  auto cores = cores_of(configuration->options);
  if (!cores) return fail(cores.error());
  reactor::IoChoice io = reactor::choose_io(io_wish(configuration->options));
  const reactor::RuntimeOptions runtime_settings = runtime_options(configuration->options, std::move(*cores), io.kind);

  raise_descriptor_limit();
  reactor::Runtime::block_stop_signals();
  std::signal(SIGPIPE, SIG_IGN);
  const std::string request_log_file = configuration->options.log_requests_file;
  if (!may_append_to(request_log_file))
    return fail(fmt::format("log.requests.file: {} cannot be written: {}", request_log_file, std::strerror(errno)));
  RequestLogWriter request_log(static_cast<uint32_t>(runtime_settings.cores.cores.size()), !request_log_file.empty());
  const reactor::LogThread log_thread({.file = {}, .feed = &request_log, .feed_file = request_log_file});
  Server server(std::move(configuration->options), request_log, std::move(io), began);
  auto runtime = reactor::Runtime::start(runtime_settings, [&](reactor::Shard& shard) { return server.run(shard); });
  if (!runtime) return fail(runtime.error());
  (*runtime)->wait_for_stop_signal();
  (*runtime)->join();
  return server.error() ? fail(*server.error()) : 0;
}

int print_connections(const CommandLine& command_line) {
  const auto admin = reactor::parse_endpoint(command_line.admin);
  if (!admin) return fail(admin.error());
  const auto text = list_connections(*admin, command_line.as_json);
  if (!text) return fail(text.error());
  return print_all(*text);
}

int run(int argument_count, const char* const* arguments) {
  const Clock::time_point began = Clock::now();
  const CommandLine command_line = parse_command_line(argument_count, arguments);
  switch (command_line.action) {
    case CommandLine::Action::kServe:
      return serve(command_line, began);
    case CommandLine::Action::kPrintOptions:
      return print_all(configuration_markdown());
    case CommandLine::Action::kPrintProtocol:
      return print_all(protocol_markdown());
    case CommandLine::Action::kPrintMetrics:
      return print_all(metrics_markdown());
    case CommandLine::Action::kConnections:
      return print_connections(command_line);
    case CommandLine::Action::kDump:
      return tools::dump_command(command_line.dump);
    case CommandLine::Action::kVerify:
      return tools::verify_command(command_line.verify);
    case CommandLine::Action::kRecover:
      return tools::recover_command(command_line.recover);
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
