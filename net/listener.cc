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
      log_limiter_(kLogIntervalNs) {
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
  admit_waiting();
  if (balancer_.is_full() || !waiting_.empty()) return;
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
  if (balancer_.is_full()) pause();
}

void Listener::admit_waiting() {
  while (!waiting_.empty() && !balancer_.is_full()) {
    const reactor::SocketHandle socket = waiting_.front();
    waiting_.pop_front();
    const reactor::ShardId target = balancer_.assign();
    if (target == shard_.id()) {
      registries_[target]->adopt(socket, options_.name);
    } else {
      ++handing_over_;
      shard_.spawn(hand_over(target, socket));
    }
  }
}

reactor::Task<void> Listener::hand_over(reactor::ShardId target, reactor::SocketHandle socket) {
  ConnectionRegistry* const registry = registries_[target];
  const std::string* const name = &options_.name;
  co_await reactor::on_shard(target, [registry, socket, name] { registry->adopt(socket, *name); });
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
  if (stopping_) return;
  admit_waiting();
  if (!armed_) resume();
}

reactor::Task<void> Listener::stop() {
  stopping_ = true;
  retry_timer_.cancel();
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
