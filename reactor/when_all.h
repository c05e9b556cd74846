#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "reactor/detached.h"
#include "reactor/event.h"
#include "reactor/task.h"

namespace klamm::reactor {

namespace detail {

// Counts the tasks of one when_all down.
struct Countdown {
  size_t left;
  Event none_left;
  void one_ended() {
    if (--left == 0) none_left.set();
  }
};

inline Detached run_counted(Task<void> task, Countdown& countdown) {
  {
    Task<void> inner = std::move(task);
    co_await std::move(inner);
  }
  countdown.one_ended();
}

template <class T>
Detached run_counted(Task<T> task, std::optional<T>& into, Countdown& countdown) {
  {
    Task<T> inner = std::move(task);
    into.emplace(co_await std::move(inner));
  }
  countdown.one_ended();
}

}  // namespace detail

// Runs the tasks side by side on this shard and resumes when all have ended.
// @core owner
Task<void> when_all(std::vector<Task<void>> tasks);

// The same with results, in the order of the tasks.
template <class T>
Task<std::vector<T>> when_all(std::vector<Task<T>> tasks) {
  std::vector<std::optional<T>> results(tasks.size());
  detail::Countdown countdown{tasks.size(), {}};
  for (size_t i = 0; i < tasks.size(); ++i) detail::run_counted(std::move(tasks[i]), results[i], countdown);
  if (!tasks.empty()) co_await countdown.none_left.wait();
  std::vector<T> values;
  values.reserve(results.size());
  for (std::optional<T>& result : results) values.push_back(std::move(*result));
  co_return values;
}

}  // namespace klamm::reactor
