#include "net/idle_line.h"

#include <algorithm>

#include "protocol/assert.h"

namespace klamm::net {
namespace {

constexpr int64_t kShortestStepNs = 1'000'000;

}  // namespace

IdleLine::IdleLine(reactor::Shard& shard, Watcher& watcher, int64_t horizon_ns) : shard_(shard), watcher_(watcher) {
  for (Place& ring : buckets_) ring.previous = ring.next = &ring;
  due_.previous = due_.next = &due_;
  wake_.line = this;
  wake_.callback = [](reactor::Completion* self) noexcept { static_cast<Wake*>(self)->line->look_at_due(); };
  horizon_ns_ = horizon_ns;
  step_ns_ = std::max(horizon_ns / kStepsOfHorizon, kShortestStepNs);
  next_step_ = shard_.now_ns() / step_ns_ + 1;
}

IdleLine::~IdleLine() {
  KLAMM_ASSERT(std::ranges::all_of(buckets_, is_empty) && is_empty(due_), "somebody is still in the line");
}

void IdleLine::set_horizon(int64_t horizon_ns) {
  if (horizon_ns == horizon_ns_) return;
  for (Place& ring : buckets_) append_all(due_, ring);
  horizon_ns_ = horizon_ns;
  step_ns_ = std::max(horizon_ns / kStepsOfHorizon, kShortestStepNs);
  next_step_ = shard_.now_ns() / step_ns_ + 1;
  arm();
}

void IdleLine::add(Place& place, int64_t look_at_ns) {
  KLAMM_ASSERT(!place.is_in_line());
  if (!timer_.armed()) next_step_ = std::max(next_step_, shard_.now_ns() / step_ns_ + 1);
  // A look too early is only one more look.
  const int64_t wanted = look_at_ns / step_ns_ + 1;
  append(bucket(std::clamp(wanted, next_step_, next_step_ + kBucketCount - 1)), place);
  if (!timer_.armed() || wanted * step_ns_ < timer_.deadline_ns()) arm();
}

void IdleLine::remove(Place& place) {
  if (!place.is_in_line()) return;
  place.previous->next = place.next;
  place.next->previous = place.previous;
  place.previous = place.next = nullptr;
}

void IdleLine::move_due(int64_t now_ns) {
  const int64_t passed = now_ns / step_ns_ - next_step_ + 1;
  for (int64_t i = 0; i < std::min(passed, kBucketCount); ++i) append_all(due_, bucket(next_step_ + i));
  if (passed > 0) next_step_ += passed;
}

void IdleLine::look_at_due() {
  const int64_t now_ns = shard_.now_ns();
  move_due(now_ns);
  for (uint32_t looks = 0; looks < kLooksMax && !is_empty(due_); ++looks) {
    Place& place = *due_.next;
    remove(place);
    if (const auto again = watcher_.look(place, now_ns)) add(place, *again);
  }
  arm();
}

void IdleLine::arm() {
  if (!is_empty(due_)) {
    // Past this round of the loop, in which the clock stands.
    timer_.arm(shard_.now_ns() + 1, wake_);
    return;
  }
  for (int64_t step = next_step_; step < next_step_ + kBucketCount; ++step) {
    if (is_empty(bucket(step))) continue;
    timer_.arm(step * step_ns_, wake_);
    return;
  }
  timer_.cancel();
}

void IdleLine::append(Place& ring, Place& place) {
  place.previous = ring.previous;
  place.next = &ring;
  ring.previous->next = &place;
  ring.previous = &place;
}

void IdleLine::append_all(Place& ring, Place& from) {
  if (is_empty(from)) return;
  from.next->previous = ring.previous;
  from.previous->next = &ring;
  ring.previous->next = from.next;
  ring.previous = from.previous;
  from.previous = from.next = &from;
}

}  // namespace klamm::net
