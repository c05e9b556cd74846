#include <cerrno>

#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "storage/partition.h"
#include "tests/storage/log_fixture.h"
#include "tests/storage/sim_storage_world.h"

namespace klamm::storage::test {
namespace {

using protocol::ErrorCode;

// The simulated disk refuses, forgets and fills up.
class PartitionFaultTest : public LogTest {
 protected:
  std::unique_ptr<reactor::test::World> make_world() override {
    auto world = std::make_unique<SimStorageWorld>(sim::SimOptions{.seed = 3});
    disk_ = &world->disk();
    return world;
  }
  protocol::Buffer numbered(int64_t producer, int32_t sequence, size_t value_bytes = 100) {
    protocol::RecordBatchOptions options;
    options.producer_id = producer;
    options.producer_epoch = 0;
    options.base_sequence = sequence;
    return batch_of({std::string(value_bytes, 'v')}, 1'700'000'000'000, options);
  }
  std::vector<std::expected<AppendResult, AppendError>> append_at_once(Partition& partition,
                                                                       std::vector<protocol::Buffer>& batches) {
    std::vector<std::expected<AppendResult, AppendError>> results(batches.size(), std::unexpected(AppendError{}));
    const auto one = [](Partition& to, protocol::Buffer& batch,
                        std::expected<AppendResult, AppendError>& into) -> reactor::Task<void> {
      into = co_await to.append_as_leader(batch.span(), {AppendOrigin::kClient, LeaderEpoch(0), 13});
    };
    std::vector<reactor::Task<void>> tasks;
    for (size_t i = 0; i < batches.size(); ++i) tasks.push_back(one(partition, batches[i], results[i]));
    wait(reactor::when_all(std::move(tasks)));
    return results;
  }
  void settle() {
    const auto nap = []() -> reactor::Task<void> { co_await reactor::sleep_for(1'000'000'000); };
    wait(nap());
  }
  // Segments of four batches, of which a power loss has taken the last one of the second.
  void make_with_a_hole() {
    config_.segment_bytes = 900;
    Partition& partition = create();
    fill(partition, 14, 130);
    ASSERT_EQ(partition.log().segment_count(), 4U);
    wait(manager_->close());
    manager_.reset();
    start();
    auto file = disk_->open(path("00000000000000000004.log"), reactor::OpenMode::kReadWrite, 1);
    ASSERT_TRUE(file.has_value());
    const uint64_t size_bytes = disk_->status(*file)->size_bytes;
    ASSERT_TRUE(disk_->truncate(*file, size_bytes / 4 * 3).has_value());
    disk_->close(*file);
  }

  sim::SimDisk* disk_ = nullptr;
};

TEST_F(PartitionFaultTest, ALogIsCutWhereAPowerLossTookTheEndOfASegment) {
  make_with_a_hole();
  Partition& partition = open({});
  EXPECT_EQ(partition.log_end_offset(), Offset(7));
  EXPECT_EQ(partition.log().segment_count(), 2U);
  fill(partition, 3, 130);
  EXPECT_EQ(consume(partition, Offset(0)).size(), 10U);
}

TEST_F(PartitionFaultTest, AHoleBelowTheStartOfTheLogCostsNothing) {
  make_with_a_hole();
  OpenPoints points;
  points.log_start = Offset(9);
  Partition& partition = open(points);
  EXPECT_EQ(partition.log_start_offset(), Offset(9));
  EXPECT_EQ(consume(partition, Offset(9)).size(), 5U);
}

// Its segments say that nothing was compacted away of them.
TEST_F(PartitionFaultTest, ALogThatMayBeCompactedIsCutLikewise) {
  make_with_a_hole();
  config_.cleanup_compact = true;
  OpenPoints points;
  points.cleaned_to = Offset(4);
  EXPECT_EQ(open(points).log_end_offset(), Offset(7));
}

// As Kafka writes it, and where the file system has no attributes.
TEST_F(PartitionFaultTest, WhatMayHaveBeenCompactedAndDoesNotSayIsNotCutAtAHole) {
  disk_->set_has_attributes(false);
  make_with_a_hole();
  config_.cleanup_compact = true;
  EXPECT_EQ(open({}).log_end_offset(), Offset(14));
  wait(manager_->close());
  manager_.reset();
  start();
  config_.cleanup_compact = false;
  OpenPoints points;
  points.cleaned_to = Offset(8);
  EXPECT_EQ(open(points).log_end_offset(), Offset(14));
  DirectoryCheckpoints checkpoints;
  wait(manager_->add_checkpoints(directory_, checkpoints));
  EXPECT_EQ((checkpoints.cleaned[{"t", 0}]), Offset(8)) << "the next start has to know of it as well";
  wait(manager_->close());
  manager_.reset();
  start();
  // Below the recovery point nothing was lost.
  points = {};
  points.recovery_point = Offset(8);
  EXPECT_EQ(open(points).log_end_offset(), Offset(14));
}

TEST_F(PartitionFaultTest, AFailedWriteFailsTheWholeQueueAndLeavesNoGap) {
  Partition& partition = create();
  ASSERT_TRUE(append(partition, numbered(1, 0)).has_value());
  disk_->add_fault({.operation = sim::DiskOperation::kWrite, .path_part = ".log", .error = ENOSPC});
  std::vector<protocol::Buffer> batches;
  batches.push_back(numbered(1, 1));
  batches.push_back(numbered(1, 2));
  batches.push_back(numbered(2, 0));
  batches.push_back(numbered(1, 1));  // a repetition of one that is in the queue
  for (const auto& result : append_at_once(partition, batches)) {
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, ErrorCode::kKafkaStorageError);
  }
  EXPECT_EQ(partition.log_end_offset(), Offset(1));
  EXPECT_EQ(partition.log().producers().size(), 1U);
  settle();
  // The producer sends the same again: no gap, no duplicate.
  auto again = append(partition, numbered(1, 1));
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_FALSE(again->duplicate);
  EXPECT_EQ(again->base_offset, Offset(1));
  EXPECT_EQ(consume(partition, Offset(0)).size(), 2U);
  Partition& reopened = crash();
  EXPECT_EQ(consume(reopened, Offset(0)).size(), 2U);
}

TEST_F(PartitionFaultTest, AFullDiskRefusesWritesUntilThereIsSpace) {
  Partition& partition = create();
  fill(partition, 10, 1000, 1'700'000'000'000);
  disk_->set_capacity_bytes(disk_->used_bytes() + 500);
  auto refused = append(partition, batch_of({std::string(1000, 'x')}));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kKafkaStorageError);
  settle();
  EXPECT_EQ(consume(partition, Offset(0)).size(), 10U);
  disk_->set_capacity_bytes(uint64_t{1} << 40);
  ASSERT_TRUE(append(partition, batch_of({"y"})).has_value());
  const auto seen = consume(partition, Offset(0));
  ASSERT_EQ(seen.size(), 11U);
  EXPECT_EQ(seen.back().value, "y");
}

TEST_F(PartitionFaultTest, ARepetitionOfAQueuedBatchWaitsForItsWrite) {
  Partition& partition = create();
  std::vector<protocol::Buffer> batches;
  batches.push_back(numbered(1, 0));
  batches.push_back(numbered(1, 0));
  const auto results = append_at_once(partition, batches);
  ASSERT_TRUE(results[0].has_value() && results[1].has_value());
  EXPECT_FALSE(results[0]->duplicate);
  EXPECT_TRUE(results[1]->duplicate);
  EXPECT_EQ(results[1]->base_offset, Offset(0));
  EXPECT_EQ(partition.log_end_offset(), Offset(1));
}

TEST_F(PartitionFaultTest, AFailedRollRefusesTheAppendOnly) {
  config_.segment_bytes = 500;
  Partition& partition = create();
  fill(partition, 2, 100);
  // It is tried twice.
  disk_->add_fault({.operation = sim::DiskOperation::kOpen, .path_part = ".log", .count = 2, .error = EMFILE});
  auto refused = append(partition, batch_of({std::string(200, 'x')}));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kKafkaStorageError);
  ASSERT_TRUE(append(partition, batch_of({std::string(200, 'x')})).has_value());
  EXPECT_EQ(partition.log().segment_count(), 2U);
  EXPECT_EQ(consume(partition, Offset(0)).size(), 3U);
}

// With its first batch and the snapshot of the producers.
TEST_F(PartitionFaultTest, ARollOnAFullDiskIsDoneWhenThereIsSpace) {
  config_.segment_bytes = 500;
  Partition& partition = create();
  ASSERT_TRUE(append(partition, numbered(1, 0, 300)).has_value());
  for (const uint64_t room : {0, 10, 100}) {
    disk_->set_capacity_bytes(disk_->used_bytes() + room);
    auto refused = append(partition, numbered(1, 1, 300));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, ErrorCode::kKafkaStorageError);
    settle();
    EXPECT_EQ(consume(partition, Offset(0)).size(), 1U);
  }
  disk_->set_capacity_bytes(uint64_t{1} << 40);
  for (int32_t sequence = 1; sequence < 4; ++sequence) {
    auto appended = append(partition, numbered(1, sequence, 300));
    ASSERT_TRUE(appended.has_value()) << appended.error().message;
    EXPECT_FALSE(appended->duplicate);
    EXPECT_EQ(appended->base_offset, Offset(sequence));
  }
  EXPECT_EQ(partition.log().segment_count(), 4U);
  settle();
  Partition& reopened = crash();
  EXPECT_EQ(consume(reopened, Offset(0)).size(), 4U);
  auto repeated = append(reopened, numbered(1, 3, 300));
  ASSERT_TRUE(repeated.has_value());
  EXPECT_TRUE(repeated->duplicate);
}

