#include "tests/sim/sim_world.h"

#include <limits>
#include <utility>

#include "reactor/assert.h"
#include "tests/sim/sim_disk.h"
#include "tests/sim/sim_network.h"

namespace klamm::sim {

SimWorld::SimWorld(const SimOptions& options)
    : options_(options),
      random_(options.seed),
      disk_(std::make_unique<SimDisk>(options.disk_bytes)),
      network_(std::make_unique<SimNetwork>(*this)) {}

SimWorld::~SimWorld() = default;

int64_t SimWorld::random_between(int64_t low, int64_t high) {
  // Not std::uniform_int_distribution: its draws may differ between libraries.
  return low + static_cast<int64_t>(random_() % static_cast<uint64_t>(high - low + 1));
}

void SimWorld::at(int64_t time_ns, std::weak_ptr<void> owner, std::function<void()> what) {
  events_.push(Event{time_ns, next_order_++, true, std::move(owner), std::move(what)});
}

void SimWorld::at(int64_t time_ns, std::function<void()> what) {
  events_.push(Event{time_ns, next_order_++, false, {}, std::move(what)});
}

bool SimWorld::run_due() {
  bool ran = false;
  while (!events_.empty() && events_.top().time_ns <= now_ns_) {
    const Event event = events_.top();
    events_.pop();
    ran = true;
    if (!event.has_owner || !event.owner.expired()) event.what();
  }
  return ran;
}

int64_t SimWorld::next_event_ns() const {
  return events_.empty() ? std::numeric_limits<int64_t>::max() : events_.top().time_ns;
}

void SimWorld::advance_to(int64_t time_ns) {
  KLAMM_ASSERT(time_ns >= now_ns_);
  now_ns_ = time_ns;
}

}  // namespace klamm::sim
