#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "harness.h"
#include "net/connection_balancer.h"
#include "net/connection_registry.h"
#include "net/listener.h"
#include "reactor/shard.h"

namespace klamm::net::testing {

// A listener on shard 0 and a registry on each shard.
struct Cluster {
  std::vector<RequestHandler*> handlers;  // one for each shard, made by the test
  NetOptions options;
  ConnectionLimits limits;
  ListenerOptions listener_options{.name = "PLAINTEXT", .at = {"127.0.0.1", 0}};
  bool has_second_listener = false;  // with index 1, at another port
  int64_t stop_timeout_ms = 5'000;

  std::unique_ptr<ConnectionBalancer> balancer;
  std::vector<std::unique_ptr<ConnectionRegistry>> registries;
  std::unique_ptr<Listener> listener;
  std::unique_ptr<Listener> second_listener;
  std::atomic<uint16_t> port{0};
  std::vector<uint64_t> accepted_counts;  // after the stop
  std::vector<uint64_t> held_bytes;       // after the stop: must be 0
  CollectedLog log;                       // of all shards: for what they do not log at once
};

// The first task of every shard; ends everything when the shard's stop event is set.
reactor::Task<void> run_shard(Cluster& cluster, reactor::Shard& shard);

}  // namespace klamm::net::testing
