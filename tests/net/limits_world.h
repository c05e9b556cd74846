#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "cluster.h"
#include "tests/sim/sim_network.h"
#include "tests/sim/sim_runtime.h"
#include "tests/sim/sim_world.h"

namespace klamm::net::testing {

// A cluster of shards under virtual time, and clients of it that send any bytes and tell when they were closed.
class LimitsWorld {
 public:
  class Client {
   public:
    bool is_connected() const { return socket.valid(); }
    // When the server had closed it, on the virtual clock; 0: it has not.
    int64_t closed_ns = 0;
    std::string received;
    reactor::SocketHandle socket;
  };

  explicit LimitsWorld(uint32_t shard_count, uint64_t seed = 1);
  ~LimitsWorld();
  void start();

  // A connected client; it takes all that comes.
  Client& connect(bool to_second_listener = false);
  void send(Client& client, std::string bytes);
  void end(Client& client);  // closes it
  bool run_until(const std::function<bool()>& condition) { return runtime.run_until(condition); }
  void run_for_ms(int64_t duration_ms) { runtime.run_for(duration_ms * 1'000'000); }
  int64_t now_ms() const { return world.now_ns() / 1'000'000; }
  // Of all shards.
  uint32_t connection_count() const;
  size_t started_count() const;
  NetMetrics metrics() const;
  // New settings on every shard.
  void set_options(const NetOptions& options);
  void set_limits(ConnectionLimits limits);

  sim::SimWorld world;
  std::vector<std::unique_ptr<FakeHandler>> handlers;
  Cluster cluster;
  sim::SimRuntime runtime;

 private:
  static reactor::Task<void> run(reactor::Shard& shard, Client& client, reactor::Endpoint to);
  std::vector<std::unique_ptr<Client>> clients_;
};

}  // namespace klamm::net::testing
