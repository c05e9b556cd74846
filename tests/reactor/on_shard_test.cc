#include "reactor/on_shard.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reactor/when_all.h"
#include "tests/reactor/runtime_world.h"

// Calls across shards, on real threads.
namespace klamm::reactor::test {
namespace {

class OnShard : public ::testing::TestWithParam<const char*> {};

TEST_P(OnShard, GivesValuesVoidAndTaskResultsHome) {
  run_on_shards(GetParam(), [](Shard& shard) -> Task<void> {
    for (ShardId target = 0; target < shard.shard_count(); ++target) {
      const ShardId ran_on = co_await on_shard(target, [] { return Shard::current().id(); });
      EXPECT_EQ(ran_on, target);
      EXPECT_EQ(Shard::current().id(), shard.id());
      ShardId seen = UINT32_MAX;
      co_await on_shard(target, [&seen] { seen = Shard::current().id(); });
      EXPECT_EQ(seen, target);
      const std::string text = "captured by reference, stays valid while the call is away";
      const size_t length = co_await on_shard(target, [&text]() -> Task<size_t> {
        co_await yield_now();
        co_await sleep_for(100'000);
        co_return text.size();
      });
      EXPECT_EQ(length, text.size());
      co_await on_shard(target, []() -> Task<void> { co_await yield_now(); });
      const auto owning = [words = std::make_unique<std::string>("moved into the call")] { return words->size(); };
      EXPECT_EQ(co_await on_shard(target, owning), 19u);
      std::unique_ptr<int> owned = co_await on_shard(target, [] { return std::make_unique<int>(7); });
      EXPECT_EQ(*owned, 7);
    }
  });
}

TEST_P(OnShard, TellsWhatIsSpentOnTheWayAndNotWhatIsDoneThere) {
  run_on_shards(GetParam(), [](Shard& shard) -> Task<void> {
    int64_t there_ns = 0;
    const auto stay = [&there_ns]() -> Task<void> {
      const int64_t came_ns = Shard::current().precise_now_ns();
      co_await sleep_for(20'000'000);
      there_ns = Shard::current().precise_now_ns() - came_ns;
    };
    CrossingTime at_home;
    co_await on_shard(shard.id(), stay, &at_home);
    EXPECT_EQ(at_home.total_ns, 0) << "goes no way";
    if (shard.shard_count() == 1) co_return;
    const ShardId next = (shard.id() + 1) % shard.shard_count();

    CrossingTime one;
    const int64_t begun_ns = shard.precise_now_ns();
    co_await on_shard(next, stay, &one);
    EXPECT_GT(one.total_ns, 0);
    EXPECT_LE(one.total_ns, shard.precise_now_ns() - begun_ns - there_ns);
    EXPECT_EQ(one.under_way, 0u);

    CrossingTime side_by_side;
    const auto quick = [] {};
    std::vector<Task<void>> calls;
    for (int i = 0; i < 20; ++i) calls.push_back(on_shard(next, quick, &side_by_side));
    const int64_t sent_ns = shard.precise_now_ns();
    co_await when_all(std::move(calls));
    EXPECT_GT(side_by_side.total_ns, 0);
    EXPECT_LE(side_by_side.total_ns, shard.precise_now_ns() - sent_ns) << "a moment counts once";
    EXPECT_EQ(side_by_side.under_way, 0u);
  });
}

TEST_P(OnShard, WhoWaitsIsInNobodysWay) {
  constexpr int kWaits = 3 * static_cast<int>(Mesh::kCreditsMax);
  run_on_shards(GetParam(), [](Shard& shard) -> Task<void> {
    const ShardId next = (shard.id() + 1) % shard.shard_count();
    struct There {  // of the next shard
      Event begin;
      Event all_are_in;
      int count = 0;
    } there;
    const auto wait_there = [&there]() -> Task<std::unique_ptr<int>> {
      if (++there.count == kWaits) there.all_are_in.set();
      auto number = std::make_unique<int>(there.count);
      if (there.count % 3 != 0) co_await there.begin.wait();
      co_return number;
    };
    uint64_t sum = 0;
    const auto wait_once = [&](ShardId target) -> Task<void> {
      const auto number = co_await wait_on_shard(target, wait_there);
      EXPECT_EQ(Shard::current().id(), shard.id());
      sum += static_cast<uint64_t>(*number);
    };
    std::vector<Task<void>> waits;
    for (int i = 0; i < kWaits; ++i) waits.push_back(wait_once(next));
    const auto let_go = [&]() -> Task<void> {
      // Comes through although all of them wait.
      co_await on_shard(next, [&there]() -> Task<void> { co_await there.all_are_in.wait(); });
      co_await on_shard(next, [&there] { there.begin.set(); });
    };
    waits.push_back(let_go());
    co_await when_all(std::move(waits));
    EXPECT_EQ(sum, uint64_t{kWaits} * (kWaits + 1) / 2);
  });
}

TEST_P(OnShard, ACallMayCallFurtherAndBack) {
  run_on_shards(GetParam(), [](Shard& shard) -> Task<void> {
    const ShardId home = shard.id();
    const ShardId next = (home + 1) % shard.shard_count();
    for (int i = 0; i < 50; ++i) {
      const int result =
          co_await on_shard(next, [home]() -> Task<int> { co_return 1 + co_await on_shard(home, [] { return 41; }); });
      EXPECT_EQ(result, 42);
    }
  });
}

Task<void> call_and_count(ShardId target, uint32_t number, uint64_t& sum, uint32_t& last_seen) {
  sum += co_await on_shard(target, [number, &last_seen] {
    // First in, first out, whether there was credit or not.
    EXPECT_EQ(last_seen + 1, number);
    last_seen = number;
    return uint64_t{number};
  });
}

// Every shard sends far more calls at once to every other than a ring holds.
TEST_P(OnShard, FloodsBeyondTheRingAreHeldBackAndAllAnswered) {
  run_on_shards(GetParam(), [](Shard& shard) -> Task<void> {
    const uint32_t call_count = shard.mesh().credits_per_pair() * 10 + 3;
    for (ShardId target = 0; target < shard.shard_count(); ++target) {
      if (target == shard.id()) continue;
      uint64_t sum = 0;
      uint32_t last_seen = 0;
      std::vector<Task<void>> calls;
      for (uint32_t i = 1; i <= call_count; ++i) calls.push_back(call_and_count(target, i, sum, last_seen));
      co_await when_all(std::move(calls));
      EXPECT_EQ(sum, uint64_t{call_count} * (call_count + 1) / 2);
    }
  });
}

// All pairs at once with tiny rings, both ways, with answers that come late and out of order.
TEST_P(OnShard, TinyRingsInBothDirectionsDoNotDeadlock) {
  RuntimeOptions options;
  options.mesh_credits_per_pair = 2;
  run_on_shards(
      GetParam(),
      [](Shard& shard) -> Task<void> {
        std::vector<Task<int>> calls;
        for (int i = 0; i < 300; ++i) {
          const ShardId target =
              (shard.id() + 1 + static_cast<ShardId>(i) % (shard.shard_count() - 1)) % shard.shard_count();
          calls.push_back(on_shard(target, [i]() -> Task<int> {
            if (i % 7 == 0) co_await sleep_for(200'000);
            if (i % 3 == 0) co_await yield_now();
            co_return i;
          }));
        }
        const std::vector<int> results = co_await when_all(std::move(calls));
        for (int i = 0; i < 300; ++i) EXPECT_EQ(results[static_cast<size_t>(i)], i);
      },
      options);
}

// A sleeping shard is woken by a call: each waits long enough for the other to sleep.
TEST_P(OnShard, SleepingShardsAreWoken) {
  run_on_shards(GetParam(), [](Shard& shard) -> Task<void> {
    for (int i = 0; i < 20; ++i) {
      co_await sleep_for(1'000'000);
      const ShardId next = (shard.id() + 1) % shard.shard_count();
      const ShardId ran_on = co_await on_shard(next, [] { return Shard::current().id(); });
      EXPECT_EQ(ran_on, next);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Cores, OnShard, ::testing::Values("2", "4", "0,0", "0,0,0"), core_text_name);

}  // namespace
}  // namespace klamm::reactor::test
