#include "tests/reactor/world.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "reactor/epoll_io.h"
#include "reactor/feature_probe.h"
#include "reactor/uring_io.h"
#include "tests/sim/sim_disk.h"
#include "tests/sim/sim_runtime.h"

namespace klamm::reactor::test {

namespace {

Task<void> run_and_tell(Task<void> task, bool& ended) {
  co_await std::move(task);
  ended = true;
}

// A suspended task's frame cannot be taken apart, so there is no way on.
[[noreturn]] void give_up() {
  ADD_FAILURE() << "the task did not end";
  std::abort();
}

class KernelWorld final : public World {
 public:
  explicit KernelWorld(std::unique_ptr<Io> io) : mesh_(1), shard_(0, 1, std::move(io), &mesh_) {}
  Shard& shard() override { return shard_; }
  std::string directory() override { return directory_.path(); }
  size_t large_bytes() const override { return size_t{24} << 20; }
  void run(Task<void> task) override {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    bool ended = false;
    {
      const Shard::Enter enter(shard_);
      shard_.spawn(run_and_tell(std::move(task), ended));
    }
    while (!ended) {
      shard_.run_once(false);
      if (std::chrono::steady_clock::now() > limit) give_up();
    }
  }

 private:
  TemporaryDirectory directory_;
  Mesh mesh_;
  Shard shard_;
};

class SimulatedWorld final : public World {
 public:
  explicit SimulatedWorld(const sim::SimOptions& options) : world_(options), runtime_(world_, 1) {
    (void)world_.disk().make_directory("/test");
  }
  Shard& shard() override { return runtime_.client(); }
  std::string directory() override { return "/test"; }
  size_t large_bytes() const override { return size_t{1} << 20; }
  void run(Task<void> task) override {
    if (!runtime_.run(std::move(task))) give_up();
  }

 private:
  sim::SimWorld world_;
  sim::SimRuntime runtime_;
};

}  // namespace

TemporaryDirectory::TemporaryDirectory() {
  std::string path = (std::filesystem::temp_directory_path() / "klamm-test-XXXXXX").string();
  if (::mkdtemp(path.data()) != nullptr) path_ = path;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

std::unique_ptr<World> make_uring_world(const UringOptions& options) {
  if (missing_kernel_feature()) return nullptr;
  auto io = UringIo::open(options);
  if (!io) return nullptr;
  return std::make_unique<KernelWorld>(std::move(*io));
}

std::unique_ptr<World> make_epoll_world(const EpollOptions& options) {
  auto io = EpollIo::open(options);
  if (!io) return nullptr;
  return std::make_unique<KernelWorld>(std::move(*io));
}

std::unique_ptr<World> make_sim_world(const sim::SimOptions& options) {
  return std::make_unique<SimulatedWorld>(options);
}

}  // namespace klamm::reactor::test
