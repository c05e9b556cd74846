#include "tests/sim/sim_runtime.h"

#include <algorithm>

namespace klamm::sim {

namespace {

constexpr int64_t kRoundNs = 1'000;

Task<void> run_and_tell(Task<void> task, bool& ended) {
  co_await std::move(task);
  ended = true;
}

}  // namespace

SimRuntime::SimRuntime(SimWorld& world, uint32_t shard_count, uint32_t mesh_credits_per_pair)
    : world_(world),
      mesh_(shard_count, mesh_credits_per_pair),
      process_(world.new_process()),
      client_process_(world.new_process()) {
  reactor::ShardOptions options;
  options.spin_ns_max = 0;
  for (ShardId id = 0; id < shard_count; ++id) {
    shards_.push_back(
        std::make_unique<Shard>(id, shard_count, std::make_unique<SimIo>(world, process_), &mesh_, options));
    order_.push_back(shards_.back().get());
  }
  client_ = std::make_unique<Shard>(0, 1, std::make_unique<SimIo>(world, client_process_), &client_mesh_, options);
  order_.push_back(client_.get());
}

SimRuntime::~SimRuntime() {
  world_.network().end_process(process_);
  world_.network().end_process(client_process_);
  world_.disk().end_process(process_);
  world_.disk().end_process(client_process_);
}

void SimRuntime::start(const std::function<Task<void>(Shard&)>& main) {
  for (const auto& shard : shards_) {
    const Shard::Enter enter(*shard);
    shard->spawn(main(*shard));
  }
}

void SimRuntime::spawn(Shard& on, Task<void> task) {
  const Shard::Enter enter(on);
  on.spawn(std::move(task));
}

int64_t SimRuntime::next_ns() const {
  int64_t next = world_.next_event_ns();
  for (const Shard* const shard : order_) next = std::min(next, shard->next_deadline_ns());
  return next;
}

// Every shard once. Returns whether any did something.
bool SimRuntime::run_round() {
  bool worked = world_.run_due();
  for (size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[world_.random() % i]);
  for (Shard* const shard : order_) worked |= shard->run_once(false);
  return worked;
}

bool SimRuntime::run_until(const std::function<bool()>& condition, int64_t limit_ns) {
  const int64_t end_ns = limit_ns >= INT64_MAX - world_.now_ns() ? INT64_MAX : world_.now_ns() + limit_ns;
  while (!condition()) {
    if (run_round()) {
      world_.advance_to(world_.now_ns() + kRoundNs);
      continue;
    }
    if (condition()) return true;
    const int64_t next = next_ns();
    if (next > end_ns) {
      if (next != INT64_MAX) world_.advance_to(std::max(end_ns, world_.now_ns()));
      return false;
    }
    world_.advance_to(std::max(next, world_.now_ns()));
  }
  return true;
}

bool SimRuntime::run(Task<void> task, int64_t limit_ns) {
  bool ended = false;
  spawn(*client_, run_and_tell(std::move(task), ended));
  return run_until([&ended] { return ended; }, limit_ns);
}

bool SimRuntime::run_for(int64_t duration_ns) {
  const int64_t end_ns = world_.now_ns() + duration_ns;
  world_.at(end_ns, [] {});
  return run_until([this, end_ns] { return world_.now_ns() >= end_ns; }, duration_ns + 1);
}

bool SimRuntime::stop(int64_t limit_ns) {
  for (const auto& shard : shards_) shard->request_stop();
  return run_until(
      [this] {
        return std::ranges::all_of(shards_, [](const auto& shard) {
          return shard->stop_event().is_set() && shard->live_task_count() == 0 && shard->is_idle();
        });
      },
      limit_ns);
}

}  // namespace klamm::sim
