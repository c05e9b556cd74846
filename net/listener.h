#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <string>
#include <vector>

#include "net/connection_balancer.h"
#include "net/net_log.h"
#include "net/options.h"
#include "reactor/event.h"
#include "reactor/io.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "reactor/timer.h"

namespace klamm::net {

class ConnectionRegistry;

// One address on which connections are accepted (`listeners`), PLAINTEXT. Hands each connection to the shard with the
// fewest. While the bound on connections is reached it accepts none, as Kafka's acceptor; without descriptors or memory
// it pauses and tries again by a timer.
// @core home: the shard of the balancer (0)
class Listener final : reactor::AcceptSink, RoomSink {
 public:
  // `registries`: one for each shard, by shard id; must outlive the listener.
  Listener(reactor::Shard& shard, ListenerOptions options, std::vector<ConnectionRegistry*> registries,
           ConnectionBalancer& balancer, LogSink& log);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // Binds and begins to accept. The error is a sentence for a person.
  std::expected<void, std::string> open();
  // The address with the real port, after open().
  const reactor::Endpoint& bound() const { return bound_; }
  const std::string& name() const { return options_.name; }
  bool is_paused() const { return !armed_; }
  // Accepts no more and closes the socket; ends when every accepted connection has been handed over.
  reactor::Task<void> stop();

 private:
  struct RetryCompletion : reactor::Completion {
    Listener* listener = nullptr;
  };
  void on_accept(reactor::SocketHandle socket) noexcept override;
  void on_accept_end(reactor::IoError error) noexcept override;
  void on_room() noexcept override;
  void admit_waiting();
  void resume();
  void pause();
  void pause_for_a_while(reactor::IoError error);
  reactor::Task<void> hand_over(reactor::ShardId target, reactor::SocketHandle socket);
  void settle_stop();

  reactor::Shard& shard_;
  ListenerOptions options_;
  std::vector<ConnectionRegistry*> registries_;
  ConnectionBalancer& balancer_;
  LogSink& log_;
  LogLimiter log_limiter_;
  reactor::SocketHandle socket_;
  reactor::Endpoint bound_;
  reactor::Timer retry_timer_;
  RetryCompletion retry_;
  reactor::Event ended_;
  std::deque<reactor::SocketHandle>
      waiting_;  // accepted before the pause at the bound took effect; bounded by the backlog
  uint32_t handing_over_ = 0;
  bool armed_ = false;         // start_accept is in effect
  bool disarm_asked_ = false;  // stop_accept was called, its end is still to come
  bool stopping_ = false;
};

}  // namespace klamm::net
