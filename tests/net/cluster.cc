#include "cluster.h"

#include "reactor/on_shard.h"

namespace klamm::net::testing {
namespace {

reactor::Task<void> end_shard(Cluster& cluster, reactor::ShardId id) {
  ConnectionRegistry& registry = *cluster.registries[id];
  co_await registry.stop(reactor::Shard::current().now_ns() + cluster.stop_timeout_ms * 1'000'000);
  cluster.accepted_counts[id] = registry.accepted_count();
  cluster.held_bytes[id] = registry.memory().held_bytes();
  cluster.registries[id].reset();
}

}  // namespace

reactor::Task<void> run_shard(Cluster& cluster, reactor::Shard& shard) {
  if (shard.id() != 0) co_return;
  const uint32_t shard_count = shard.shard_count();
  cluster.balancer = std::make_unique<ConnectionBalancer>(shard_count, cluster.limits);
  cluster.registries.resize(shard_count);
  cluster.accepted_counts.resize(shard_count);
  cluster.held_bytes.resize(shard_count, 1);
  std::vector<ConnectionRegistry*> registries;
  for (uint32_t id = 0; id < shard_count; ++id) {
    co_await reactor::on_shard(id, [&cluster, id] {
      cluster.registries[id] = std::make_unique<ConnectionRegistry>(
          reactor::Shard::current(), *cluster.handlers[id], cluster.options, cluster.log, cluster.balancer.get());
    });
    registries.push_back(cluster.registries[id].get());
  }
  cluster.balancer->set_excess_sinks({registries.begin(), registries.end()});
  cluster.listener =
      std::make_unique<Listener>(shard, cluster.listener_options, registries, *cluster.balancer, cluster.log);
  EXPECT_TRUE(cluster.listener->open().has_value());
  if (cluster.has_second_listener) {
    ListenerOptions options{.name = "SECOND", .index = 1, .at = {"127.0.0.1", 0}};
    cluster.second_listener =
        std::make_unique<Listener>(shard, std::move(options), registries, *cluster.balancer, cluster.log);
    EXPECT_TRUE(cluster.second_listener->open().has_value());
  }
  cluster.port = cluster.listener->bound().port;

  co_await shard.stop_event().wait();
  co_await cluster.listener->stop();
  if (cluster.second_listener) co_await cluster.second_listener->stop();
  for (uint32_t id = 0; id < shard_count; ++id) {
    co_await reactor::on_shard(id, [&cluster, id] { return end_shard(cluster, id); });
  }
  cluster.listener.reset();
  cluster.second_listener.reset();
}

}  // namespace klamm::net::testing
