#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <string>
#include <vector>

#include "net/connection_balancer.h"
#include "net/delayed_closes.h"
#include "net/net_log.h"
#include "net/options.h"
#include "reactor/event.h"
#include "reactor/io.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "reactor/timer.h"

namespace klamm::net {

class ConnectionRegistry;
struct AcceptedSocket;

// What a listener counted since it was made.
struct ListenerMetrics {
  uint64_t accepted_count = 0;
  uint64_t refused_count = 0;       // closed at once: their address had as many as it may (max.connections.per.ip)
  uint64_t throttled_count = 0;     // had to wait for max.connection.creation.rate
  uint64_t ip_throttled_count = 0;  // left without an answer, then closed (connection_creation_rate of ip entities)
  int64_t blocked_ns = 0;           // for which none was accepted, for want of room or because of the rate
};

// One address on which connections are accepted (`listeners`), PLAINTEXT. Hands each connection to the shard with the
// fewest. While a bound on connections is reached, or they come faster than they may, it accepts none, as Kafka's
// acceptor; without descriptors or memory it pauses and tries again by a timer.
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
  // socket.listen.backlog.size from now on.
  void set_backlog(int backlog) { shard_.io().set_backlog(socket_, backlog); }
  // The address with the real port, after open().
  const reactor::Endpoint& bound() const { return bound_; }
  const std::string& name() const { return options_.name; }
  bool is_paused() const { return !armed_; }
  const ListenerMetrics& metrics() const { return metrics_; }
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
  bool may_admit();
  bool must_wait();
  void end_block();
  void admit(reactor::SocketHandle socket);
  void log_refused(const reactor::Endpoint& peer);
  void resume();
  void pause();
  void pause_for_a_while(reactor::IoError error);
  reactor::Task<void> hand_over(reactor::ShardId target, AcceptedSocket accepted);
  void settle_stop();

  reactor::Shard& shard_;
  ListenerOptions options_;
  std::vector<ConnectionRegistry*> registries_;
  ConnectionBalancer& balancer_;
  LogSink& log_;
  LogLimiter log_limiter_;
  LogLimiter refusal_limiter_;
  reactor::SocketHandle socket_;
  reactor::Endpoint bound_;
  reactor::Timer retry_timer_;
  RetryCompletion retry_;
  reactor::Event ended_;
  std::deque<reactor::SocketHandle> waiting_;  // accepted before a pause took effect: a turn's worth at most
  DelayedCloses delayed_closes_;
  ListenerMetrics metrics_;
  int64_t admit_at_ns_ = 0;       // not before this time the first in waiting_
  int64_t blocked_since_ns_ = 0;  // 0: it is not
  bool arrival_noted_ = false;    // of the first in waiting_
  uint32_t handing_over_ = 0;
  bool armed_ = false;         // start_accept is in effect
  bool disarm_asked_ = false;  // stop_accept was called, its end is still to come
  bool stopping_ = false;
};

}  // namespace klamm::net
