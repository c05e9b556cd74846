#include "reactor/when_all.h"

namespace klamm::reactor {

Task<void> when_all(std::vector<Task<void>> tasks) {
  detail::Countdown countdown{tasks.size(), {}};
  for (Task<void>& task : tasks) detail::run_counted(std::move(task), countdown);
  if (!tasks.empty()) co_await countdown.none_left.wait();
}

}  // namespace klamm::reactor
