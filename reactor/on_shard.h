#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include "reactor/crossing_time.h"
#include "reactor/detached.h"
#include "reactor/event.h"
#include "reactor/mesh.h"
#include "reactor/shard.h"

namespace klamm::reactor {

namespace detail {

template <class T>
struct UnwrapTask {
  using type = T;
  static constexpr bool is_task = false;
};
template <class T>
struct UnwrapTask<Task<T>> {
  using type = T;
  static constexpr bool is_task = true;
};

// A call under way: lives in the caller's frame; the target calls `fn` and writes the result here.
template <class Fn>
class RemoteCall : RemoteMessage {
  using Returned = std::invoke_result_t<Fn&>;
  using Unwrapped = UnwrapTask<Returned>;

 public:
  using Result = typename Unwrapped::type;
  static_assert(!std::is_reference_v<Result>, "what lives on another shard cannot be referred to from here");

  RemoteCall(ShardId to, Fn& fn, CrossingTime* crossing) : to_(to), fn_(fn), crossing_(crossing) {
    run = [](RemoteMessage* self) noexcept { run_on_target(static_cast<RemoteCall*>(self)); };
    home = [](RemoteMessage* self) noexcept { Shard::current().ready(static_cast<RemoteCall*>(self)->resume_); };
  }
  RemoteCall(const RemoteCall&) = delete;
  RemoteCall& operator=(const RemoteCall&) = delete;

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> handle) {
    resume_.waiter = handle;
    if (crossing_ != nullptr) {
      left_ns_ = Shard::current().precise_now_ns();
      crossing_->leaves(left_ns_);
    }
    Shard::current().mesh().send(*this, to_);
  }
  Result await_resume() {
    if (crossing_ != nullptr) {
      crossing_->is_home(left_ns_, arrived_ns_, returned_ns_, Shard::current().precise_now_ns());
    }
    if constexpr (!std::is_void_v<Result>) return std::move(*result_);
  }

 private:
  static void run_on_target(RemoteCall* self) noexcept {
    if (self->crossing_ != nullptr) self->arrived_ns_ = Shard::current().precise_now_ns();
    if constexpr (Unwrapped::is_task) {
      run_task(self);
    } else {
      if constexpr (std::is_void_v<Result>) {
        self->fn_();
      } else {
        self->result_.emplace(self->fn_());
      }
      reply(self, Shard::current());
    }
  }
  static Detached run_task(RemoteCall* self) {
    Shard& here = Shard::current();
    here.task_started();
    {
      Returned task = self->fn_();
      if constexpr (std::is_void_v<Result>) {
        co_await std::move(task);
      } else {
        self->result_.emplace(co_await std::move(task));
      }
    }
    reply(self, here);
    here.task_ended();
  }
  static void reply(RemoteCall* self, Shard& here) noexcept {
    if (self->crossing_ != nullptr) self->returned_ns_ = here.precise_now_ns();
    here.mesh().reply(*self);
  }

  struct Empty {};
  ShardId to_;
  Fn& fn_;
  CrossingTime* crossing_;  // of the origin; may be null
  int64_t left_ns_ = 0;
  int64_t arrived_ns_ = 0;
  int64_t returned_ns_ = 0;
  CoroutineCompletion resume_;
  [[no_unique_address]] std::conditional_t<std::is_void_v<Result>, Empty, std::optional<Result>> result_;
};

}  // namespace detail

namespace detail {

template <class Fn>
auto run_on_shard(ShardId target, Fn fn, CrossingTime* crossing)
    -> Task<typename UnwrapTask<std::invoke_result_t<Fn&>>::type> {
  using Unwrapped = UnwrapTask<std::invoke_result_t<Fn&>>;
  if (target == Shard::current().id()) {
    if constexpr (Unwrapped::is_task) {
      co_return co_await fn();
    } else if constexpr (std::is_void_v<typename Unwrapped::type>) {
      fn();
      co_return;
    } else {
      co_return fn();
    }
  } else {
    RemoteCall<std::remove_reference_t<Fn>> call(target, fn, crossing);
    if constexpr (std::is_void_v<typename Unwrapped::type>) {
      co_await call;
    } else {
      co_return co_await call;
    }
  }
}

}  // namespace detail

