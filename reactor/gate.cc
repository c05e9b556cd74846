#include "reactor/gate.h"

#include "reactor/assert.h"
#include "reactor/shard.h"

namespace klamm::reactor {

namespace {

Task<void> run_inside(Gate& gate, Task<void> task) {
  {
    Task<void> inner = std::move(task);
    co_await std::move(inner);
  }
  gate.leave();
}

}  // namespace

Gate::~Gate() {
  KLAMM_ASSERT(count_ == 0, "a gate is destroyed with tasks inside");
}

bool Gate::try_enter() {
  if (closed_) return false;
  if (count_++ == 0) empty_.reset();
  return true;
}

void Gate::leave() {
  KLAMM_ASSERT(count_ > 0);
  if (--count_ == 0) empty_.set();
}

bool Gate::spawn(Task<void> task) {
  if (!try_enter()) return false;
  Shard::current().spawn(run_inside(*this, std::move(task)));
  return true;
}

}  // namespace klamm::reactor
