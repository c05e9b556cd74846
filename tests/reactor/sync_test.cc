#include "reactor/sync.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/sim/sim_runtime.h"

// Waiting between tasks, under virtual time.
namespace klamm::reactor::test {
namespace {

class Sync : public ::testing::Test {
 public:
  Shard& shard() { return runtime_.client(); }
  void spawn(Task<void> task) { runtime_.spawn(shard(), std::move(task)); }
  void run(Task<void> task) { ASSERT_TRUE(runtime_.run(std::move(task))); }
  int64_t now() { return world_.now_ns(); }
  sim::SimWorld world_;
  sim::SimRuntime runtime_{world_, 1};
  std::string log_;
};

TEST_F(Sync, SleepTakesItsTimeAndOthersRunMeanwhile) {
  spawn([](std::string& log) -> Task<void> {
    co_await sleep_for(5'000'000);
    log += "b";
  }(log_));
  const int64_t start = now();
  run([](std::string& log) -> Task<void> {
    co_await sleep_for(1'000'000);
    log += "a";
    co_await sleep_for(10'000'000);
    log += "c";
  }(log_));
  EXPECT_EQ(log_, "abc");
  EXPECT_GE(now() - start, 11'000'000);
  EXPECT_LT(now() - start, 12'000'000);
}

TEST_F(Sync, YieldLetsEverythingReadyRunFirst) {
  run([](Sync& test, std::string& log) -> Task<void> {
    test.spawn([](std::string& to) -> Task<void> {
      to += "b";
      co_return;
    }(log));
    log += "a";
    co_await yield_now();
    log += "c";
  }(*this, log_));
  EXPECT_EQ(log_, "abc");
}

Task<void> wait_and_note(Event& event, std::string& log, char name) {
  co_await event.wait();
  log += name;
}

TEST_F(Sync, EventResumesItsWaitersInOrderAndNeverInsideSet) {
  run([](Sync& test, std::string& log) -> Task<void> {
    Event event;
    test.spawn(wait_and_note(event, log, '1'));
    test.spawn(wait_and_note(event, log, '2'));
    co_await yield_now();
    EXPECT_TRUE(event.has_waiters());
    event.set();
    log += "s";
    co_await yield_now();
    EXPECT_EQ(log, "s12");
    co_await event.wait();  // set: does not suspend
    event.reset();
    EXPECT_FALSE(event.is_set());
  }(*this, log_));
}

TEST_F(Sync, WaitUntilTellsWhichCameFirst) {
  run([](Sync& test) -> Task<void> {
    Event event;
    const int64_t start = test.now();
    EXPECT_FALSE(co_await event.wait_until(start + 1'000'000));
    EXPECT_GE(test.now(), start + 1'000'000);
    EXPECT_FALSE(event.has_waiters());
    test.spawn([](Event& of) -> Task<void> {
      co_await sleep_for(500'000);
      of.set();
    }(event));
    EXPECT_TRUE(co_await event.wait_until(test.now() + 10'000'000));
    EXPECT_LT(test.now(), start + 2'000'000);
    EXPECT_TRUE(co_await event.wait_until(test.now() - 1));  // set already
  }(*this));
}

// The timer is due in the very round in which the event is set: one of the two resumes the waiter, not both.
TEST_F(Sync, SetAndDeadlineTogetherResumeOnce) {
  run([](Sync& test) -> Task<void> {
    for (int64_t offset = -3; offset <= 3; ++offset) {
      Event event;
      const int64_t deadline = test.now() + 1'000'000;
      int resumed = 0;
      test.spawn([](Event& of, int64_t until, int& count) -> Task<void> {
        (void)co_await of.wait_until(until);
        ++count;
      }(event, deadline, resumed));
      co_await sleep_until(deadline + offset);
      event.set();
      co_await sleep_for(2'000'000);
      EXPECT_EQ(resumed, 1);
    }
  }(*this));
}

TEST_F(Sync, GateWaitsForThoseInsideAndRefusesNewOnes) {
  run([](Sync& test, std::string& log) -> Task<void> {
    Gate gate;
    EXPECT_TRUE(gate.spawn([](std::string& to) -> Task<void> {
      co_await sleep_for(1'000'000);
      to += "in ";
    }(log)));
    EXPECT_EQ(gate.count(), 1u);
    {
      const GatePass pass(gate);
      EXPECT_TRUE(pass);
      EXPECT_EQ(gate.count(), 2u);
    }
    test.spawn([](Gate& of) -> Task<void> {
      co_await yield_now();
      EXPECT_TRUE(of.is_closed());
      EXPECT_FALSE(of.try_enter());
      EXPECT_FALSE(of.spawn([]() -> Task<void> { co_return; }()));
    }(gate));
    co_await gate.close();
    log += "closed";
    EXPECT_EQ(log, "in closed");
  }(*this, log_));
}

TEST_F(Sync, AnEmptyGateClosesAtOnce) {
  run([]() -> Task<void> {
    Gate gate;
    co_await gate.close();
    EXPECT_TRUE(gate.is_closed());
  }());
}

Task<void> hold(Budget& budget, uint64_t amount, std::string& log, char name) {
  co_await budget.acquire(amount);
  const BudgetHold held(budget, amount);
  log += name;
  EXPECT_TRUE(budget.held() <= budget.limit() || budget.held() == amount);
  co_await sleep_for(1'000'000);
}

TEST_F(Sync, BudgetAdmitsFirstInFirstOut) {
  run([](Sync& test, std::string& log) -> Task<void> {
    Budget budget(10);
    test.spawn(hold(budget, 6, log, 'a'));
    test.spawn(hold(budget, 6, log, 'b'));  // waits
    test.spawn(hold(budget, 1, log, 'c'));  // would fit, but does not overtake
    co_await yield_now();
    EXPECT_EQ(log, "a");
    EXPECT_EQ(budget.waiting_count(), 2u);
    EXPECT_FALSE(budget.try_acquire(1));
    co_await sleep_for(1'500'000);
    EXPECT_EQ(log, "abc");
    co_await sleep_for(2'000'000);
    EXPECT_EQ(budget.held(), 0u);
    EXPECT_TRUE(budget.try_acquire(10));
    EXPECT_FALSE(budget.try_acquire(1));
    budget.release(10);
  }(*this, log_));
}

TEST_F(Sync, BudgetAdmitsOneThatIsLargerThanAllWhenNothingIsHeld) {
  run([](Sync& test, std::string& log) -> Task<void> {
    Budget budget(10);
    EXPECT_TRUE(budget.try_acquire(1));
    test.spawn(hold(budget, 100, log, 'x'));
    test.spawn(hold(budget, 1, log, 'y'));
    co_await yield_now();
    EXPECT_EQ(log, "");
    budget.release(1);
    co_await yield_now();
    EXPECT_EQ(log, "x");
    co_await sleep_for(5'000'000);
    EXPECT_EQ(log, "xy");
  }(*this, log_));
}

TEST_F(Sync, WhenAllRunsSideBySide) {
  const int64_t start = now();
  run([](std::string& log) -> Task<void> {
    std::vector<Task<void>> tasks;
    for (int i = 0; i < 5; ++i) {
      tasks.push_back([](std::string& to) -> Task<void> {
        co_await sleep_for(1'000'000);
        to += "x";
      }(log));
    }
    co_await when_all(std::move(tasks));
    EXPECT_EQ(log, "xxxxx");
    std::vector<Task<int>> numbers;
    for (int i = 0; i < 3; ++i) {
      numbers.push_back([](int value) -> Task<int> {
        co_await sleep_for(1'000'000 - value * 100'000);
        co_return value;
      }(i));
    }
    const std::vector<int> values = co_await when_all(std::move(numbers));
    EXPECT_EQ(values, (std::vector<int>{0, 1, 2}));
    co_await when_all(std::vector<Task<void>>{});
    std::vector<Task<void>> immediate;
    immediate.push_back([]() -> Task<void> { co_return; }());
    co_await when_all(std::move(immediate));
  }(log_));
  EXPECT_LT(now() - start, 3'000'000);
}

class CountingHook final : public LoopEndHook {
 public:
  void run() noexcept override {
    ++runs;
    if (again > 0) {
      --again;
      Shard::current().at_loop_end(*this);
    }
  }
  int runs = 0;
  int again = 0;
};

TEST_F(Sync, ALoopEndHookRunsOncePerIterationHoweverOftenArmed) {
  CountingHook hook;
  run([](CountingHook& of) -> Task<void> {
    for (int i = 0; i < 10; ++i) Shard::current().at_loop_end(of);
    EXPECT_EQ(of.runs, 0);
    co_await sleep_for(1'000);
    EXPECT_EQ(of.runs, 1);
    of.again = 5;
    Shard::current().at_loop_end(of);
    co_await sleep_for(1'000'000);
    EXPECT_EQ(of.runs, 7);
  }(hook));
}

TEST_F(Sync, UrgentTimersFireLikeOthers) {
  struct Fired : Completion {
    bool yes = false;
  } fired;
  fired.callback = [](Completion* self) noexcept { static_cast<Fired*>(self)->yes = true; };
  run([](Fired& of) -> Task<void> {
    Timer timer;
    timer.arm_urgent(Shard::current().now_ns() + 1'000'000, of);
    co_await sleep_for(900'000);
    EXPECT_FALSE(of.yes);
    co_await sleep_for(200'000);
    EXPECT_TRUE(of.yes);
  }(fired));
}

}  // namespace
}  // namespace klamm::reactor::test
