#include "reactor/mesh.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <vector>

#include "reactor/notice.h"
#include "reactor/on_shard.h"
#include "reactor/spin_policy.h"
#include "tests/reactor/runtime_world.h"
#include "tests/sim/sim_runtime.h"

namespace klamm::reactor::test {
namespace {

TEST(Mesh, ItsRingsStayWithinTheirBytesWhateverTheNumberOfShards) {
  for (const uint32_t count : {1u, 2u, 3u, 8u, 64u, 128u, 256u, 512u}) {
    const Mesh mesh(count);
    EXPECT_LE(mesh.ring_bytes(), Mesh::kRingBytesMax) << count;
    EXPECT_GE(mesh.credits_per_pair(), 1u);
  }
  EXPECT_EQ(Mesh(2).credits_per_pair(), Mesh::kCreditsMax);
  EXPECT_EQ(Mesh(2, 5).credits_per_pair(), 4u);
}

// Messages of a test that counts where it has been.
struct Probe : RemoteMessage {
  int runs = 0;
  int homes = 0;
  Probe() {
    run = [](RemoteMessage* self) noexcept {
      ++static_cast<Probe*>(self)->runs;
      Shard::current().mesh().reply(*self);
    };
    home = [](RemoteMessage* self) noexcept { ++static_cast<Probe*>(self)->homes; };
  }
};

class MeshOnOneThread : public ::testing::Test {
 protected:
  sim::SimWorld world_;
  sim::SimRuntime runtime_{world_, 2, 2};
  Mesh& mesh() { return runtime_.shard(0).mesh(); }
};

TEST_F(MeshOnOneThread, MoreThanTheCreditsWaitInTheSender) {
  std::vector<Probe> probes(5);
  {
    const Shard::Enter enter(runtime_.shard(0));
    for (Probe& probe : probes) mesh().send(probe, 1);
    mesh().flush(runtime_.shard(0), runtime_.shard(0), false);
  }
  {
    const Shard::Enter enter(runtime_.shard(1));
    EXPECT_EQ(mesh().drain(1), 2u);
    EXPECT_EQ(probes[1].runs, 1);
    EXPECT_EQ(probes[2].runs, 0);
    mesh().flush(runtime_.shard(1), runtime_.shard(1), false);
  }
  {
    const Shard::Enter enter(runtime_.shard(0));
    EXPECT_EQ(mesh().drain(0), 2u);
    EXPECT_EQ(probes[0].homes, 1);
  }
  ASSERT_TRUE(runtime_.run_until([&] { return probes[4].homes == 1; }));
  for (const Probe& probe : probes) EXPECT_EQ(probe.runs, 1);
}

TEST_F(MeshOnOneThread, NothingIsSeenBeforeTheBatchIsPublished) {
  Probe probe;
  const Shard::Enter enter(runtime_.shard(0));
  mesh().send(probe, 1);
  EXPECT_FALSE(mesh().has_arrivals(1));
  EXPECT_TRUE(mesh().begin_sleep(1));
  mesh().flush(runtime_.shard(0), runtime_.shard(0), false);
  EXPECT_TRUE(mesh().has_arrivals(1));
  EXPECT_FALSE(mesh().begin_sleep(1));
  mesh().end_sleep(1);
  ASSERT_TRUE(runtime_.run_until([&] { return probe.homes == 1; }));
}

struct Told final : Notice {
  explicit Told(ShardId to) : Notice(to) {}
  ~Told() override = default;
  void load() noexcept override {
    ++loads;
    payload = value;
  }
  void deliver() noexcept override {
    deliveries.fetch_add(1);
    EXPECT_GE(payload, seen);
    seen = payload;
  }
  int value = 0;    // the sender's
  int payload = 0;  // of the flight
  int loads = 0;
  int seen = 0;
  std::atomic<int> deliveries{0};
};

TEST_F(MeshOnOneThread, ANoticeSentWhileUnderWayIsSentOnceMore) {
  Told told(1);
  {
    const Shard::Enter enter(runtime_.shard(0));
    for (int i = 1; i <= 100; ++i) {
      told.value = i;
      told.send();
    }
  }
  ASSERT_TRUE(runtime_.run_until([&] { return !told.under_way(); }));
  EXPECT_EQ(told.loads, 2);
  EXPECT_EQ(told.deliveries.load(), 2);
  EXPECT_EQ(told.seen, 100);
}

TEST_F(MeshOnOneThread, ANoticeToTheOwnShardIsDeliveredFromTheReadyQueue) {
  Told told(0);
  {
    const Shard::Enter enter(runtime_.shard(0));
    told.value = 3;
    told.send();
    told.send();
    EXPECT_EQ(told.deliveries.load(), 0);
  }
  ASSERT_TRUE(runtime_.run_until([&] { return !told.under_way(); }));
  EXPECT_EQ(told.seen, 3);
}

// On threads: the last value always arrives, and waiting for a notice that is under way does not hang although its way
// home wakes nobody by itself.
TEST(Notices, TheLastValueArrivesOnSleepingShards) {
  run_on_shards("0,0,0", [](Shard& shard) -> Task<void> {
    std::vector<std::unique_ptr<Told>> notices;
    for (ShardId target = 0; target < shard.shard_count(); ++target) notices.push_back(std::make_unique<Told>(target));
    for (int round = 1; round <= 100; ++round) {
      for (const auto& told : notices) {
        told->value = round;
        told->send();
      }
      if (round % 10 == 0) co_await sleep_for(300'000);
      if (round % 3 == 0) co_await yield_now();
    }
    for (const auto& told : notices) {
      co_await told->home();
      EXPECT_EQ(told->seen, 100);
    }
  });
}

TEST(SpinPolicy, SpinsOnlyWhileItPays) {
  SpinPolicy policy(20'000);
  EXPECT_EQ(policy.spin_ns(), 0);
  for (int i = 0; i < 10; ++i) policy.slept(5'000);
  EXPECT_EQ(policy.spin_ns(), 0) << "waking is cheap";
  for (int i = 0; i < 10; ++i) policy.slept(15'000);
  EXPECT_EQ(policy.spin_ns(), 20'000);
  policy.spin_caught();
  EXPECT_GT(policy.spin_ns(), 0);
  policy.spin_wasted();
  policy.spin_wasted();
  EXPECT_EQ(policy.spin_ns(), 0);
  // A sleep that the wake-up alone made longer than the longest spin still shows that a spin would have paid.
  for (int i = 0; i < 10; ++i) policy.slept(35'000);
  EXPECT_EQ(policy.spin_ns(), 20'000);
  for (int i = 0; i < 100; ++i) policy.slept(60'000);
  EXPECT_EQ(policy.spin_ns(), 0);
  SpinPolicy never(0);
  for (int i = 0; i < 10; ++i) never.slept(15'000);
  EXPECT_EQ(never.spin_ns(), 0);
}

}  // namespace
}  // namespace klamm::reactor::test
