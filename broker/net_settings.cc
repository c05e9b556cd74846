#include "broker/net_settings.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace klamm::broker {
namespace {

constexpr uint64_t kShardMemoryBytesMax = uint64_t{1} << 30;

uint64_t machine_memory_bytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_bytes = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && page_bytes > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(page_bytes)
                                     : kShardMemoryBytesMax;
}

// What a container may have (cgroup 2, as it is seen from inside); no bound: "max".
uint64_t group_memory_bytes() {
  uint64_t bytes = 0;
  std::ifstream file("/sys/fs/cgroup/memory.max");
  return file >> bytes ? bytes : UINT64_MAX;
}

// Asked once: a running process keeps what it was given at its start.
uint64_t memory_bytes() {
  static const uint64_t bytes = std::min(machine_memory_bytes(), group_memory_bytes());
  return bytes;
}

uint64_t request_memory_bytes(const Options& options, uint32_t shard_count) {
  if (options.queued_max_request_bytes > 0)
    return static_cast<uint64_t>(options.queued_max_request_bytes) / shard_count;
  return std::min(kShardMemoryBytesMax, memory_bytes() / 4 / shard_count);
}

net::RequestLogOptions request_log_options(const Options& options) {
  constexpr int64_t kNsPerMs = 1'000'000;
  net::RequestLogOptions log;
  if (options.log_requests == "slow") log.mode = net::RequestLogMode::kSlow;
  if (options.log_requests == "all") log.mode = net::RequestLogMode::kAll;
  log.slow_ns = std::min(options.log_requests_slow_ms, INT64_MAX / kNsPerMs) * kNsPerMs;
  return log;
}

}  // namespace

net::NetOptions net_options(const Options& options, uint32_t shard_count) {
  net::NetOptions net;
  net.request_bytes_max = static_cast<uint32_t>(options.socket_request_max_bytes);
  net.request_memory_bytes = request_memory_bytes(options, shard_count);
  net.idle_ms = options.connections_max_idle_ms;
  net.receive_timeout_ms = options.request_receive_timeout_ms;
  net.socket.no_delay = true;
  net.socket.send_buffer_bytes = options.socket_send_buffer_bytes;
  net.socket.receive_buffer_bytes = options.socket_receive_buffer_bytes;
  // A connection on which nothing moves is not looked at while its answer is being sent: the kernel ends it.
  net.socket.unacknowledged_ms =
      static_cast<uint32_t>(std::clamp<int64_t>(options.connections_max_idle_ms, 0, INT32_MAX));
  net.socket.congestion_control = options.socket_congestion_control;
  net.request_log = request_log_options(options);
  return net;
}

net::ListenerOptions listener_options(const Options& options, const PlannedListener& listener,
                                      net::ListenerIndex index) {
  net::ListenerOptions result;
  result.index = index;
  result.name = listener.name;
  result.at = listener.at;
  result.backlog = options.socket_listen_backlog_size;
  return result;
}

}  // namespace klamm::broker
