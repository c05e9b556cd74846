#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "reactor/mesh.h"
#include "reactor/shard.h"

namespace klamm::net {

// Told when a connection has ended and there may be room again. @core home
class RoomSink {
 public:
  virtual void on_room() noexcept = 0;

 protected:
  ~RoomSink() = default;
};

// How many connections each shard has, and which gets the next one: the one with the fewest. Holds the hard bound over
// all listeners (max.connections). Lives on the listeners' shard (home); the others report to it by one-way messages,
// at most one under way for each shard. It must live until all shards have left their loops.
// @core home, except report_closed.
class ConnectionBalancer {
 public:
  ConnectionBalancer(uint32_t shard_count, uint32_t connections_max, reactor::ShardId home = 0);

  uint32_t connection_count() const { return total_; }
  uint32_t connection_count(reactor::ShardId shard) const { return counts_[shard]; }
  uint32_t connections_max() const { return connections_max_; }
  bool is_full() const { return total_ >= connections_max_; }
  // The bound has changed. A lower one ends no connection, it only keeps new ones out.
  void set_connections_max(uint32_t connections_max);
  // The shard for one more connection, which is counted from now on.
  reactor::ShardId assign();
  void add_sink(RoomSink& sink) { sinks_.push_back(&sink); }
  void remove_sink(RoomSink& sink);

  // A connection of `shard` has ended. @core `shard`
  void report_closed(reactor::ShardId shard);

 private:
  // What one shard has to report; owned by that shard.
  struct alignas(64) Link : reactor::RemoteMessage {
    ConnectionBalancer* balancer = nullptr;
    reactor::ShardId shard = 0;
    uint32_t unreported = 0;
    uint32_t reported = 0;  // constant while the message is under way
    bool under_way = false;
  };
  void on_closed(reactor::ShardId shard, uint32_t count);
  static void send(Link& link);

  reactor::ShardId home_;
  uint32_t connections_max_;
  uint32_t total_ = 0;
  uint32_t next_ = 0;  // where to look first, so that equals take turns
  std::vector<uint32_t> counts_;
  std::vector<RoomSink*> sinks_;
  std::vector<std::unique_ptr<Link>> links_;
};

}  // namespace klamm::net
