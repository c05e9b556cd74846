#include "storage/open_files.h"

#include <sys/stat.h>

#include <cerrno>

#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "storage/segment.h"
#include "tests/storage/log_fixture.h"
#include "tests/storage/sim_storage_world.h"

namespace klamm::storage::test {
namespace {

using protocol::ErrorCode;

constexpr uint64_t kBudget = 6;
constexpr uint64_t kSyncsAtATime = 16;

// Many logs, of which few files may be open.
class OpenFilesTest : public LogTest {
 protected:
  std::unique_ptr<reactor::test::World> make_world() override {
    auto world = std::make_unique<SimStorageWorld>(sim::SimOptions{.seed = 5});
    disk_ = &world->disk();
    return world;
  }
  void SetUp() override {
    options_.open_files_max = kBudget;
    options_.directories = {{"/test", kTopicId}};
    config_.segment_bytes = 2000;
    config_.index_interval_bytes = 100;
    LogTest::SetUp();
    watch();
  }
  void watch() {
    manager_->faults().set_listener([this](const std::string&, const std::string& what) { faults_.push_back(what); });
  }
  Partition& create_one(int32_t index) {
    auto made = wait(manager_->create({"t", kTopicId, index}, directory_, config_));
    EXPECT_TRUE(made.has_value()) << made.error().message;
    (*made)->become_leader({.leader_epoch = LeaderEpoch(0)}, true);
    return **made;
  }
  Partition& open_one(int32_t index, OpenPoints points) {
    auto opened = wait(manager_->open({"t", kTopicId, index}, directory_, config_, points));
    EXPECT_TRUE(opened.has_value()) << opened.error().message;
    (*opened)->become_leader({.leader_epoch = LeaderEpoch(0)}, false);
    return **opened;
  }
  // So that nothing of the others is left open.
  void use_others() {
    for (int32_t index = 100; index < 100 + static_cast<int32_t>(kBudget); ++index) {
      Partition* other = manager_->find(kTopicId, index);
      if (other == nullptr) other = &create_one(index);
      fill(*other, 1);
    }
  }
  protocol::Buffer numbered(int32_t sequence) {
    protocol::RecordBatchOptions options;
    options.producer_id = 1;
    options.producer_epoch = 0;
    options.base_sequence = sequence;
    return batch_of({"numbered"}, kNowMs, options);
  }
  void settle() {
    wait([]() -> reactor::Task<void> { co_await reactor::sleep_for(1'000'000'000); }());
  }
  const StorageMetrics& metrics() const { return manager_->metrics(); }

  sim::SimDisk* disk_ = nullptr;
  std::vector<std::string> faults_;
};

TEST_F(OpenFilesTest, ManyLogsShareFewDescriptors) {
  constexpr int32_t kLogs = 40;
  std::vector<Partition*> logs;
  for (int32_t index = 0; index < kLogs; ++index) logs.push_back(&create_one(index));
  for (int round = 0; round < 30; ++round) {
    for (Partition* log : logs) {
      fill(*log, 1, 200);
      EXPECT_LE(metrics().open_files, kBudget + kSyncsAtATime);
    }
  }
  settle();
  for (Partition* log : logs) EXPECT_GT(log->log().segment_count(), 3U);
  for (Partition* log : logs) {
    EXPECT_EQ(consume(*log, Offset(0)).size(), 30U);
    EXPECT_LE(metrics().open_files, kBudget);
  }
  EXPECT_GT(metrics().idle_files_closed, 100U);
  // All of their indexes are whole: nothing has to be made anew.
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  EXPECT_EQ(metrics().open_files, 0U);
  manager_.reset();
  start();
  OpenPoints points;
  points.after_clean_stop = true;
  for (int32_t index = 0; index < kLogs; ++index) {
    Partition& log = open_one(index, points);
    EXPECT_EQ(log.log_end_offset(), Offset(30));
    auto found = wait(log.offset_for_timestamp(kNowMs));
    ASSERT_TRUE(found.has_value() && found->has_value());
  }
  EXPECT_EQ(metrics().indexes_rebuilt, 0U);
  EXPECT_LE(metrics().open_files, kBudget);
  EXPECT_TRUE(faults_.empty());
}

TEST_F(OpenFilesTest, AnIdleLogHoldsNoDescriptorAfterItsOpening) {
  Partition& partition = create();
  fill(partition, 30, 200);
  crash();
  settle();
  EXPECT_EQ(metrics().open_files, 0U);
  restart();
  EXPECT_EQ(metrics().open_files, 0U);
}

TEST_F(OpenFilesTest, ALogThatWasNotUsedForARoundHoldsNothing) {
  Partition& partition = create();
  fill(partition, 5, 200);
  partition.log().rest_if_unused();
  EXPECT_GT(metrics().open_files, 0U);
  partition.log().rest_if_unused();
  EXPECT_EQ(metrics().open_files, 0U);
  EXPECT_EQ(consume(partition, Offset(0)).size(), 5U);
  fill(partition, 20, 200);
  EXPECT_EQ(consume(partition, Offset(0)).size(), 25U);
}

TEST_F(OpenFilesTest, TheRoundsAreThoseOfRetention) {
  options_.initial_task_delay_ms = 200;
  options_.retention_check_interval_ms = 200;
  manager_.reset();
  start();
  Partition& partition = create();
  fill(partition, 5, 200);
  EXPECT_GT(metrics().open_files, 0U);
  settle();
  EXPECT_EQ(metrics().open_files, 0U);
  EXPECT_EQ(consume(partition, Offset(0)).size(), 5U);
}

// Beside these an idle partition has its names, its place in the tables of its shard and in the image, and one idle
// segment at least: 3 KB in all, and 200 bytes for each further segment.
TEST(IdleSizes, OfASegmentAndALogAreBounded) {
  EXPECT_LE(sizeof(Segment), 128U);
  EXPECT_LE(sizeof(PartitionLog), 1024U);
  EXPECT_LE(sizeof(Partition), 256U);
}

TEST_F(OpenFilesTest, WhatIsLeasedStaysOpen) {
  Partition& partition = create_one(0);
  fill(partition, 5, 200);
  auto read = wait(partition.read(Offset(0), 1 << 20, true, ReadEnd::kHighWatermark));
  ASSERT_TRUE(read.has_value());
  const auto before = bytes_of(read->range);
  use_others();
  use_others();
  EXPECT_EQ(bytes_of(read->range), before);
  EXPECT_EQ(read->range.content_id,
            wait(partition.read(Offset(0), 10, true, ReadEnd::kHighWatermark))->range.content_id);
  read->range = {};
  use_others();
  EXPECT_LE(metrics().open_files, kBudget);
}

TEST_F(OpenFilesTest, ReadersThatLeaseTooMuchAreSeenAndEndIt) {
  std::vector<reactor::FileRange> leased;
  for (int32_t index = 0; index < static_cast<int32_t>(kBudget) + 2; ++index) {
    EXPECT_TRUE(manager_->has_room_for_files() || index > static_cast<int32_t>(kBudget));
    Partition& partition = create_one(index);
    fill(partition, 1);
    auto read = wait(partition.read(Offset(0), 100, true, ReadEnd::kHighWatermark));
    ASSERT_TRUE(read.has_value());
    leased.push_back(std::move(read->range));
  }
  EXPECT_FALSE(manager_->has_room_for_files());
  leased.clear();
  EXPECT_TRUE(manager_->has_room_for_files());
}

TEST_F(OpenFilesTest, WhatWasNotSyncedWhenItsFileClosedIsSyncedLater) {
  Partition& partition = create_one(0);
  fill(partition, 20, 200);  // some segments, and a beginning of another
  settle();
  ASSERT_LT(partition.log().recovery_point(), partition.log_end_offset());
  use_others();
  const uint64_t closed = metrics().idle_files_closed;
  ASSERT_GT(closed, 0U);
  ASSERT_TRUE(wait(partition.flush()).has_value());
  const Offset point = partition.log().recovery_point();
  EXPECT_EQ(point, Offset(20));
  disk_->lose_unsynced();
  wait(manager_->close());
  manager_.reset();
  start();
  OpenPoints points;
  points.recovery_point = point;
  EXPECT_EQ(consume(open_one(0, points), Offset(0)).size(), 20U);
}

TEST_F(OpenFilesTest, AFailedSyncOfAFileThatWasClosedMeanwhileEndsItsLog) {
  Partition& partition = create_one(0);
  fill(partition, 2);
  use_others();
  disk_->add_fault({.operation = sim::DiskOperation::kSync, .path_part = "t-0/00000000000000000000.log", .error = EIO});
  EXPECT_FALSE(wait(partition.flush()).has_value());
  EXPECT_EQ(faults_.size(), 1U);
}

TEST_F(OpenFilesTest, WithoutADescriptorIdleFilesAreClosed) {
  manager_.reset();
  options_.open_files_max = 1000;  // more than there are
  start();
  watch();
  for (int32_t index = 0; index < 40; ++index) create_one(index);
  disk_->set_open_max(46);
  for (int32_t index = 0; index < 40; ++index) fill(*manager_->find(kTopicId, index), 20, 200);
  for (int32_t index = 0; index < 40; ++index)
    EXPECT_EQ(consume(*manager_->find(kTopicId, index), Offset(0)).size(), 20U);
  EXPECT_GT(metrics().descriptor_shortages, 0U);
  EXPECT_EQ(metrics().failed_writes, 0U);
  EXPECT_TRUE(faults_.empty());
}

TEST_F(OpenFilesTest, AnAppendThatGetsNoDescriptorIsRefusedAndNothingElse) {
  Partition& partition = create_one(0);
  ASSERT_TRUE(append(partition, numbered(0)).has_value());
  use_others();
  // Both tries.
  disk_->add_fault({.operation = sim::DiskOperation::kOpen, .path_part = "t-0/", .count = 2, .error = EMFILE});
  auto refused = append(partition, numbered(1));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kKafkaStorageError);
  disk_->add_fault({.operation = sim::DiskOperation::kOpen, .path_part = "t-0/", .count = 2, .error = ENFILE});
  auto unread = wait(partition.read(Offset(0), 100, true, ReadEnd::kHighWatermark));
  ASSERT_FALSE(unread.has_value());
  EXPECT_EQ(unread.error().kind, StorageErrorKind::kIo);
  // The producer sends it again, at once.
  auto again = append(partition, numbered(1));
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_FALSE(again->duplicate);
  EXPECT_EQ(again->base_offset, Offset(1));
  EXPECT_EQ(consume(partition, Offset(0)).size(), 2U);
  EXPECT_TRUE(faults_.empty());
}

TEST_F(OpenFilesTest, AppendsBehindOneThatGetsNoDescriptorAreRefusedWithIt) {
  options_.queued_append_batches_max = 1;
  manager_.reset();
  start();
  watch();
  Partition& partition = create_one(0);
  ASSERT_TRUE(append(partition, numbered(0)).has_value());
  use_others();
  disk_->add_fault({.operation = sim::DiskOperation::kOpen, .path_part = "t-0/", .count = 2, .error = EMFILE});
  std::vector<protocol::Buffer> batches;
  for (int32_t sequence = 1; sequence < 4; ++sequence) batches.push_back(numbered(sequence));
  std::vector<bool> done(batches.size());
  const auto one = [](Partition& to, protocol::Buffer& batch, std::vector<bool>& into,
                      size_t at) -> reactor::Task<void> {
    into[at] = (co_await to.append_as_leader(batch.span(), {AppendOrigin::kClient, LeaderEpoch(0), 13})).has_value();
  };
  std::vector<reactor::Task<void>> tasks;
  for (size_t i = 0; i < batches.size(); ++i) tasks.push_back(one(partition, batches[i], done, i));
  wait(reactor::when_all(std::move(tasks)));
  EXPECT_EQ(done, std::vector<bool>(3, false));
  ASSERT_TRUE(append(partition, numbered(1)).has_value());
  EXPECT_EQ(partition.log_end_offset(), Offset(2));
  EXPECT_EQ(consume(partition, Offset(0)).size(), 2U);
}

TEST_F(OpenFilesTest, ASealedSegmentThatGetsNoDescriptorIsSyncedLater) {
  Partition& partition = create();
  fill(partition, 20, 200);
  ASSERT_GT(partition.log().segment_count(), 2U);
  // The first opening is that of the recovery, then comes the sync.
  disk_->add_fault(
      {.operation = sim::DiskOperation::kOpen, .path_part = "00000.log", .skip = 1, .count = 2, .error = EMFILE});
  Partition& again = crash();
  settle();
  EXPECT_EQ(again.log().recovery_point(), Offset(0));
  EXPECT_FALSE(again.log().is_failed());
  ASSERT_TRUE(append(again, batch_of({"more"})).has_value());
  ASSERT_TRUE(wait(again.flush()).has_value());
  EXPECT_EQ(again.log().recovery_point(), Offset(21));
  disk_->lose_unsynced();
  EXPECT_EQ(consume(crash(Offset(21)), Offset(0)).size(), 21U);
  EXPECT_TRUE(faults_.empty());
}

TEST_F(OpenFilesTest, ReservedSpaceIsBoundedAndKnownOverClosings) {
  constexpr uint64_t kMiB = uint64_t{1} << 20;
  options_.preallocation_start_bytes = 1000;
  options_.preallocated_bytes_max = 10 * kMiB;
  config_.segment_bytes = 256 * kMiB;
  manager_.reset();
  start();
  for (int32_t index = 0; index < 20; ++index) {
    fill(create_one(index), 20, 200);
    settle();
    EXPECT_LE(metrics().preallocated_bytes, 10 * kMiB);
  }
  EXPECT_GT(metrics().preallocated_bytes, 9 * kMiB);
  EXPECT_GT(metrics().idle_files_closed, 0U);
  // What is given back may be had by others.
  ASSERT_TRUE(wait(manager_->remove(kTopicId, 0)).has_value());
  EXPECT_LT(metrics().preallocated_bytes, 8 * kMiB);
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  EXPECT_EQ(metrics().preallocated_bytes, 0U);
}

TEST_F(OpenFilesTest, ReservationsLeaveMostOfTheDiskFree) {
  constexpr uint64_t kMiB = uint64_t{1} << 20;
  options_.preallocation_start_bytes = 1000;
  config_.segment_bytes = 256 * kMiB;
  manager_.reset();
  start();
  disk_->set_capacity_bytes(disk_->used_bytes() + 40 * kMiB);
  for (int32_t index = 0; index < 5; ++index) fill(create_one(index), 20, 200);
  settle();
  EXPECT_LE(metrics().preallocated_bytes, 40 * kMiB / 16);
  EXPECT_GT(metrics().preallocated_bytes, 0U);
}

// On a real file system.
class ReservedSpaceTest : public LogTest {
 protected:
  static uint64_t allocated_bytes(const std::string& path) {
    struct stat status{};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return static_cast<uint64_t>(status.st_blocks) * 512;
  }
  std::string log_path() const { return path("00000000000000000000.log"); }
  // Until what was asked for at the first MiB is there, of which some has been written to since.
  void settle() {
    wait([](const StorageMetrics& metrics) -> reactor::Task<void> {
      while (metrics.preallocated_bytes == uint64_t{4} << 20) co_await reactor::sleep_for(1'000'000);
    }(manager_->metrics()));
  }
};

TEST_F(ReservedSpaceTest, AnOpeningAfterACrashGivesItBack) {
  constexpr uint64_t kMiB = uint64_t{1} << 20;
  Partition& partition = create();
  fill(partition, 20, 64 * 1024);
  settle();
  if (allocated_bytes(log_path()) < 4 * kMiB) GTEST_SKIP() << "this file system reserves nothing";
  Partition& again = crash();
  EXPECT_LT(allocated_bytes(log_path()), 2 * kMiB);
  EXPECT_EQ(consume(again, Offset(0), 1 << 20).size(), 20U);
}

}  // namespace
}  // namespace klamm::storage::test
