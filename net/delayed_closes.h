#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "reactor/completion.h"
#include "reactor/io.h"
#include "reactor/shard.h"
#include "reactor/timer.h"

namespace klamm::net {

// Sockets that are closed a while after they were accepted, unheard: their address makes connections too fast, and who
// is closed at once comes back at once (KIP-612). At most kSocketsMax; beyond that they are closed at once.
// @core owner
class DelayedCloses {
 public:
  static constexpr size_t kSocketsMax = 1000;

  explicit DelayedCloses(reactor::Shard& shard);
  ~DelayedCloses() { close_all(); }
  DelayedCloses(const DelayedCloses&) = delete;
  DelayedCloses& operator=(const DelayedCloses&) = delete;

  void add(reactor::SocketHandle socket, int64_t close_at_ns);
  void close_all();
  size_t size() const { return sockets_.size(); }

 private:
  struct DueCompletion : reactor::Completion {
    DelayedCloses* closes = nullptr;
  };
  void close_due();

  reactor::Shard& shard_;
  std::multimap<int64_t, reactor::SocketHandle> sockets_;  // by when
  reactor::Timer timer_;
  DueCompletion due_;
};

}  // namespace klamm::net
