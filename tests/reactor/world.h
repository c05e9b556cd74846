#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "reactor/epoll_options.h"
#include "reactor/io.h"
#include "reactor/io_choice.h"
#include "reactor/mesh.h"
#include "reactor/shard.h"
#include "reactor/sync.h"
#include "reactor/uring_options.h"
#include "tests/sim/sim_world.h"

namespace klamm::reactor::test {

// One shard with an Io of one kind, for tests that hold for every kind.
class World {
 public:
  virtual ~World() = default;
  virtual Shard& shard() = 0;
  // A fresh directory that the Io knows.
  virtual std::string directory() = 0;
  // Runs the loop until the task has ended; aborts when it does not within 20 s (of real time, but in a simulation).
  virtual void run(Task<void> task) = 0;
  // More than fits between a sender and a reader that does not read.
  virtual size_t large_bytes() const = 0;
  Io& io() { return shard().io(); }
};

// Null when the kernel has no io_uring for us.
std::unique_ptr<World> make_uring_world(const UringOptions& options = {});
std::unique_ptr<World> make_epoll_world(const EpollOptions& options = {});
std::unique_ptr<World> make_sim_world(const sim::SimOptions& options = {});

struct WorldKind {
  const char* name;
  std::function<std::unique_ptr<World>()> make;
};

// The suites that hold for every kind of Io derive from this.
class IoSuite : public ::testing::TestWithParam<WorldKind> {
 protected:
  void SetUp() override {
    world_ = GetParam().make();
    if (world_ == nullptr) GTEST_SKIP() << "the kernel lacks what this Io needs";
  }
  Io& io() { return world_->io(); }
  void run(Task<void> task) { world_->run(std::move(task)); }
  std::unique_ptr<World> world_;
};

inline auto every_kind_of_world() {
  return ::testing::Values(
      WorldKind{"Uring", [] { return make_uring_world(); }}, WorldKind{"Epoll", [] { return make_epoll_world(); }},
      WorldKind{"Sim", [] { return make_sim_world(); }}, WorldKind{"SimSmallPieces", [] {
                                                                     sim::SimOptions options;
                                                                     options.piece_bytes_max = 4096;
                                                                     options.socket_buffer_bytes = 16'384;
                                                                     options.seed = 99;
                                                                     return make_sim_world(options);
                                                                   }});
}

inline std::string world_name(const ::testing::TestParamInfo<WorldKind>& info) {
  return info.param.name;
}

// A directory that is removed at the end.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace klamm::reactor::test
