#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "reactor/io_await.h"
#include "reactor/on_shard.h"
#include "tests/reactor/runtime_world.h"

// A sleeping shard is run by the thread that would otherwise wake it (mesh.h).
namespace klamm::reactor::test {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;

// Runs `main` on shard 0 while the others have nothing to do of their own.
void run_on_first(RuntimeOptions options, std::function<Task<void>()> main) {
  if (const auto missing = missing_for_tests()) GTEST_SKIP() << *missing;
  std::promise<void> ended;
  auto runtime = Runtime::start(options, [&](Shard& shard) -> Task<void> {
    if (shard.id() != 0) co_return;
    co_await main();
    ended.set_value();
  });
  ASSERT_TRUE(runtime.has_value()) << runtime.error();
  ended.get_future().wait();
  (*runtime)->request_stop();
  (*runtime)->join();
}

RuntimeOptions options_for(const std::string& cores, int64_t lend_idle_ns_max) {
  RuntimeOptions options;
  options.io = io_of_tests();
  options.cores = *CoreSet::parse(cores);
  options.shard.spin_ns_max = 0;
  options.shard.lend_idle_ns_max = lend_idle_ns_max;
  return options;
}

// Sleeps before each call, so that the caller has time for others and the target is asleep.
Task<int> calls_on_own_thread(int call_count, ShardId target) {
  int count = 0;
  for (int i = 0; i < call_count; ++i) {
    co_await sleep_for(kNsPerMs / 5);
    const std::thread::id here = std::this_thread::get_id();
    const bool same = co_await on_shard(target, [here, target] {
      EXPECT_EQ(Shard::current().id(), target);
      return std::this_thread::get_id() == here;
    });
    count += same ? 1 : 0;
  }
  co_return count;
}

TEST(Lending, ASleepingPeerIsRunByTheCaller) {
  int lent = 0;
  run_on_first(options_for("3", INT64_MAX / 2), [&]() -> Task<void> { lent = co_await calls_on_own_thread(200, 2); });
  EXPECT_GT(lent, 150) << "a peer is awake only by chance";
}

TEST(Lending, IsOffWhereItIsNotWanted) {
  int lent = 0;
  run_on_first(options_for("3", 0), [&]() -> Task<void> { lent = co_await calls_on_own_thread(50, 1); });
  EXPECT_EQ(lent, 0);
}

TEST(Lending, ATimerArmedWhileLentWakesItsOwner) {
  std::atomic<int> rang{0};
  run_on_first(options_for("2", INT64_MAX / 2), [&]() -> Task<void> {
    for (int i = 0; i < 20; ++i) {
      co_await sleep_for(kNsPerMs);
      co_await on_shard(1, [&rang]() -> Task<void> {
        return [](std::atomic<int>& count) -> Task<void> {
          co_await sleep_for(2 * kNsPerMs);
          ++count;
        }(rang);
      });
    }
  });
  EXPECT_EQ(rang.load(), 20);
}

TEST(Lending, RingOperationsStartedWhileLentAreSubmittedByTheOwner) {
  std::atomic<int> done{0};
  run_on_first(options_for("2", INT64_MAX / 2), [&]() -> Task<void> {
    for (int i = 0; i < 20; ++i) {
      co_await sleep_for(kNsPerMs);
      co_await on_shard(1, [&done]() -> Task<void> {
        return [](std::atomic<int>& count) -> Task<void> {
          auto synced = co_await sync_directory(Shard::current().io(), std::string("/tmp"));
          count += synced.has_value() ? 1 : 0;
        }(done);
      });
    }
  });
  EXPECT_EQ(done.load(), 20);
}

// More operations than the submission queue holds, queued by a thread that may not submit.
TEST(Lending, AFullSubmissionQueueSpills) {
  std::atomic<int> done{0};
  RuntimeOptions options = options_for("2", INT64_MAX / 2);
  options.uring.submission_entry_count = 4;
  run_on_first(options, [&]() -> Task<void> {
    co_await sleep_for(kNsPerMs);
    co_await on_shard(1, [&done]() -> Task<void> {
      std::vector<Task<void>> many;
      for (int i = 0; i < 40; ++i) {
        many.push_back([](std::atomic<int>& count) -> Task<void> {
          auto synced = co_await sync_directory(Shard::current().io(), std::string("/tmp"));
          count += synced.has_value() ? 1 : 0;
        }(done));
      }
      return when_all(std::move(many));
    });
  });
  EXPECT_EQ(done.load(), 40);
}

// All shards call all others at random moments, asleep or not: every call runs once, on its shard, alone.
TEST(Lending, HoldsUnderCallsFromEverywhere) {
  if (const auto missing = missing_for_tests()) GTEST_SKIP() << *missing;
  constexpr int kCalls = 300;
  constexpr uint32_t kShards = 4;
  struct alignas(128) Counter {
    int plain = 0;  // not atomic: ThreadSanitizer tells if two threads ever hold one shard
  };
  std::vector<Counter> counters(kShards);
  std::atomic<uint32_t> finished{0};
  std::promise<void> ended;
  auto runtime = Runtime::start(options_for("4", kNsPerMs), [&](Shard& shard) -> Task<void> {
    for (int i = 0; i < kCalls; ++i) {
      const auto target = static_cast<ShardId>(shard.io().random() % kShards);
      if (i % 3 == 0) co_await sleep_for(static_cast<int64_t>(shard.io().random() % 200'000));
      co_await on_shard(target, [&counters] { ++counters[Shard::current().id()].plain; });
    }
    if (finished.fetch_add(1) + 1 == kShards) ended.set_value();
  });
  ASSERT_TRUE(runtime.has_value()) << runtime.error();
  ended.get_future().wait();
  (*runtime)->request_stop();
  (*runtime)->join();
  int sum = 0;
  for (const Counter& counter : counters) sum += counter.plain;
  EXPECT_EQ(sum, kCalls * static_cast<int>(kShards));
}

}  // namespace
}  // namespace klamm::reactor::test
