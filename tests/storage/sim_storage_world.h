#pragma once

#include <memory>
#include <string>

#include "tests/reactor/world.h"
#include "tests/sim/sim_disk.h"
#include "tests/sim/sim_runtime.h"

namespace klamm::storage::test {

// A simulated shard whose disk the test can break.
class SimStorageWorld final : public reactor::test::World {
 public:
  explicit SimStorageWorld(const sim::SimOptions& options) : world_(options), runtime_(world_, 1) {
    EXPECT_TRUE(world_.disk().make_directory("/test").has_value());
    EXPECT_TRUE(world_.disk().sync_directory("/").has_value());
  }
  reactor::Shard& shard() override { return runtime_.client(); }
  std::string directory() override { return "/test"; }
  size_t large_bytes() const override { return size_t{1} << 20; }
  void run(reactor::Task<void> task) override {
    if (!runtime_.run(std::move(task))) {
      ADD_FAILURE() << "the task did not end";
      std::abort();
    }
  }
  sim::SimWorld& sim() { return world_; }
  sim::SimDisk& disk() { return world_.disk(); }

 private:
  sim::SimWorld world_;
  sim::SimRuntime runtime_;
};

}  // namespace klamm::storage::test
