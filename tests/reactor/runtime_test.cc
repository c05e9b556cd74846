#include "reactor/runtime.h"

#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <mutex>
#include <set>

#include "reactor/on_shard.h"
#include "tests/reactor/runtime_world.h"

namespace klamm::reactor::test {
namespace {

TEST(Runtime, ShardsRunOnTheirCoresWithSignalsBlocked) {
  const std::vector<int> allowed = CoreSet::all_allowed().cores;
  const std::string last = std::to_string(allowed.back());
  std::atomic<int> ran{0};
  run_on_shards(last + "," + std::to_string(allowed.front()) + "," + last, [&](Shard& shard) -> Task<void> {
    EXPECT_EQ(shard.shard_count(), 3u);
    EXPECT_EQ(::sched_getcpu(), shard.id() == 1 ? allowed.front() : allowed.back());
    sigset_t blocked;
    ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
    EXPECT_TRUE(::sigismember(&blocked, SIGTERM));
    ++ran;
    co_return;
  });
  EXPECT_EQ(ran.load(), 3);
}

TEST(Runtime, StopWaitsForTheTasksThatWereTold) {
  std::atomic<int> ended{0};
  run_on_shards("2", [&](Shard& shard) -> Task<void> {
    co_await shard.stop_event().wait();
    co_await sleep_for(2'000'000);
    // A stopping shard still answers the others.
    for (ShardId other = 0; other < shard.shard_count(); ++other) {
      EXPECT_EQ(co_await on_shard(other, [] { return Shard::current().id(); }), other);
    }
    ++ended;
  });
  EXPECT_EQ(ended.load(), 2);
}

TEST(Runtime, AShardWithoutTasksServesOneThatStillHasSome) {
  run_on_shards("2", [](Shard& shard) -> Task<void> {
    if (shard.id() == 1) co_return;
    co_await shard.stop_event().wait();
    for (int i = 0; i < 10; ++i) {
      co_await sleep_for(1'000'000);
      EXPECT_EQ(co_await on_shard(1, [] { return Shard::current().id(); }), 1u);
    }
  });
}

TEST(Runtime, SigtermRequestsTheStop) {
  if (const auto missing = missing_for_tests()) GTEST_SKIP() << *missing;
  Runtime::block_stop_signals();
  std::atomic<int> stopped{0};
  RuntimeOptions options;
  options.io = io_of_tests();
  options.cores = *CoreSet::parse("2");
  auto runtime = Runtime::start(options, [&](Shard& shard) -> Task<void> {
    co_await shard.stop_event().wait();
    ++stopped;
  });
  ASSERT_TRUE(runtime.has_value());
  ::kill(::getpid(), SIGTERM);
  EXPECT_EQ((*runtime)->wait_for_stop_signal(), SIGTERM);
  (*runtime)->join();
  EXPECT_EQ(stopped.load(), 2);
}

TEST(Runtime, AShardMayRequestTheStop) {
  if (const auto missing = missing_for_tests()) GTEST_SKIP() << *missing;
  Runtime* self = nullptr;
  RuntimeOptions options;
  options.io = io_of_tests();
  options.cores = *CoreSet::parse("2");
  std::atomic<Runtime*> published{nullptr};
  auto runtime = Runtime::start(options, [&](Shard& shard) -> Task<void> {
    if (shard.id() != 0) co_return;
    while (published.load() == nullptr) co_await sleep_for(1'000'000);
    published.load()->request_stop();
  });
  ASSERT_TRUE(runtime.has_value());
  self = runtime->get();
  published.store(self);
  EXPECT_EQ(self->wait_for_stop_signal(), 0);
  self->join();
}

TEST(CoreSet, ParsesCountsAndLists) {
  const std::vector<int> allowed = {0, 1, 2, 3};
  EXPECT_EQ(CoreSet::parse("2", allowed)->cores, (std::vector<int>{0, 1}));
  EXPECT_EQ(CoreSet::parse("6", allowed)->cores, (std::vector<int>{0, 1, 2, 3, 0, 1}));
  EXPECT_EQ(CoreSet::parse("0,2-3", allowed)->cores, (std::vector<int>{0, 2, 3}));
  EXPECT_EQ(CoreSet::parse("0,0", allowed)->cores, (std::vector<int>{0, 0}));
  EXPECT_EQ(CoreSet::parse("3,", allowed)->cores, (std::vector<int>{3}));
  EXPECT_TRUE(CoreSet::parse("0,0", allowed)->shares_a_core());
  EXPECT_FALSE(CoreSet::parse("0,1", allowed)->shares_a_core());
}

TEST(CoreSet, RefusesWhatNamesNoCores) {
  const std::vector<int> allowed = {0, 1};
  for (const char* text : {"", "0", "-1", "x", "1-", "3-2", "0,5", "0-9", ",", "513"}) {
    EXPECT_FALSE(CoreSet::parse(text, allowed).has_value()) << text;
  }
  EXPECT_EQ(CoreSet::parse("0,5", allowed).error(), "'0,5' names no cores: this process may not use core 5");
}

}  // namespace
}  // namespace klamm::reactor::test
