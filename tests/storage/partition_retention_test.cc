#include <algorithm>
#include <filesystem>
#include <set>

#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "storage/file_names.h"
#include "tests/storage/log_fixture.h"

// What retention.ms, retention.bytes and the log start take away, and what they leave.
namespace klamm::storage::test {
namespace {

constexpr int64_t kNanosecondsPerMs = 1'000'000;

class RetentionTest : public LogTest {
 protected:
  // A world with a clock of its own: its time passes when it sleeps.
  std::unique_ptr<reactor::test::World> make_world() override { return reactor::test::make_sim_world(); }

  void SetUp() override {
    LogTest::SetUp();
    config_.segment_bytes = 1000;  // five of fill()'s batches
    config_.file_delete_delay_ms = 1000;
    now_ms_ = world_->shard().now_ms();
  }

  void pass(int64_t ms) {
    const auto sleep = [](int64_t ns) -> reactor::Task<void> { co_await reactor::sleep_for(ns); };
    wait(sleep(ms * kNanosecondsPerMs));
  }
  uint32_t remove_old(Partition& partition) {
    auto removed = wait(partition.remove_old_segments());
    EXPECT_TRUE(removed.has_value()) << removed.error().message;
    return removed.value_or(0);
  }
  std::set<std::string> files(std::string_view suffix) {
    std::set<std::string> found;
    auto entries = world_->io().list(directory_ + "/t-0");
    EXPECT_TRUE(entries.has_value());
    for (const auto& entry : *entries) {
      if (entry.name.ends_with(suffix)) found.insert(entry.name);
    }
    return found;
  }
  static size_t segments(Partition& partition) { return partition.log().segment_count(); }

