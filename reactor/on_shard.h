#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include "reactor/detached.h"
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

  RemoteCall(ShardId to, Fn& fn) : to_(to), fn_(fn) {
    run = [](RemoteMessage* self) noexcept { run_on_target(static_cast<RemoteCall*>(self)); };
    home = [](RemoteMessage* self) noexcept { Shard::current().ready(static_cast<RemoteCall*>(self)->resume_); };
  }
  RemoteCall(const RemoteCall&) = delete;
  RemoteCall& operator=(const RemoteCall&) = delete;

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> handle) {
    resume_.waiter = handle;
    Shard::current().mesh().send(*this, to_);
  }
  Result await_resume() {
    if constexpr (!std::is_void_v<Result>) return std::move(*result_);
  }

 private:
  static void run_on_target(RemoteCall* self) noexcept {
    if constexpr (Unwrapped::is_task) {
      run_task(self);
    } else {
      if constexpr (std::is_void_v<Result>) {
        self->fn_();
      } else {
        self->result_.emplace(self->fn_());
      }
      Shard::current().mesh().reply(*self);
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
    here.mesh().reply(*self);
    here.task_ended();
  }

  struct Empty {};
  ShardId to_;
  Fn& fn_;
  CoroutineCompletion resume_;
  [[no_unique_address]] std::conditional_t<std::is_void_v<Result>, Empty, std::optional<Result>> result_;
};

}  // namespace detail

namespace detail {

template <class Fn>
auto run_on_shard(ShardId target, Fn fn) -> Task<typename UnwrapTask<std::invoke_result_t<Fn&>>::type> {
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
    RemoteCall<std::remove_reference_t<Fn>> call(target, fn);
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
// Waits (first in, first out) when the ring to that shard is full; the slot of the answer is reserved before the
// request is sent, so answers never wait.
template <class Fn>
auto on_shard(ShardId target, Fn&& fn) -> Task<typename detail::UnwrapTask<std::invoke_result_t<Fn&>>::type> {
  if constexpr (std::is_lvalue_reference_v<Fn>) {
    return detail::run_on_shard<Fn>(target, fn);
  } else {
    static_assert(std::is_trivially_destructible_v<Fn>, "give a lambda that owns its captures a name and pass that");
    return detail::run_on_shard<Fn>(target, std::forward<Fn>(fn));
  }
}

}  // namespace klamm::reactor
