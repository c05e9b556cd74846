#include "reactor/timer_queue.h"

#include "reactor/assert.h"
#include "reactor/shard.h"

namespace klamm::reactor {

namespace {
constexpr size_t kArity = 4;
}

void Timer::arm(int64_t deadline_ns, Completion& completion) {
  cancel();
  Shard::current().timers().arm(*this, deadline_ns, completion);
}

void Timer::arm_urgent(int64_t deadline_ns, Completion& completion) {
  cancel();
  Shard::current().urgent_timers().arm(*this, deadline_ns, completion);
}

void Timer::cancel() {
  if (armed()) queue_->cancel(*this);
}

TimerQueue::~TimerQueue() {
  for (const Entry& entry : heap_) entry.timer->heap_index_ = Timer::kNotArmed;
}

void TimerQueue::arm(Timer& timer, int64_t deadline_ns, Completion& completion) {
  KLAMM_ASSERT(!timer.armed());
  timer.queue_ = this;
  timer.completion_ = &completion;
  timer.deadline_ns_ = deadline_ns;
  const Entry entry{deadline_ns, next_order_++, &timer};
  heap_.push_back(entry);
  sift_up(heap_.size() - 1, entry);
}

void TimerQueue::cancel(Timer& timer) {
  KLAMM_ASSERT(timer.queue_ == this && timer.heap_index_ < heap_.size());
  remove_at(timer.heap_index_);
  timer.heap_index_ = Timer::kNotArmed;
}

uint32_t TimerQueue::expire(int64_t now_ns) {
  uint32_t fired = 0;
  for (size_t limit = heap_.size(); limit > 0 && !heap_.empty() && heap_.front().deadline_ns <= now_ns; --limit) {
    Timer* const timer = heap_.front().timer;
    Completion* const completion = timer->completion_;
    cancel(*timer);
    ++fired;
    completion->callback(completion);
  }
  return fired;
}

void TimerQueue::place(size_t index, const Entry& entry) {
  heap_[index] = entry;
  entry.timer->heap_index_ = static_cast<uint32_t>(index);
}

void TimerQueue::sift_up(size_t index, Entry entry) {
  while (index > 0) {
    const size_t parent = (index - 1) / kArity;
    if (!entry.before(heap_[parent])) break;
    place(index, heap_[parent]);
    index = parent;
  }
  place(index, entry);
}

void TimerQueue::sift_down(size_t index, Entry entry) {
  for (;;) {
    const size_t first_child = index * kArity + 1;
    if (first_child >= heap_.size()) break;
    const size_t end = first_child + kArity < heap_.size() ? first_child + kArity : heap_.size();
    size_t least = first_child;
    for (size_t child = first_child + 1; child < end; ++child) {
      if (heap_[child].before(heap_[least])) least = child;
    }
    if (!heap_[least].before(entry)) break;
    place(index, heap_[least]);
    index = least;
  }
  place(index, entry);
}

void TimerQueue::remove_at(size_t index) {
  const Entry last = heap_.back();
  heap_.pop_back();
  if (index == heap_.size()) return;
  if (index > 0 && last.before(heap_[(index - 1) / kArity])) {
    sift_up(index, last);
  } else {
    sift_down(index, last);
  }
}

}  // namespace klamm::reactor
