#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "reactor/event.h"
#include "reactor/io.h"
#include "reactor/task.h"
#include "reactor/timer.h"

namespace klamm::reactor {

using ShardId = uint32_t;

class Mesh;

// Work that runs once at the end of the current loop iteration, before anything is submitted to the kernel: gathered
// appends, coalesced marks. Owned by its user; may be armed again from run().
class LoopEndHook {
 public:
  virtual void run() noexcept = 0;
  LoopEndHook* next_hook = nullptr;
  bool armed = false;

 protected:
  ~LoopEndHook() = default;
};

// How a shard's loop behaves.
struct ShardOptions {
  // The longest spin before sleeping; 0 = never spin. Spinning is charged to the process, so it happens only while
  // recent waits were so short that a spin would have caught them (see SpinPolicy).
  int64_t spin_ns_max = 30'000;
  // Callbacks run before timers, hooks and the kernel get their turn.
  uint32_t ready_batch_count_max = 1024;
  // A shard that has slept within this time runs sleeping peers itself instead of waking them (see Mesh); 0 = never.
  int64_t lend_idle_ns_max = 1'000'000;
};

// One thread pinned to one core, with its own Io, timers, ready queue and tables. The loop: completions -> ready tasks
// -> inboxes -> timers -> loop-end hooks -> outboxes and wakes -> submit and wait.
//
// @core owner. `Shard::current()` is the shard that runs the calling code.
class Shard {
 public:
  Shard(ShardId id, uint32_t shard_count, std::unique_ptr<Io> io, Mesh* mesh, ShardOptions options = {});
  ~Shard();
  Shard(const Shard&) = delete;
  Shard& operator=(const Shard&) = delete;

  static Shard& current() { return *current_; }
  static bool has_current() { return current_ != nullptr; }

  // Makes `shard` the current one for its scope. run() and run_once() do it themselves; for start-up code and for
  // runtimes that run several shards on one thread.
  class Enter {
   public:
    explicit Enter(Shard& shard) : before_(current_) { current_ = &shard; }
    Enter(const Enter&) = delete;
    Enter& operator=(const Enter&) = delete;
    ~Enter() { current_ = before_; }

   private:
    Shard* before_;
  };

  ShardId id() const { return id_; }
  uint32_t shard_count() const { return shard_count_; }
  Io& io() { return *io_; }
  Mesh& mesh() { return *mesh_; }
  TimerQueue& timers() { return timers_; }
  TimerQueue& urgent_timers() { return urgent_timers_; }
  int64_t now_ns() const { return io_->monotonic_ns(); }
  int64_t now_ms() const { return io_->wall_clock_ms(); }
  // Read anew; costs some 20 ns.
  int64_t precise_now_ns() const { return io_->monotonic_ns_now(); }

  // Starts a task that nobody waits for; it runs from the ready queue, soon. Counted: stop() waits for all of them.
  void spawn(Task<void> task);
  uint32_t live_task_count() const { return live_tasks_; }
  // For wrappers that run a task without spawn().
  void task_started() { ++live_tasks_; }
  void task_ended() { --live_tasks_; }

  // Queues a completion whose callback runs in this or the next round of the loop.
  void ready(Completion& completion) { ready_.push(completion); }
  void at_loop_end(LoopEndHook& hook);

  // One iteration of the loop. Returns whether it did any work.
  bool run_once(bool may_sleep);
  // Loops until request_stop() was called and no spawned task is left on any shard.
  void run();
  void request_stop();  // @core any
  // Set once the loop has seen request_stop(); long-lived tasks wait for it to begin their end.
  Event& stop_event() { return stop_event_; }

  // For the mesh. Runs this sleeping shard on the thread of `runner`, which holds it, until nothing is left to do.
  // False: its owner must be woken, for what only its thread can do.
  bool run_lent(Shard& runner);
  bool has_time_for_others() const;
  bool is_stop_requested() const;
  // A stop, or the others' rest, that came with the turns just made: their wakes are used up and left nothing ready.
  bool must_not_sleep() const;

  // Nothing to do but wait: no ready completion and no armed hook.
  bool is_idle() const { return ready_.head == nullptr && hooks_ == nullptr; }
  // The earliest deadline of any timer, TimerQueue::kNever without one.
  int64_t next_deadline_ns() const;

 private:
  friend class Mesh;
  struct ReadyQueue {
    Completion* head = nullptr;
    Completion* tail = nullptr;
    void push(Completion& completion) {
      completion.next = nullptr;
      if (tail != nullptr) {
        tail->next = &completion;
      } else {
        head = &completion;
      }
      tail = &completion;
    }
    Completion* pop() {
      Completion* const first = head;
      if (first != nullptr) {
        head = first->next;
        if (head == nullptr) tail = nullptr;
        first->next = nullptr;
      }
      return first;
    }
  };
  struct Loop;  // stop flag, spin policy

  uint32_t run_ready();
  uint32_t run_work(Shard& runner, bool may_lend);
  bool run_hooks();
  void wait_for_work(bool may_sleep);
  bool spin();
  bool is_at_rest() const { return live_tasks_ == 0 && is_idle(); }
  bool may_leave();

  static inline constinit thread_local Shard* current_ = nullptr;

  ShardId id_;
  uint32_t shard_count_;
  ShardOptions options_;
  std::unique_ptr<Io> io_;
  Mesh* mesh_;
  TimerQueue timers_;
  TimerQueue urgent_timers_;
  ReadyQueue ready_;
  LoopEndHook* hooks_ = nullptr;
  uint32_t live_tasks_ = 0;
  Event stop_event_;
  std::unique_ptr<Loop> loop_;
};

}  // namespace klamm::reactor
