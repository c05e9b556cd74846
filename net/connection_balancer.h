#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "net/connection_quotas.h"
#include "reactor/completion.h"
#include "reactor/mesh.h"
#include "reactor/shard.h"

namespace klamm::net {

// Told when a connection has ended or a bound has changed, and there may be room again. @core home
class RoomSink {
 public:
  virtual void on_room() noexcept = 0;

 protected:
  ~RoomSink() = default;
};

// Ends connections of one shard that are too many. @core its shard
class ExcessSink {
 public:
  // Cuts off up to `count` of those that were active longest ago, but none of the listener `spared`. Result: how many.
  virtual uint32_t end_least_active(uint32_t count, std::optional<ListenerIndex> spared) noexcept = 0;

 protected:
  ~ExcessSink() = default;
};

// A connection that has ended, as its shard reports it.
struct EndedConnection {
  ConnectionOrigin origin;
  bool was_excess = false;  // ended by end_least_active
};

// How many connections each shard has, and which gets the next one: the one with the fewest. Holds the bounds over all
// listeners (ConnectionQuotas), and has the least active connections ended while there are more than max.connections:
// after it was lowered, or when the protected listener took one beyond it. Lives on the listeners' shard (home); the
// others report to it by one-way messages, at most one under way for each shard and direction. It must live until all
// shards have left their loops.
// @core home, except report_ended.
class ConnectionBalancer {
 public:
  explicit ConnectionBalancer(uint32_t shard_count, ConnectionLimits limits = {}, reactor::ShardId home = 0);

  // One for each shard, by shard id; they must live as long as connections are admitted. Without them nothing is ended.
  void set_excess_sinks(std::vector<ExcessSink*> sinks) { excess_sinks_ = std::move(sinks); }
  void add_sink(RoomSink& sink) { sinks_.push_back(&sink); }
  void remove_sink(RoomSink& sink);

  const ConnectionQuotas& quotas() const { return quotas_; }
  uint32_t connection_count() const { return quotas_.connection_count(); }
  uint32_t connection_count(reactor::ShardId shard) const { return counts_[shard].all; }
  void set_limits(ConnectionLimits limits);

  bool has_room(ListenerIndex listener) const { return quotas_.has_room(listener); }
  int64_t note_arrival(ListenerIndex listener, int64_t now_ms) { return quotas_.note_arrival(listener, now_ms); }
  int64_t note_origin(const ConnectionOrigin& origin, int64_t now_ms) { return quotas_.note_origin(origin, now_ms); }
  void set_ip_rates(IpRateLimits limits, RateWindows windows) { quotas_.set_ip_rates(std::move(limits), windows); }
  // The shard for one more connection, which is counted from now on; nothing: its address has too many.
  std::optional<reactor::ShardId> admit(const ConnectionOrigin& origin);

  // A connection of `shard` has ended. @core `shard`
  void report_ended(reactor::ShardId shard, const EndedConnection& ended);

 private:
  // What one shard has to report; owned by that shard.
  struct alignas(64) Report : reactor::RemoteMessage {
    ConnectionBalancer* balancer = nullptr;
    reactor::ShardId shard = 0;
    std::vector<EndedConnection> unreported;
    std::vector<EndedConnection> reported;  // constant while the message is under way
    bool under_way = false;
  };
  // How many connections one shard has to end; owned by home.
  struct alignas(64) Order : reactor::RemoteMessage {
    ConnectionBalancer* balancer = nullptr;
    reactor::ShardId shard = 0;
    uint32_t unsent = 0;
    uint32_t count = 0;  // constant while the message is under way, as is
    std::optional<ListenerIndex> spared;
    uint32_t ended = 0;  // the answer
    bool under_way = false;
  };
  struct OfShard {
    uint32_t all = 0;
    uint32_t unprotected = 0;
    uint32_t ending = 0;  // ordered to end, and not heard of as ended yet
  };
  struct ExcessCompletion : reactor::Completion {
    ConnectionBalancer* balancer = nullptr;
  };
  void make_report(reactor::ShardId shard);
  void make_order(reactor::ShardId shard);
  void on_ended(reactor::ShardId shard, const EndedConnection& ended);
  void tell_room();
  static void send(Report& report);
  void end_excess_soon();
  void end_excess();
  void send(Order& order);
  void on_order_done(Order& order);

  reactor::ShardId home_;
  ConnectionQuotas quotas_;
  uint32_t next_ = 0;       // where to look first, so that equals take turns
  uint32_t next_sink_ = 0;  // likewise
  std::vector<OfShard> counts_;
  std::vector<RoomSink*> sinks_;
  std::vector<ExcessSink*> excess_sinks_;
  std::vector<std::unique_ptr<Report>> reports_;
  std::vector<std::unique_ptr<Order>> orders_;
  ExcessCompletion excess_;
  bool excess_queued_ = false;
};

}  // namespace klamm::net
