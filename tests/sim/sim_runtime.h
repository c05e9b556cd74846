#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "reactor/mesh.h"
#include "reactor/shard.h"
#include "tests/sim/sim_io.h"
#include "tests/sim/sim_world.h"

namespace klamm::sim {

using reactor::Shard;
using reactor::ShardId;
using reactor::Task;

// All shards of one process on this thread, in an order drawn from the seed, under virtual time; and one more shard
// outside the process (no mesh), for what the test's clients do. The real Mesh connects the shards.
//
//   SimWorld world({.seed = 7});
//   SimRuntime broker(world, 4);
//   broker.start([&](Shard& shard) { return broker_main(shard); });
//   ASSERT_TRUE(broker.run(client_does_something(broker.client().io())));
//   ASSERT_TRUE(broker.stop());
//
// Virtual time moves only when no shard has anything to do, and by a microsecond per round otherwise.
class SimRuntime {
 public:
  static constexpr int64_t kLimitNs = int64_t{600} * 1'000'000'000;

  SimRuntime(SimWorld& world, uint32_t shard_count, uint32_t mesh_credits_per_pair = 0);
  // The process is gone as if killed: its files are closed, its connections reset. Tasks that have not ended are
  // dropped without being destroyed (their memory is lost); stop() first for an orderly end.
  ~SimRuntime();
  SimRuntime(const SimRuntime&) = delete;
  SimRuntime& operator=(const SimRuntime&) = delete;

  SimWorld& world() { return world_; }
  uint32_t shard_count() const { return static_cast<uint32_t>(shards_.size()); }
  Shard& shard(ShardId id) { return *shards_[id]; }
  Shard& client() { return *client_; }

  // Spawns `main` on every shard.
  void start(const std::function<Task<void>(Shard&)>& main);
  void spawn(Shard& on, Task<void> task);
  // Runs until the condition holds. False: nothing is left to happen, or `limit_ns` of virtual time have passed.
  bool run_until(const std::function<bool()>& condition, int64_t limit_ns = kLimitNs);
  // Runs a task of the client until it ends.
  bool run(Task<void> task, int64_t limit_ns = kLimitNs);
  bool run_for(int64_t duration_ns);
  // Requests the stop and runs until every shard is at rest.
  bool stop(int64_t limit_ns = kLimitNs);

 private:
  bool run_round();
  int64_t next_ns() const;

  SimWorld& world_;
  reactor::Mesh mesh_;
  uint32_t process_;
  uint32_t client_process_;
  std::vector<std::unique_ptr<Shard>> shards_;
  reactor::Mesh client_mesh_{1};
  std::unique_ptr<Shard> client_;
  std::vector<Shard*> order_;
};

}  // namespace klamm::sim
