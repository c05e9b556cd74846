#include <algorithm>

#include "net/connection.h"
#include "net/connection_registry.h"

// A connection whose client has passed a quota starts no further request for a while (KIP-219). What it sends meanwhile
// is taken up to the end of one request; its answers leave, its end is seen, and a stop does not wait for it.
namespace klamm::net {

bool Connection::is_throttled() const {
  return throttle_ != nullptr && throttle_->until_ns > registry_.shard().now_ns();
}

// A longer time that was set before stays.
void Connection::throttle(int32_t throttle_ms) {
  constexpr int64_t kNsPerMs = 1'000'000;
  if (shut_down_) return;
  if (throttle_ == nullptr) {
    throttle_ = std::make_unique<Throttle>();
    throttle_->connection = this;
    throttle_->callback = [](reactor::Completion* self) noexcept {
      Connection& connection = *static_cast<Throttle*>(self)->connection;
      connection.turn_free_ns_ = std::max(connection.turn_free_ns_, connection.throttle_->until_ns);
      connection.schedule_advance();
    };
  }
  const int64_t until_ns = registry_.shard().now_ns() + throttle_ms * kNsPerMs;
  if (until_ns <= throttle_->until_ns) return;
  throttle_->until_ns = until_ns;
  throttle_->timer.arm(until_ns, *throttle_);
  // It would not take memory now, and whoever stands behind it in the line would wait for its time.
  const bool waits_for_its_place = memory_waiter_.waiting && held_.empty() && head_bytes_ == 0;
  if (waits_for_its_place && !reader_.has_overdraft()) registry_.memory().cancel(memory_waiter_);
}

}  // namespace klamm::net
