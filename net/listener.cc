#include "net/listener.h"

#include <fmt/core.h>

#include <cerrno>
#include <utility>

#include "net/connection_registry.h"
#include "protocol/assert.h"
#include "reactor/on_shard.h"

namespace klamm::net {
namespace {

constexpr int64_t kLogIntervalNs = 10'000'000'000;
constexpr int64_t kNsPerMs = 1'000'000;

// Errors of one connection that ended before it was accepted (accept(2)); the next one may be well.
bool concerns_one_connection(int code) {
  switch (code) {
    case ECONNABORTED:
    case EINTR:
    case EPROTO:
    case EPERM:
    case ENETDOWN:
    case ENETUNREACH:
    case EHOSTDOWN:
    case EHOSTUNREACH:
    case ENONET:
    case ENOPROTOOPT:
    case EOPNOTSUPP:
      return true;
    default:
      return false;
  }
}

}  // namespace

Listener::Listener(reactor::Shard& shard, ListenerOptions options, std::vector<ConnectionRegistry*> registries,
                   ConnectionBalancer& balancer, LogSink& log)
    : shard_(shard),
      options_(std::move(options)),
      registries_(std::move(registries)),
      balancer_(balancer),
      log_(log),
      log_limiter_(kLogIntervalNs),
      refusal_limiter_(kLogIntervalNs),
      delayed_closes_(shard) {
  retry_.listener = this;
  retry_.callback = [](reactor::Completion* self) noexcept { static_cast<RetryCompletion*>(self)->listener->resume(); };
  balancer_.add_sink(*this);
}

Listener::~Listener() {
  KLAMM_ASSERT(!socket_.valid(), "stop() has not ended");
  balancer_.remove_sink(*this);
}

std::expected<void, std::string> Listener::open() {
  const auto socket = shard_.io().listen(options_.at, {.backlog = options_.backlog, .reuse_address = true});
  if (!socket) {
    return std::unexpected(fmt::format("cannot listen on {}: {}", options_.at.text(), socket.error().text()));
  }
  const auto bound = shard_.io().local_endpoint(*socket);
  if (!bound) {
    shard_.io().close(*socket);
    return std::unexpected(fmt::format("cannot tell the port of {}: {}", options_.at.text(), bound.error().text()));
  }
  socket_ = *socket;
  bound_ = {options_.at.host, bound->port};
  resume();
  return {};
}

void Listener::resume() {
  if (armed_ || stopping_ || retry_timer_.armed()) return;
  admit_waiting();  // which may find that one of them has gone, and its place free: then it has been here already
  if (armed_ || must_wait()) return;
  end_block();
  armed_ = true;
  shard_.io().start_accept(socket_, *this);
}

void Listener::pause() {
  if (!armed_ || disarm_asked_) return;
  disarm_asked_ = true;
  shard_.io().stop_accept(socket_, *this);
}

void Listener::on_accept(reactor::SocketHandle socket) noexcept {
  if (stopping_) {
    shard_.io().close(socket);
    return;
  }
  waiting_.push_back(socket);
  admit_waiting();
  if (must_wait()) pause();
}

bool Listener::must_wait() {
  if (waiting_.empty() && balancer_.has_room(options_.index)) return false;
  if (blocked_since_ns_ == 0) blocked_since_ns_ = shard_.now_ns();
  return true;
}

void Listener::end_block() {
  if (blocked_since_ns_ != 0) metrics_.blocked_ns += shard_.now_ns() - std::exchange(blocked_since_ns_, 0);
}

void Listener::admit_waiting() {
  while (!waiting_.empty() && may_admit()) {
    const reactor::SocketHandle socket = waiting_.front();
    waiting_.pop_front();
    arrival_noted_ = false;
    admit(socket);
  }
}

// Whether the first who waits may come in now: it has waited for the rate, and there is room.
bool Listener::may_admit() {
  const int64_t now_ns = shard_.now_ns();
  if (!arrival_noted_) {
    arrival_noted_ = true;
    const int64_t wait_ms = balancer_.note_arrival(options_.index, now_ns / kNsPerMs);
    admit_at_ns_ = now_ns + wait_ms * kNsPerMs;
    if (wait_ms > 0) ++metrics_.throttled_count;
  }
  if (now_ns < admit_at_ns_) {
    retry_timer_.arm(admit_at_ns_, retry_);
    return false;
  }
  return balancer_.has_room(options_.index);
}

void Listener::admit(reactor::SocketHandle socket) {
  auto peer = shard_.io().peer_endpoint(socket);
  if (!peer) return shard_.io().close(socket);  // it has gone already
  ConnectionOrigin origin;
  origin.address = parse_ip_address(peer->host).value_or(IpAddress{});
  origin.listener = options_.index;
  const int64_t throttle_ms = balancer_.note_origin(origin, shard_.now_ns() / kNsPerMs);
  if (throttle_ms > 0) {
    ++metrics_.ip_throttled_count;
    return delayed_closes_.add(socket, shard_.now_ns() + throttle_ms * kNsPerMs);
  }
  const auto target = balancer_.admit(origin);
  if (!target) {
    ++metrics_.refused_count;
    shard_.io().close(socket);
    return log_refused(*peer);
  }
  ++metrics_.accepted_count;
  AcceptedSocket accepted{socket, std::move(*peer), origin};
  if (*target == shard_.id()) {
    registries_[*target]->adopt(std::move(accepted), options_.name);
  } else {
    ++handing_over_;
    shard_.spawn(hand_over(*target, std::move(accepted)));
  }
}

void Listener::log_refused(const reactor::Endpoint& peer) {
  const auto held_back = refusal_limiter_.admit(shard_.now_ns());
  if (!held_back) return;
  std::string line =
      fmt::format("connection from {} to {} refused: its address has as many as it may", peer.text(), options_.name);
  if (*held_back > 0) line += fmt::format(" ({} more like it since the last line)", *held_back);
  log_.write(LogLevel::kInfo, line);
}

reactor::Task<void> Listener::hand_over(reactor::ShardId target, AcceptedSocket accepted) {
  ConnectionRegistry* const registry = registries_[target];
  const std::string* const name = &options_.name;
  AcceptedSocket* const handed = &accepted;
  co_await reactor::on_shard(target, [registry, handed, name] { registry->adopt(std::move(*handed), *name); });
  --handing_over_;
  settle_stop();
}

void Listener::on_accept_end(reactor::IoError error) noexcept {
  armed_ = false;
  disarm_asked_ = false;
  if (stopping_) return settle_stop();
  if (error.code == ECANCELED || error.code == 0 || concerns_one_connection(error.code)) return resume();
  pause_for_a_while(error);
}

void Listener::pause_for_a_while(reactor::IoError error) {
  if (log_limiter_.admit(shard_.now_ns())) {
    log_.write(LogLevel::kError, fmt::format("listener {} ({}) accepts no connection for {} ms: {}", options_.name,
                                             bound_.text(), options_.retry_ms, error.text()));
  }
  retry_timer_.arm(shard_.now_ns() + options_.retry_ms * kNsPerMs, retry_);
}

void Listener::on_room() noexcept {
  if (stopping_ || retry_timer_.armed()) return;
  admit_waiting();
  if (!armed_) resume();
}

reactor::Task<void> Listener::stop() {
  stopping_ = true;
  retry_timer_.cancel();
  delayed_closes_.close_all();
  for (const reactor::SocketHandle socket : std::exchange(waiting_, {})) shard_.io().close(socket);
  pause();
  settle_stop();
  co_await ended_.wait();
  if (socket_.valid()) shard_.io().close(std::exchange(socket_, {}));
}

void Listener::settle_stop() {
  if (stopping_ && !armed_ && handing_over_ == 0) ended_.set();
}

}  // namespace klamm::net
