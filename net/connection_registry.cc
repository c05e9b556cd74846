#include "net/connection_registry.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "net/connection_balancer.h"
#include "protocol/assert.h"

namespace klamm::net {
namespace {

constexpr int64_t kLogIntervalNs = 1'000'000'000;
constexpr int64_t kNsPerMs = 1'000'000;
constexpr int64_t kHorizonMsMin = 32;
constexpr int64_t kHorizonMsMax = int64_t{24} * 60 * 60 * 1000;
constexpr unsigned kShardShift = 48;  // of a connection id

// The earliest time at which something can be over that begins now.
int64_t horizon_ns(const NetOptions& options) {
  const int64_t shortest =
      options.idle_ms < 0 ? options.receive_timeout_ms : std::min(options.idle_ms, options.receive_timeout_ms);
  return std::clamp(shortest, kHorizonMsMin, kHorizonMsMax) * kNsPerMs;
}

}  // namespace

ConnectionRegistry::ConnectionRegistry(reactor::Shard& shard, RequestHandler& handler, const NetOptions& options,
                                       LogSink& log, ConnectionBalancer* balancer)
    : shard_(shard),
      handler_(handler),
      options_(options),
      log_(log),
      balancer_(balancer),
      memory_(options.request_memory_bytes),
      chunks_(memory_, options.pooled_bytes_max),
      recorder_(shard, log, options.request_log),
      senders_(shard.io(), ranges_),
      garbage_limiter_(kLogIntervalNs),
      close_limiter_(kLogIntervalNs),
      idle_line_(shard, *this, horizon_ns(options)) {
  reaper_.registry = this;
  reaper_.callback = [](reactor::Completion* self) noexcept { static_cast<Reaper*>(self)->registry->reap(); };
  empty_.set();
}

ConnectionRegistry::~ConnectionRegistry() {
  KLAMM_ASSERT(first_ == nullptr && retired_ == nullptr, "stop() has not ended");
}

void ConnectionRegistry::adopt(AcceptedSocket accepted, const std::string& listener_name) {
  ++accepted_count_;
  const reactor::SocketHandle socket = accepted.socket;
  auto local = io().local_endpoint(socket);
  if (stopping_ || !local) {
    io().close(socket);
    report_ended({accepted.origin});
    return;
  }
  io().set_options(socket, options_.socket);
  ConnectionInfo info;
  info.id = (uint64_t{shard_.id()} << kShardShift) | accepted_count_;
  info.local = std::move(*local);
  info.peer = std::move(accepted.peer);
  info.listener_name = listener_name;
  auto* const connection = new Connection(*this, socket, std::move(info), accepted.origin);
  link(*connection);
  connection->open();
}

void ConnectionRegistry::report_ended(const EndedConnection& ended) {
  if (balancer_ != nullptr) balancer_->report_ended(shard_.id(), ended);
}

// Looks at every connection: such ends are rare, and an order of them would cost each request.
uint32_t ConnectionRegistry::end_least_active(uint32_t count, std::optional<ListenerIndex> spared) noexcept {
  std::vector<Connection*> found;
  for (Connection* connection = first_; connection != nullptr; connection = connection->next_in_registry) {
    const bool is_spared = connection->is_excess() || connection->origin().listener == spared;
    if (!is_spared) found.push_back(connection);
  }
  count = std::min(count, static_cast<uint32_t>(found.size()));
  std::ranges::partial_sort(found, found.begin() + count, {}, &Connection::active_ns);
  for (uint32_t i = 0; i < count; ++i) found[i]->end_as_excess();
  metrics_.excess_killed_count += count;
  return count;
}

void ConnectionRegistry::set_options(const NetOptions& options) {
  options_ = options;
  memory_.set_limit(options.request_memory_bytes);
  recorder_.set_options(options.request_log);
  idle_line_.set_horizon(horizon_ns(options));
  for (Connection* connection = first_; connection != nullptr; connection = connection->next_in_registry) {
    connection->set_frame_bytes_max(options.request_bytes_max);
  }
}

std::optional<int64_t> ConnectionRegistry::look(IdleLine::Place& place, int64_t now_ns) noexcept {
  return static_cast<Connection::IdlePlace&>(place).connection->look(now_ns);
}

reactor::Task<void> ConnectionRegistry::stop(int64_t deadline_ns) {
  stopping_ = true;
  act_on_all([](Connection& connection) { connection.begin_stop(); });
  const bool in_time = co_await empty_.wait_until(deadline_ns);
  if (!in_time) act_on_all([](Connection& connection) { connection.abort(); });
  co_await empty_.wait();
}

// A connection may leave the list while it is acted on, others only from the ready queue.
template <class Act>
void ConnectionRegistry::act_on_all(Act act) {
  for (Connection* connection = first_; connection != nullptr;) {
    Connection* const next = connection->next_in_registry;
    act(*connection);
    connection = next;
  }
}

void ConnectionRegistry::link(Connection& connection) {
  connection.next_in_registry = first_;
  if (first_ != nullptr) first_->previous_in_registry = &connection;
  first_ = &connection;
  ++connection_count_;
  const ListenerIndex listener = connection.origin().listener;
  if (listener >= listener_counts_.size()) listener_counts_.resize(listener + 1);
  ++listener_counts_[listener].connection_count;
  ++listener_counts_[listener].adopted_count;
  idle_line_.add(connection.idle_place, shard_.now_ns() + idle_line_.horizon_ns());
  empty_.reset();
}

void ConnectionRegistry::unlink(Connection& connection) {
  idle_line_.remove(connection.idle_place);
  Connection* const previous = connection.previous_in_registry;
  Connection* const next = connection.next_in_registry;
  (previous != nullptr ? previous->next_in_registry : first_) = next;
  if (next != nullptr) next->previous_in_registry = previous;
  connection.previous_in_registry = nullptr;
  --connection_count_;
  --listener_counts_[connection.origin().listener].connection_count;
}

void ConnectionRegistry::retire(Connection& connection) {
  unlink(connection);
  if (retired_ == nullptr) shard_.ready(reaper_);
  connection.next_in_registry = retired_;
  retired_ = &connection;
  report_ended({connection.origin(), connection.is_excess()});
}

void ConnectionRegistry::reap() {
  while (retired_ != nullptr) {
    const std::unique_ptr<Connection> connection(std::exchange(retired_, retired_->next_in_registry));
  }
  if (first_ == nullptr) empty_.set();
}

void ConnectionRegistry::log_garbage(const ConnectionInfo& connection, std::string_view guess) {
  ++metrics_.foreign_count;
  log_limited(garbage_limiter_, connection, fmt::format("what it sent is no Kafka request but probably {}", guess));
}

void ConnectionRegistry::log_close(const ConnectionInfo& connection, std::string_view reason) {
  ++metrics_.refused_count;
  log_limited(close_limiter_, connection, reason);
}

void ConnectionRegistry::log_limited(LogLimiter& limiter, const ConnectionInfo& connection, std::string_view what) {
  const auto held_back = limiter.admit(shard_.now_ns());
  if (!held_back) return;
  std::string line =
      fmt::format("connection from {} to {} closed: {}", connection.peer.text(), connection.listener_name, what);
  if (*held_back > 0) line += fmt::format(" ({} more like it since the last line)", *held_back);
  log_.write(LogLevel::kWarn, line);
}

}  // namespace klamm::net