// Runs `fn` on shard `target` and gives its result back here. `fn` may return a value or a Task<T>; it is called on the
// target, its frame and captures stay in the caller's frame until the answer is home, so captured views stay valid. On
// the own shard it is a plain call. This is the one way across shards.
//
//   auto end = co_await on_shard(owner, [&] { return partitions_of_that_shard().log_end(topic, 3); });
//
// A lambda that owns what it captures (a string, a vector, a pointer) gets a name first and is passed by it; it must
// live until the answer is home. g++ 12 destroys such a temporary inside a co_await expression twice (see task.h), so
// one written in place does not compile:
//
//   auto fn = [request = std::move(request)] { return owner_table().apply(request); };
//   auto result = co_await on_shard(owner, fn);
//
// `crossing`, if given, is told the time on the way (CrossingTime); it must live until the answer is home.
//
// Waits (first in, first out) when the ring to that shard is full; the slot of the answer is reserved before the
// request is sent, so answers never wait.
template <class Fn>
auto on_shard(ShardId target, Fn&& fn, CrossingTime* crossing = nullptr)
    -> Task<typename detail::UnwrapTask<std::invoke_result_t<Fn&>>::type> {
  if constexpr (std::is_lvalue_reference_v<Fn>) {
    return detail::run_on_shard<Fn>(target, fn, crossing);
  } else {
    static_assert(std::is_trivially_destructible_v<Fn>, "give a lambda that owns its captures a name and pass that");
    return detail::run_on_shard<Fn>(target, std::forward<Fn>(fn), crossing);
  }
}

namespace detail {

// A wait on another shard: lives in the caller's frame, and is the target's until the way there is given back or `told`
// is set.
template <class T>
struct RemoteWait {
  std::optional<T> result;
  Event told;
  bool is_given_back = false;  // the target's: the way there
};

template <class Fn, class T>
Detached run_remote_wait(Fn& fn, RemoteWait<T>& wait, ShardId origin) {
  Shard& here = Shard::current();
  here.task_started();
  Task<T> task = fn();
  T result = co_await std::move(task);
  if (!wait.is_given_back) {
    wait.result.emplace(std::move(result));
  } else {
    const auto tell = [&wait, &result] {
      wait.result.emplace(std::move(result));
      wait.told.set();
    };
    co_await on_shard(origin, tell);
  }
  here.task_ended();
}

template <class Fn, class T>
Task<T> wait_there(ShardId target, Fn& fn, CrossingTime* crossing) {
  const ShardId origin = Shard::current().id();
  if (target == origin) co_return co_await fn();
  RemoteWait<T> wait;
  const auto begin = [&fn, &wait, origin] {
    run_remote_wait(fn, wait, origin);
    wait.is_given_back = true;
    return wait.result.has_value();
  };
  const bool is_over = co_await on_shard(target, begin, crossing);
  if (!is_over) co_await wait.told.wait();
  co_return std::move(*wait.result);
}

}  // namespace detail

// As on_shard, for what may take long because it waits for somebody (other members of a group, new records): only a few
// hundred calls of on_shard may be under way between two shards, and one that waits would be in the way of all others.
// The way there is free again as soon as `fn` has been called; an answer that comes later takes its own way back. `fn`
// returns a Task, has a name, and stays with all that it refers to until this ends.
template <class Fn>
auto wait_on_shard(ShardId target, Fn& fn, CrossingTime* crossing = nullptr) -> std::invoke_result_t<Fn&> {
  using Unwrapped = detail::UnwrapTask<std::invoke_result_t<Fn&>>;
  static_assert(Unwrapped::is_task && !std::is_void_v<typename Unwrapped::type>, "it gives a Task with a result");
  return detail::wait_there<Fn, typename Unwrapped::type>(target, fn, crossing);
}

}  // namespace klamm::reactor
