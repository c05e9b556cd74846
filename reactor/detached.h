#pragma once

#include <coroutine>
#include <exception>

namespace klamm::reactor::detail {

// A coroutine that starts at once and frees itself at its end. For the reactor's own wrappers; rooms use Shard::spawn.
struct Detached {
  struct promise_type {
    Detached get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    [[noreturn]] void unhandled_exception() const noexcept { std::terminate(); }
  };
};

}  // namespace klamm::reactor::detail
