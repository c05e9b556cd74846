#include "reactor/sleep.h"

#include "reactor/shard.h"

namespace klamm::reactor {

SleepFor sleep_for(int64_t duration_ns) {
  return SleepFor(Shard::current().now_ns() + duration_ns);
}

SleepFor sleep_until(int64_t deadline_ns) {
  return SleepFor(deadline_ns);
}

void YieldNow::await_suspend(std::coroutine_handle<> handle) {
  waiter = handle;
  Shard::current().ready(*this);
}

}  // namespace klamm::reactor