  int64_t now_ms_ = 0;
};

TEST_F(RetentionTest, NothingGoesThatIsYoungAndSmall) {
  Partition& partition = create();
  fill(partition, 30, 100, now_ms_);
  ASSERT_GT(segments(partition), 3U);
  EXPECT_EQ(remove_old(partition), 0U);
  EXPECT_EQ(partition.log_start_offset(), Offset(0));
}

TEST_F(RetentionTest, SegmentsOlderThanTheirTimeGo) {
  config_.retention_ms = 60'000;
  Partition& partition = create();
  fill(partition, 10, 100, now_ms_ - 100'000);
  fill(partition, 10, 100, now_ms_ - 1000);
  const size_t before = segments(partition);
  const uint32_t removed = remove_old(partition);
  EXPECT_GT(removed, 0U);
  EXPECT_EQ(segments(partition), before - removed);
  // A segment stays whole as long as one of its records is young.
  const Offset start = partition.log_start_offset();
  EXPECT_LE(start, Offset(10));
  EXPECT_GT(start, Offset(5));
  const auto seen = consume(partition, start);
  ASSERT_EQ(seen.size(), static_cast<size_t>(20 - start.value));
  EXPECT_EQ(seen.front().offset, start.value);
  auto below = wait(partition.read(Offset(start.value - 1), 1024, true, ReadEnd::kHighWatermark));
  ASSERT_FALSE(below.has_value());
  EXPECT_EQ(below.error().kind, StorageErrorKind::kOffsetOutOfRange);
}

TEST_F(RetentionTest, ALogThatIsOldAltogetherIsRolledAndGoesOnAtItsEnd) {
  config_.retention_ms = 60'000;
  Partition& partition = create();
  fill(partition, 3, 100, now_ms_);
  pass(100'000);
  EXPECT_EQ(remove_old(partition), 1U);
  EXPECT_EQ(partition.log_start_offset(), Offset(3));
  EXPECT_EQ(partition.log_end_offset(), Offset(3));
  EXPECT_EQ(segments(partition), 1U);
  EXPECT_EQ(remove_old(partition), 0U) << "an empty segment stays";
  ASSERT_TRUE(append(partition, batch_of({"new"}, now_ms_ + 100'000)).has_value());
  EXPECT_EQ(consume(partition, Offset(3)).size(), 1U);
}

TEST_F(RetentionTest, WholeSegmentsBeyondTheBytesGo) {
  Partition& partition = create();
  fill(partition, 30, 100, now_ms_);
  const uint64_t before = partition.log().size_bytes();
  LogConfig config = config_;
  config.retention_bytes = 2500;
  partition.set_config(config);
  EXPECT_GT(remove_old(partition), 0U);
  EXPECT_LT(partition.log().size_bytes(), before);
  EXPECT_GE(partition.log().size_bytes(), 2500U) << "more is kept than is wanted, never less";
  EXPECT_LT(partition.log().size_bytes(), 2500U + 1000U);
}

TEST_F(RetentionTest, WithoutADeletePolicyOnlyWhatLiesBelowTheStartGoes) {
  config_.retention_ms = 1;
  config_.retention_bytes = 0;
  config_.cleanup_delete = false;
  Partition& partition = create();
  fill(partition, 30, 100, now_ms_ - 100'000);
  EXPECT_EQ(remove_old(partition), 0U);
  ASSERT_TRUE(partition.advance_log_start(Offset(17)).has_value());
  EXPECT_GT(remove_old(partition), 0U);
  EXPECT_EQ(partition.log_start_offset(), Offset(17)) << "the start does not go back to a segment's";
  EXPECT_LE(partition.log().first_segment_base(), Offset(17));
  const auto seen = consume(partition, Offset(17));
  ASSERT_EQ(seen.size(), 13U);
}

TEST_F(RetentionTest, NothingAboveTheHighWatermarkGoes) {
  for (const bool by_time : {true, false}) {
    config_.retention_ms = by_time ? 1 : -1;
    config_.retention_bytes = by_time ? -1 : 0;
    Partition& partition = create();
    fill(partition, 30, 100, now_ms_ - 100'000);
    partition.set_durable_end(Offset(12));
    remove_old(partition);
    EXPECT_LE(partition.log_start_offset(), Offset(12));
    EXPECT_GT(partition.log_start_offset(), Offset(0));
    EXPECT_EQ(partition.log_end_offset(), Offset(30));
    ASSERT_TRUE(wait(manager_->remove(kTopicId, 0)).has_value());
  }
}

TEST_F(RetentionTest, FilesAreRenamedAndGoLater) {
  config_.retention_bytes = 1500;
  Partition& partition = create();
  fill(partition, 30, 100, now_ms_);
  const auto before = files(".log");
  const uint32_t removed = remove_old(partition);
  ASSERT_GT(removed, 1U);
  const auto put_away = files(".log.deleted");
  EXPECT_EQ(put_away.size(), removed);
  EXPECT_EQ(files(".log").size(), before.size() - removed);
  EXPECT_EQ(files(".index.deleted").size(), removed);
  EXPECT_EQ(files(".timeindex.deleted").size(), removed);
  EXPECT_EQ(files(".snapshot").size(), segments(partition)) << "one for each segment that is left";
  pass(1100);
  EXPECT_TRUE(files(".deleted").empty());
}

TEST_F(RetentionTest, AReaderKeepsWhatItLeases) {
  config_.retention_bytes = 1500;
  Partition& partition = create();
  fill(partition, 30, 100, now_ms_);
  auto read = wait(partition.read(Offset(0), 4096, true, ReadEnd::kHighWatermark));
  ASSERT_TRUE(read.has_value());
  ASSERT_GT(remove_old(partition), 1U);
  pass(1100);
  const auto seen = records_of(bytes_of(read->range));
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen.front().offset, 0);
}

TEST_F(RetentionTest, ReadersAndAppendsGoOnMeanwhile) {
  config_.retention_bytes = 1500;
  config_.index_interval_bytes = 100;
  Partition& partition = create();
  fill(partition, 60, 100, now_ms_);
  const auto look = [](Partition& from, int64_t timestamp_ms, int64_t& found) -> reactor::Task<void> {
    auto offset = co_await from.offset_for_timestamp(timestamp_ms);
    EXPECT_TRUE(offset.has_value()) << offset.error().message;
    if (offset && *offset) found = (*offset)->offset.value;
  };
  const auto remove = [](Partition& from) -> reactor::Task<void> {
    auto removed = co_await from.remove_old_segments();
    EXPECT_TRUE(removed.has_value() && *removed > 0);
  };
  auto batch = batch_of({"meanwhile"}, now_ms_ + 60);
  const auto write = [](Partition& to, protocol::Buffer& bytes) -> reactor::Task<void> {
    EXPECT_TRUE((co_await to.append_as_leader(bytes.span(), {AppendOrigin::kClient, LeaderEpoch(0), 13})).has_value());
  };
  int64_t early = -1;
  int64_t late = -1;
  std::vector<reactor::Task<void>> tasks;
  tasks.push_back(look(partition, now_ms_ + 3, early));
  tasks.push_back(remove(partition));
  tasks.push_back(look(partition, now_ms_ + 59, late));
  tasks.push_back(write(partition, batch));
  wait(reactor::when_all(std::move(tasks)));
  EXPECT_EQ(late, 59);
  EXPECT_TRUE(early == 3 || early >= partition.log_start_offset().value);
  EXPECT_EQ(partition.log_end_offset(), Offset(61));
  EXPECT_EQ(consume(partition, partition.log_start_offset()).back().value, "meanwhile");
}

TEST_F(RetentionTest, WhatWentStaysAwayAfterAStopAndAfterACrash) {
  config_.retention_bytes = 1500;
  Partition& partition = create();
  fill(partition, 30, 100, now_ms_);
  ASSERT_GT(remove_old(partition), 1U);
  const Offset start = partition.log_start_offset();
  const auto all = consume(partition, start);
  Partition& again = restart();
  EXPECT_EQ(again.log_start_offset(), start);
  EXPECT_EQ(consume(again, start), all);
  EXPECT_TRUE(files(".deleted").empty()) << "the start removes what the stop has left";
  fill(again, 20, 100, now_ms_);
  ASSERT_GT(remove_old(again), 1U);
  const Offset later = again.log_start_offset();
  const auto rest = consume(again, later);
  Partition& third = crash();
  EXPECT_EQ(third.log_start_offset(), later);
  EXPECT_EQ(consume(third, later), rest);
}

TEST_F(RetentionTest, TheCheckComesByItself) {
  options_.initial_task_delay_ms = 1000;
  options_.retention_check_interval_ms = 5000;
  wait(manager_->close());
  start();
  config_.retention_ms = 60'000;
  Partition& partition = create();
  fill(partition, 10, 100, now_ms_ - 59'500);
  pass(900);
  EXPECT_EQ(partition.log_start_offset(), Offset(0));
  pass(200);
  EXPECT_EQ(partition.log_start_offset(), Offset(10));
  fill(partition, 3, 100, now_ms_ - 59'000);
  pass(3000);
  EXPECT_EQ(partition.log_start_offset(), Offset(10));
  pass(3000);
  EXPECT_EQ(partition.log_start_offset(), Offset(13));
}

TEST_F(RetentionTest, AStopInTheMiddleOfACheckIsOrderly) {
  options_.initial_task_delay_ms = 1000;
  wait(manager_->close());
  start();
  config_.retention_ms = 1;
  Partition& partition = create();
  fill(partition, 60, 100, now_ms_ - 100'000);
  const auto stop_then = [](LogManager& manager) -> reactor::Task<void> {
    co_await reactor::sleep_for(1000 * kNanosecondsPerMs);
    EXPECT_TRUE((co_await manager.stop()).has_value());
  };
  wait(stop_then(*manager_));
}

}  // namespace
}  // namespace klamm::storage::test