TEST_F(PartitionFaultTest, AFailedSyncEndsTheAppends) {
  Partition& partition = create();
  fill(partition, 2);
  disk_->add_fault({.operation = sim::DiskOperation::kSync, .path_part = ".log", .error = EIO});
  EXPECT_FALSE(wait(partition.flush()).has_value());
  auto refused = append(partition, batch_of({"x"}));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kKafkaStorageError);
  EXPECT_EQ(consume(partition, Offset(0)).size(), 2U);
}

TEST_F(PartitionFaultTest, AFaultOfTheDiskIsToldOnceAndAFullDiskIsNone) {
  options_.directories = {{directory_, {}}, {directory_ + "-2", {}}};
  manager_.reset();
  start();
  Partition& partition = create();
  fill(partition, 2);
  std::vector<std::string> told;
  manager_->faults().set_listener([&](const std::string& path, const std::string&) { told.push_back(path); });
  disk_->add_fault({.operation = sim::DiskOperation::kWrite, .path_part = ".log", .error = ENOSPC});
  EXPECT_FALSE(append(partition, batch_of({"x"})).has_value());
  settle();
  EXPECT_TRUE(told.empty());
  disk_->add_fault({.operation = sim::DiskOperation::kWrite, .path_part = ".log", .error = EIO});
  EXPECT_FALSE(append(partition, batch_of({"x"})).has_value());
  settle();
  disk_->add_fault({.operation = sim::DiskOperation::kSync, .path_part = ".log", .error = EIO});
  EXPECT_FALSE(wait(partition.flush()).has_value());
  EXPECT_EQ(told, std::vector<std::string>(1, directory_));
  // Whoever is told takes the directory offline.
  manager_->take_offline(directory_);
  EXPECT_TRUE(partition.is_offline());
  auto refused = append(partition, batch_of({"x"}));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kKafkaStorageError);
  EXPECT_FALSE(wait(manager_->create({"t", kTopicId, 1}, directory_, config_)).has_value());
  // A stop leaves it as it is, and is none the worse for it.
  EXPECT_TRUE(wait(manager_->stop()).has_value());
}

