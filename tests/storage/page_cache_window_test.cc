#include "storage/page_cache_window.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "reactor/sleep.h"
#include "reactor/uring_compat.h"
#include "tests/storage/log_fixture.h"
#include "tests/storage/sim_storage_world.h"

namespace klamm::storage::test {
namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20;

class PageCacheWindowTest : public LogTest {
 protected:
  void SetUp() override {
    options_.page_cache_window_bytes = 16 * kMiB;
    LogTest::SetUp();
  }
  const StorageMetrics& metrics() const { return manager_->metrics(); }
  // Until the drops that are due have ended.
  void settle() {
    wait([](const StorageMetrics& metrics, uint64_t budget) -> reactor::Task<void> {
      while (metrics.page_cache_held_bytes > budget) co_await reactor::sleep_for(1'000'000);
    }(metrics(), options_.page_cache_window_bytes));
  }
  // Bytes of the file that are in the page cache; nothing where the kernel cannot say.
  std::optional<uint64_t> cached_bytes(const reactor::FileLease& file) {
    reactor::CachestatRange range{0, 0};
    reactor::Cachestat stat{};
    if (::syscall(reactor::kSyscallCachestat, file.handle().fd, &range, &stat, 0) != 0) return std::nullopt;
    return stat.cached * 4096;
  }
};

TEST_F(PageCacheWindowTest, WhatIsOlderThanTheWindowLeavesThePageCache) {
  Partition& partition = create();
  fill(partition, 1100, 64 * 1024 - 200);  // more than four windows
  settle();
  const uint64_t written = metrics().appended_bytes;
  ASSERT_GT(written, 4 * options_.page_cache_window_bytes);
  EXPECT_GE(metrics().page_cache_dropped_bytes, written - options_.page_cache_window_bytes);
  EXPECT_EQ(metrics().page_cache_held_bytes + metrics().page_cache_dropped_bytes, written);

  auto read = wait(partition.read(Offset(1099), 1 << 20, true, ReadEnd::kHighWatermark));
  ASSERT_TRUE(read.has_value());
  const auto cached = cached_bytes(read->range.lease);
  if (!cached) GTEST_SKIP() << "the kernel has no cachestat";
  // A page of up to 2 MiB may reach over the end of what was dropped last.
  EXPECT_LE(*cached, options_.page_cache_window_bytes + 2 * kMiB);
  EXPECT_GE(*cached, options_.page_cache_window_bytes / 2);
  EXPECT_TRUE(world_->io().is_resident(read->range.lease.handle(), read->range.offset, read->range.size_bytes));

  const auto records = consume(partition, Offset(0), 1 << 20);
  ASSERT_EQ(records.size(), 1100U);
  for (int64_t i = 0; i < 1100; ++i) {
    EXPECT_TRUE(records[static_cast<size_t>(i)].value.starts_with(std::to_string(i) + "."));
  }
}

TEST_F(PageCacheWindowTest, WithoutAWindowNothingIsDropped) {
  manager_.reset();
  options_.page_cache_window_bytes = 0;
  start();
  fill(create(), 300, 64 * 1024);
  EXPECT_EQ(metrics().page_cache_dropped_bytes, 0U);
  EXPECT_EQ(metrics().page_cache_held_bytes, 0U);
}

class PageCacheWindowSimTest : public PageCacheWindowTest {
 protected:
  std::unique_ptr<reactor::test::World> make_world() override {
    return std::make_unique<SimStorageWorld>(sim::SimOptions{.seed = 5});
  }
  Partition& create_numbered(int32_t index) {
    auto made = wait(manager_->create({"t", kTopicId, index}, directory_, config_));
    EXPECT_TRUE(made.has_value());
    (*made)->become_leader({.leader_epoch = LeaderEpoch(0)}, true);
    return **made;
  }
};

TEST_F(PageCacheWindowSimTest, ManySmallPartitionsShareTheWindow) {
  std::vector<Partition*> partitions;
  for (int32_t i = 0; i < 40; ++i) partitions.push_back(&create_numbered(i));
  for (int round = 0; round < 10; ++round) {
    for (Partition* partition : partitions) fill(*partition, 1, 100'000);
    settle();
    const uint64_t written = metrics().appended_bytes;
    EXPECT_EQ(metrics().page_cache_held_bytes + metrics().page_cache_dropped_bytes, written);
    EXPECT_LE(metrics().page_cache_held_bytes, options_.page_cache_window_bytes);
    // No more than is needed: one chunk is at most one round of a partition or 1 MiB.
    EXPECT_GE(metrics().page_cache_held_bytes, std::min(written, options_.page_cache_window_bytes - 2 * kMiB));
  }
  // Rolled, cut and deleted logs leave the window in order.
  EXPECT_TRUE(wait(partitions[0]->truncate_to(Offset(3))).has_value());
  fill(*partitions[0], 30, 100'000);
  for (int32_t i = 1; i < 40; ++i) EXPECT_TRUE(wait(manager_->remove(kTopicId, i)).has_value());
  settle();
  fill(*partitions[0], 300, 100'000);
  settle();
  EXPECT_LE(metrics().page_cache_held_bytes, options_.page_cache_window_bytes);
}

TEST_F(PageCacheWindowSimTest, SegmentsThatRollKeepTheirPlaceInTheWindow) {
  config_.segment_bytes = static_cast<int32_t>(3 * kMiB);
  Partition& partition = create();
  fill(partition, 600, 100'000);
  settle();
  EXPECT_GT(metrics().rolled_segments, 15U);
  EXPECT_GE(metrics().page_cache_dropped_bytes, metrics().appended_bytes - options_.page_cache_window_bytes);
}

}  // namespace
}  // namespace klamm::storage::test
