#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

// Coroutines of one shard.
//
// A Task is lazy: it starts when it is awaited (or given to Shard::spawn) and runs to its end on the shard that started
// it. Frames are never destroyed while suspended: whoever wants a task to end early ends what it waits for (shuts the
// socket down, closes the queue, fires the event), and the task sees an error value and returns. So a completion or a
// waiter that lives in a frame is always unlinked before its memory goes.
//
// A warning about g++ 12: inside the expression of a co_await, a temporary that is initialised with braces
// (`Request{...}`), or a lambda that captures by value something with a destructor, is destroyed twice. Give such an
// object a name before the co_await, or give its type a constructor. A braced list (`{1, 2, 3}`) as an argument there
// does not compile at all.
//
// @core owner: created, awaited and destroyed on one shard. Exceptions do not cross a Task: an escaped one ends the
// process.
namespace klamm::reactor {

template <class T = void>
class [[nodiscard]] Task;

namespace detail {

struct FinalAwaiter {
  bool await_ready() const noexcept { return false; }
  template <class Promise>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> finished) const noexcept {
    std::coroutine_handle<> next = finished.promise().continuation;
    return next ? next : std::noop_coroutine();
  }
  void await_resume() const noexcept {}
};

struct PromiseBase {
  std::coroutine_handle<> continuation;
  std::suspend_always initial_suspend() const noexcept { return {}; }
  FinalAwaiter final_suspend() const noexcept { return {}; }
  [[noreturn]] void unhandled_exception() const noexcept { std::terminate(); }
};

template <class T>
struct Promise : PromiseBase {
  std::optional<T> value;
  Task<T> get_return_object() noexcept;
  template <class U>
  void return_value(U&& result) {
    value.emplace(std::forward<U>(result));
  }
};

template <>
struct Promise<void> : PromiseBase {
  Task<void> get_return_object() noexcept;
  void return_void() const noexcept {}
};

}  // namespace detail

template <class T>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::Promise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  Task() noexcept = default;
  explicit Task(Handle handle) noexcept : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    if (this != &other) {
      reset();
      handle_ = std::exchange(other.handle_, nullptr);
    }
    return *this;
  }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  ~Task() { reset(); }

  explicit operator bool() const noexcept { return static_cast<bool>(handle_); }
  bool done() const noexcept { return handle_ && handle_.done(); }

  auto operator co_await() && noexcept {
    struct Awaiter {
      Handle handle;
      bool await_ready() const noexcept { return handle.done(); }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiter) const noexcept {
        handle.promise().continuation = waiter;
        return handle;
      }
      T await_resume() const {
        if constexpr (!std::is_void_v<T>) return std::move(*handle.promise().value);
      }
    };
    return Awaiter{handle_};
  }

  // Gives the frame away; used by Shard::spawn, whose wrapper frees it at the end.
  Handle release() noexcept { return std::exchange(handle_, nullptr); }

 private:
  void reset() noexcept {
    if (handle_) std::exchange(handle_, nullptr).destroy();
  }
  Handle handle_;
};

namespace detail {
template <class T>
Task<T> Promise<T>::get_return_object() noexcept {
  return Task<T>(std::coroutine_handle<Promise<T>>::from_promise(*this));
}
inline Task<void> Promise<void>::get_return_object() noexcept {
  return Task<void>(std::coroutine_handle<Promise<void>>::from_promise(*this));
}
}  // namespace detail

}  // namespace klamm::reactor
