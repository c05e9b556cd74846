#include "reactor/shard.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "reactor/assert.h"
#include "reactor/mesh.h"
#include "reactor/spin_policy.h"

namespace klamm::reactor {

namespace {

constexpr int64_t kDoNotWait = std::numeric_limits<int64_t>::min();

// The clock itself, for measuring waits; everything else uses the Io's cached one.
int64_t clock_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// The frame around a spawned task: starts from the ready queue and frees itself at the end.
struct Spawned {
  struct promise_type {
    CoroutineCompletion start;
    Spawned get_return_object() noexcept {
      start.waiter = std::coroutine_handle<promise_type>::from_promise(*this);
      return Spawned{&start};
    }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    [[noreturn]] void unhandled_exception() const noexcept { std::terminate(); }
  };
  CoroutineCompletion* start;
};

Spawned run_spawned(Task<void> task, Shard& shard) {
  {
    Task<void> inner = std::move(task);
    co_await std::move(inner);
  }
  shard.task_ended();
}

}  // namespace

struct Shard::Loop final : SleepBracket {
  Loop(int64_t spin_ns_max, Mesh* shards, ShardId shard) : spin_policy(spin_ns_max), mesh(shards), id(shard) {}
  bool before_sleep() noexcept override { return mesh->begin_sleep(id); }
  void after_sleep() noexcept override { mesh->end_sleep(id); }

  std::atomic<bool> stop_requested{false};
  SpinPolicy spin_policy;
  bool at_rest = false;
  Mesh* mesh;
  ShardId id;
  int64_t sleep_deadline_ns = 0;  // of the sleep under way
  int64_t last_sleep_ns = 0;      // when the last one ended
};

Shard::Shard(ShardId id, uint32_t shard_count, std::unique_ptr<Io> io, Mesh* mesh, ShardOptions options)
    : id_(id),
      shard_count_(shard_count),
      options_(options),
      io_(std::move(io)),
      mesh_(mesh),
      loop_(std::make_unique<Loop>(options.spin_ns_max, mesh, id)) {
  KLAMM_ASSERT(id < shard_count);
  KLAMM_ASSERT(mesh != nullptr || shard_count == 1, "several shards need a mesh");
}

Shard::~Shard() = default;

void Shard::spawn(Task<void> task) {
  task_started();
  ready(*run_spawned(std::move(task), *this).start);
}

void Shard::at_loop_end(LoopEndHook& hook) {
  if (hook.armed) return;
  hook.armed = true;
  hook.next_hook = hooks_;
  hooks_ = &hook;
}

int64_t Shard::next_deadline_ns() const {
  return std::min(timers_.next_deadline_ns(), urgent_timers_.next_deadline_ns());
}

uint32_t Shard::run_ready() {
  uint32_t count = 0;
  while (count < options_.ready_batch_count_max) {
    Completion* const completion = ready_.pop();
    if (completion == nullptr) break;
    ++count;
    completion->callback(completion);
  }
  return count;
}

bool Shard::run_hooks() {
  LoopEndHook* hook = std::exchange(hooks_, nullptr);
  if (hook == nullptr) return false;
  while (hook != nullptr) {
    LoopEndHook* const next = std::exchange(hook->next_hook, nullptr);
    hook->armed = false;
    hook->run();
    hook = next;
  }
  return true;
}

bool Shard::run_once(bool may_sleep) {
  const Enter enter(*this);
  if (!stop_event_.is_set() && is_stop_requested()) stop_event_.set();
  const uint32_t work = run_work(*this, true);
  // The others must hear that this shard's last task has ended before it sleeps.
  const bool rest_is_news = stop_event_.is_set() && is_at_rest() != loop_->at_rest;
  wait_for_work(may_sleep && !rest_is_news);
  return work > 0 || !is_idle();
}

uint32_t Shard::run_work(Shard& runner, bool may_lend) {
  uint32_t work = urgent_timers_.expire(now_ns());
  work += run_ready();
  if (mesh_ != nullptr) work += mesh_->drain(id_);
  work += timers_.expire(now_ns());
  work += run_ready();
  // What the hooks' work makes ready (answers of appends) may arm hooks again; one more round sends both out with this
  // iteration's submission.
  for (int round = 0; round < 2 && run_hooks(); ++round) work += 1 + run_ready();
  if (mesh_ != nullptr) work += mesh_->flush(*this, runner, may_lend);
  return work;
}

bool Shard::run_lent(Shard& runner) {
  constexpr int kRoundsMax = 16;
  const Enter enter(*this);
  io_->update_clocks();
  for (int round = 0; round < kRoundsMax; ++round) {
    if (run_work(runner, false) == 0 && is_idle() && !mesh_->has_arrivals(id_)) break;
  }
  return is_idle() && !mesh_->has_arrivals(id_) && !io_->has_unsubmitted() &&
         next_deadline_ns() >= loop_->sleep_deadline_ns;
}

bool Shard::has_time_for_others() const {
  return options_.lend_idle_ns_max > 0 && now_ns() - loop_->last_sleep_ns <= options_.lend_idle_ns_max;
}

bool Shard::is_stop_requested() const {
  return loop_->stop_requested.load(std::memory_order_acquire);
}

bool Shard::must_not_sleep() const {
  if (!stop_event_.is_set()) return is_stop_requested();
  return mesh_ != nullptr && mesh_->all_at_rest();
}

void Shard::wait_for_work(bool may_sleep) {
  const int64_t deadline_ns = next_deadline_ns();
  if (!may_sleep || !is_idle() || deadline_ns <= now_ns()) {
    io_->turn(kDoNotWait);
    return;
  }
  if (loop_->spin_policy.spin_ns() > 0) {
    io_->turn(kDoNotWait);
    if (!is_idle() || spin()) {
      if (is_idle()) io_->turn(kDoNotWait);
      return;
    }
    if (must_not_sleep()) return;
  }
  const int64_t start_ns = clock_ns();
  loop_->sleep_deadline_ns = deadline_ns;
  io_->turn(deadline_ns, mesh_ != nullptr ? loop_.get() : nullptr);
  loop_->last_sleep_ns = now_ns();
  loop_->spin_policy.slept(loop_->last_sleep_ns - start_ns);
}

bool Shard::spin() {
  const int64_t end_ns = std::min(clock_ns() + loop_->spin_policy.spin_ns(), next_deadline_ns());
  do {
    if (io_->has_completions() || (mesh_ != nullptr && mesh_->has_arrivals(id_))) {
      loop_->spin_policy.spin_caught();
      return true;
    }
    relax();
  } while (clock_ns() < end_ns);
  loop_->spin_policy.spin_wasted();
  return false;
}

void Shard::run() {
  const Enter enter(*this);
  do {
    run_once(true);
  } while (!stop_event_.is_set() || !may_leave());
}

bool Shard::may_leave() {
  loop_->at_rest = is_at_rest();
  if (mesh_ == nullptr) return loop_->at_rest;
  if (!mesh_->set_at_rest(id_, loop_->at_rest)) return false;
  for (ShardId other = 0; other < shard_count_; ++other) {
    if (other != id_) io_->wake(other);
  }
  io_->turn(kDoNotWait);
  return true;
}

void Shard::request_stop() {
  loop_->stop_requested.store(true, std::memory_order_release);
  io_->interrupt();
}

}  // namespace klamm::reactor
