#include "reactor/timer_queue.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

namespace klamm::reactor::test {
namespace {

// A timer that notes when it fired.
struct Noted : Completion {
  explicit Noted(std::vector<int>& to, int as) : log(to), name(as) {
    callback = [](Completion* self) noexcept {
      auto* const noted = static_cast<Noted*>(self);
      noted->log.push_back(noted->name);
    };
  }
  std::vector<int>& log;
  int name;
  Timer timer;
};

TEST(TimerQueue, FiresInOrderOfDeadlineThenOfArming) {
  TimerQueue queue;
  std::vector<int> log;
  Noted a(log, 1), b(log, 2), c(log, 3), d(log, 4);
  queue.arm(a.timer, 30, a);
  queue.arm(b.timer, 10, b);
  queue.arm(c.timer, 20, c);
  queue.arm(d.timer, 10, d);
  EXPECT_EQ(queue.next_deadline_ns(), 10);
  EXPECT_EQ(queue.expire(9), 0u);
  EXPECT_EQ(queue.expire(20), 3u);
  EXPECT_EQ(log, (std::vector<int>{2, 4, 3}));
  EXPECT_FALSE(b.timer.armed());
  EXPECT_TRUE(a.timer.armed());
  EXPECT_EQ(queue.expire(1000), 1u);
  EXPECT_EQ(queue.next_deadline_ns(), TimerQueue::kNever);
}

TEST(TimerQueue, ACancelledOrDestroyedTimerNeverFires) {
  TimerQueue queue;
  std::vector<int> log;
  Noted kept(log, 1);
  queue.arm(kept.timer, 10, kept);
  {
    Noted destroyed(log, 2);
    queue.arm(destroyed.timer, 5, destroyed);
    Noted cancelled(log, 3);
    queue.arm(cancelled.timer, 6, cancelled);
    cancelled.timer.cancel();
    cancelled.timer.cancel();
  }
  queue.expire(100);
  EXPECT_EQ(log, (std::vector<int>{1}));
}

TEST(TimerQueue, ADueTimerCancelledByAnEarlierOneDoesNotFire) {
  TimerQueue queue;
  std::vector<int> log;
  Noted victim(log, 2);
  struct Canceller : Completion {
    Timer timer;
    Timer* victim = nullptr;
  } canceller;
  canceller.victim = &victim.timer;
  canceller.callback = [](Completion* self) noexcept { static_cast<Canceller*>(self)->victim->cancel(); };
  queue.arm(canceller.timer, 1, canceller);
  queue.arm(victim.timer, 2, victim);
  EXPECT_EQ(queue.expire(100), 1u);
  EXPECT_TRUE(log.empty());
}

TEST(TimerQueue, ATimerThatArmsItselfInThePastFiresOncePerCall) {
  TimerQueue queue;
  struct Again : Completion {
    Timer timer;
    TimerQueue* queue = nullptr;
    int fired = 0;
  } again;
  again.queue = &queue;
  again.callback = [](Completion* self) noexcept {
    auto* const me = static_cast<Again*>(self);
    ++me->fired;
    me->queue->arm(me->timer, 0, *me);
  };
  queue.arm(again.timer, 0, again);
  queue.expire(10);
  EXPECT_EQ(again.fired, 1);
  queue.expire(10);
  EXPECT_EQ(again.fired, 2);
}

// Random arming, moving and cancelling against a sorted list.
TEST(TimerQueue, AgreesWithASortedList) {
  const bool held = rc::check([] {
    TimerQueue queue;
    std::vector<int> log;
    std::deque<std::unique_ptr<Noted>> timers;
    struct Armed {
      int64_t deadline;
      int order;
      int name;
    };
    std::vector<Armed> model;
    int order = 0;
    for (int i = 0; i < 40; ++i) timers.push_back(std::make_unique<Noted>(log, i));
    const auto steps = *rc::gen::container<std::vector<std::pair<int, int>>>(
        300, rc::gen::pair(rc::gen::inRange(0, 40), rc::gen::inRange(-20, 100)));
    int64_t now = 0;
    for (const auto& [name, value] : steps) {
      Noted& noted = *timers[static_cast<size_t>(name)];
      if (value < -10) {
        now += -value;
        std::vector<int> expected;
        std::ranges::sort(model, [](const Armed& a, const Armed& b) {
          return a.deadline != b.deadline ? a.deadline < b.deadline : a.order < b.order;
        });
        while (!model.empty() && model.front().deadline <= now) {
          expected.push_back(model.front().name);
          model.erase(model.begin());
        }
        log.clear();
        queue.expire(now);
        RC_ASSERT(log == expected);
        continue;
      }
      std::erase_if(model, [&](const Armed& one) { return one.name == name; });
      noted.timer.cancel();
      if (value >= 0) {
        queue.arm(noted.timer, now + value, noted);
        model.push_back({now + value, order++, name});
      }
      RC_ASSERT(queue.size() == model.size());
      const auto earliest = std::ranges::min_element(model, {}, &Armed::deadline);
      RC_ASSERT(queue.next_deadline_ns() == (model.empty() ? TimerQueue::kNever : earliest->deadline));
    }
  });
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace klamm::reactor::test