// A failed sync is one whatever it says: its pages are gone.
TEST_F(PartitionFaultTest, ASyncThatFindsNoSpaceIsAFault) {
  options_.directories = {{directory_, {}}};
  manager_.reset();
  start();
  Partition& partition = create();
  fill(partition, 2);
  int told_count = 0;
  manager_->faults().set_listener([&](const std::string&, const std::string&) { ++told_count; });
  disk_->add_fault({.operation = sim::DiskOperation::kSync, .path_part = ".log", .error = ENOSPC});
  EXPECT_FALSE(wait(partition.flush()).has_value());
  EXPECT_EQ(told_count, 1);
}

TEST_F(PartitionFaultTest, WhatWasFlushedSurvivesAPowerLoss) {
  config_.segment_bytes = 2000;
  Partition* partition = &create();
  fill(*partition, 30, 100);
  ASSERT_TRUE(wait(partition->flush()).has_value());
  const Offset flushed = partition->log().recovery_point();
  EXPECT_EQ(flushed, Offset(30));
  fill(*partition, 5, 100);
  disk_->lose_unsynced();
  partition = &crash(flushed);
  EXPECT_GE(partition->log_end_offset(), flushed);
  const auto seen = consume(*partition, Offset(0));
  ASSERT_EQ(static_cast<int64_t>(seen.size()), partition->log_end_offset().value);
  for (size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i].offset, static_cast<int64_t>(i));
}

}  // namespace
}  // namespace klamm::storage::test
