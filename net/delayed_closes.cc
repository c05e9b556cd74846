#include "net/delayed_closes.h"

namespace klamm::net {

DelayedCloses::DelayedCloses(reactor::Shard& shard) : shard_(shard) {
  due_.closes = this;
  due_.callback = [](reactor::Completion* self) noexcept { static_cast<DueCompletion*>(self)->closes->close_due(); };
}

void DelayedCloses::add(reactor::SocketHandle socket, int64_t close_at_ns) {
  if (sockets_.size() >= kSocketsMax) return shard_.io().close(socket);
  sockets_.emplace(close_at_ns, socket);
  timer_.arm(sockets_.begin()->first, due_);
}

void DelayedCloses::close_due() {
  while (!sockets_.empty() && sockets_.begin()->first <= shard_.now_ns()) {
    shard_.io().close(sockets_.begin()->second);
    sockets_.erase(sockets_.begin());
  }
  if (!sockets_.empty()) timer_.arm(sockets_.begin()->first, due_);
}

void DelayedCloses::close_all() {
  timer_.cancel();
  for (const auto& [when_ns, socket] : sockets_) shard_.io().close(socket);
  sockets_.clear();
}

}  // namespace klamm::net
