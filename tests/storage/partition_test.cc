#include "storage/partition.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "tests/sim/log_capture.h"
#include "tests/storage/log_fixture.h"

namespace klamm::storage::test {
namespace {

using protocol::ErrorCode;

class PartitionTest : public LogTest {};

TEST_F(PartitionTest, AppendedRecordsAreReadBack) {
  Partition& partition = create();
  auto first = append(partition, batch_of({"a", "b"}));
  auto second = append(partition, batch_of({"c"}));
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->base_offset, Offset(0));
  EXPECT_EQ(second->base_offset, Offset(2));
  EXPECT_EQ(second->last_offset, Offset(2));
  EXPECT_FALSE(second->duplicate);
  EXPECT_EQ(second->log_append_time_ms, -1);
  EXPECT_EQ(partition.high_watermark(), Offset(3));
  EXPECT_EQ(consume(partition, Offset(0)),
            (std::vector<SeenRecord>{{0, kNowMs, "a"}, {1, kNowMs, "b"}, {2, kNowMs, "c"}}));
}

TEST_F(PartitionTest, AppendsOfOneIterationLeaveInOneWrite) {
  Partition& partition = create();
  std::vector<protocol::Buffer> batches;
  for (int i = 0; i < 10; ++i) batches.push_back(batch_of({std::to_string(i)}));
  std::vector<int64_t> offsets;
  const auto one = [](Partition& to, protocol::Buffer& batch, std::vector<int64_t>& into) -> reactor::Task<void> {
    auto result = co_await to.append_as_leader(batch.span(), {AppendOrigin::kClient, LeaderEpoch(0), 13});
    EXPECT_TRUE(result.has_value());
    into.push_back(result ? result->base_offset.value : -1);
  };
  std::vector<reactor::Task<void>> tasks;
  for (auto& batch : batches) tasks.push_back(one(partition, batch, offsets));
  const uint64_t writes = manager_->metrics().gathered_writes;
  wait(reactor::when_all(std::move(tasks)));
  EXPECT_EQ(manager_->metrics().gathered_writes - writes, 1U);
  EXPECT_EQ(offsets, (std::vector<int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(consume(partition, Offset(0)).size(), 10U);
}

TEST_F(PartitionTest, LogAppendTimeIsStamped) {
  config_.message_timestamp_type = TimestampType::kLogAppendTime;
  Partition& partition = create();
  auto result = append(partition, batch_of({"a"}, 1));
  ASSERT_TRUE(result.has_value());
  EXPECT_GT(result->log_append_time_ms, kNowMs);
  EXPECT_EQ(consume(partition, Offset(0))[0].timestamp_ms, result->log_append_time_ms);
}

TEST_F(PartitionTest, ABatchLargerThanASegmentIsRefused) {
  config_.segment_bytes = 1000;
  Partition& partition = create();
  auto result = append(partition, batch_of({std::string(2000, 'x')}));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kRecordListTooLarge);
  EXPECT_EQ(partition.log_end_offset(), Offset(0));
}

TEST_F(PartitionTest, ACorruptBatchIsRefused) {
  Partition& partition = create();
  auto batch = batch_of({"a"});
  batch.data()[batch.size() - 1] ^= std::byte{1};
  auto result = append(partition, std::move(batch));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kCorruptMessage);
}

TEST_F(PartitionTest, SegmentsRollBySizeAndReadsNeverCrossThem) {
  config_.segment_bytes = 1000;
  Partition& partition = create();
  fill(partition, 50, 100);
  EXPECT_EQ(partition.log().segment_count(), 10U);
  const auto all = consume(partition, Offset(0), 1 << 20);
  ASSERT_EQ(all.size(), 50U);
  for (int64_t i = 0; i < 50; ++i) EXPECT_EQ(all[static_cast<size_t>(i)].offset, i);
  auto read = wait(partition.read(Offset(0), 1 << 20, true, ReadEnd::kHighWatermark));
  ASSERT_TRUE(read.has_value());
  EXPECT_LE(read->range.size_bytes, 1000U);
  EXPECT_TRUE(std::filesystem::exists(path("00000000000000000005.log")));
  EXPECT_TRUE(std::filesystem::exists(path("00000000000000000005.snapshot")));
  EXPECT_TRUE(std::filesystem::exists(path("00000000000000000000.index")));
  EXPECT_TRUE(std::filesystem::exists(path("00000000000000000000.timeindex")));
}

TEST_F(PartitionTest, SegmentsRollByRecordTime) {
  config_.segment_ms = 1000;
  Partition& partition = create();
  ASSERT_TRUE(append(partition, batch_of({"old"}, 5000)).has_value());
  ASSERT_TRUE(append(partition, batch_of({"old too"}, 6000)).has_value());
  EXPECT_EQ(partition.log().segment_count(), 1U);
  ASSERT_TRUE(append(partition, batch_of({"new"}, 6001)).has_value());
  EXPECT_EQ(partition.log().segment_count(), 2U);
}

TEST_F(PartitionTest, SegmentsRollWhenAnIndexIsFull) {
  config_.segment_index_bytes = 8 * 12;
  config_.index_interval_bytes = 0;
  Partition& partition = create();
  fill(partition, 40);
  EXPECT_GT(partition.log().segment_count(), 3U);
  EXPECT_EQ(consume(partition, Offset(0)).size(), 40U);
}

TEST_F(PartitionTest, TheFirstBatchIsWholeAndTheRestIsCut) {
  Partition& partition = create();
  fill(partition, 10, 1000);
  auto whole = wait(partition.read(Offset(3), 10, true, ReadEnd::kHighWatermark));
  ASSERT_TRUE(whole.has_value());
  EXPECT_EQ(records_of(bytes_of(whole->range)).size(), 1U);
  EXPECT_FALSE(whole->first_batch_incomplete);
  auto none = wait(partition.read(Offset(3), 10, false, ReadEnd::kHighWatermark));
  ASSERT_TRUE(none.has_value());
  EXPECT_EQ(none->range.size_bytes, 0U);
  EXPECT_TRUE(none->first_batch_incomplete);
  auto cut = wait(partition.read(Offset(3), 1500, false, ReadEnd::kHighWatermark));
  ASSERT_TRUE(cut.has_value());
  EXPECT_EQ(cut->range.size_bytes, 1500U);
  const auto seen = records_of(bytes_of(cut->range));
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].offset, 3);
}

TEST_F(PartitionTest, ReadsOutsideOfTheLogAreRefused) {
  Partition& partition = create();
  fill(partition, 3);
  auto beyond = wait(partition.read(Offset(4), 100, true, ReadEnd::kHighWatermark));
  ASSERT_FALSE(beyond.has_value());
  EXPECT_EQ(beyond.error().kind, StorageErrorKind::kOffsetOutOfRange);
  auto at_end = wait(partition.read(Offset(3), 100, true, ReadEnd::kHighWatermark));
  ASSERT_TRUE(at_end.has_value());
  EXPECT_EQ(at_end->range.size_bytes, 0U);
  ASSERT_TRUE(partition.advance_log_start(Offset(2)).has_value());
  auto below = wait(partition.read(Offset(1), 100, true, ReadEnd::kHighWatermark));
  ASSERT_FALSE(below.has_value());
  EXPECT_EQ(below.error().kind, StorageErrorKind::kOffsetOutOfRange);
  EXPECT_FALSE(partition.advance_log_start(Offset(4)).has_value());
}

TEST_F(PartitionTest, ReadsAtTheTailNeedNeitherIndexNorFile) {
  Partition& partition = create();
  Offset next(0);
  fill(partition, 1);
  for (int round = 0; round < 20; ++round) {
    const uint64_t hits = manager_->metrics().reads_by_hint;
    auto read = wait(partition.read(next, 1 << 20, true, ReadEnd::kHighWatermark));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(manager_->metrics().reads_by_hint, hits + 1);
    for (const auto& record : records_of(bytes_of(read->range))) next = Offset(record.offset + 1);
    EXPECT_EQ(next, partition.log_end_offset());
    fill(partition, 40);
  }
}

TEST_F(PartitionTest, TheHighWatermarkIsTheMinimumOfItsTerms) {
  Partition& partition = create();
  partition.set_durable_end(Offset(0));
  fill(partition, 5);
  EXPECT_EQ(partition.log_end_offset(), Offset(5));
  EXPECT_EQ(partition.high_watermark(), Offset(0));
  partition.set_durable_end(Offset(3));
  EXPECT_EQ(partition.high_watermark(), Offset(3));
  EXPECT_EQ(consume(partition, Offset(0)).size(), 3U);
  EXPECT_EQ(consume(partition, Offset(0), 1024, ReadEnd::kLogEnd).size(), 5U);
  auto bounded = wait(partition.read(Offset(4), 100, true, ReadEnd::kHighWatermark));
  ASSERT_TRUE(bounded.has_value());
  EXPECT_EQ(bounded->range.size_bytes, 0U);
}

TEST_F(PartitionTest, WaitForTheHighWatermarkEndsWhenItIsReached) {
  Partition& partition = create();
  partition.set_durable_end(Offset(0));
  fill(partition, 2);
  bool reached = false;
  const auto waiter = [](Partition& of, bool& into) -> reactor::Task<void> {
    into = (co_await of.wait_for_high_watermark(Offset(2))).has_value();
  };
  const auto mover = [](Partition& of, const bool& seen) -> reactor::Task<void> {
    co_await reactor::yield_now();
    of.set_durable_end(Offset(1));
    co_await reactor::yield_now();
    EXPECT_FALSE(seen);
    of.set_durable_end(Offset(2));
  };
  std::vector<reactor::Task<void>> tasks;
  tasks.push_back(waiter(partition, reached));
  tasks.push_back(mover(partition, reached));
  wait(reactor::when_all(std::move(tasks)));
  EXPECT_TRUE(reached);
}

struct CountingObserver final : EndObserver {
  void on_ends_moved(Partition& partition) noexcept override { seen.push_back(partition.high_watermark().value); }
  void on_partition_gone(Partition&, PartitionGone why) noexcept override { gone = why; }
  std::vector<int64_t> seen;
  std::optional<PartitionGone> gone;
};

TEST_F(PartitionTest, ObserversHearOfMovesAndOfTheEnd) {
  Partition& partition = create();
  CountingObserver observer;
  CountingObserver other;
  partition.observe(observer);
  partition.observe(other);
  fill(partition, 2);
  EXPECT_EQ(observer.seen, (std::vector<int64_t>{1, 2}));
  other.unlink();
  ASSERT_TRUE(wait(manager_->remove(kTopicId, 0)).has_value());
  EXPECT_EQ(observer.gone, PartitionGone::kDeleted);
  EXPECT_FALSE(other.gone.has_value());
  EXPECT_FALSE(observer.is_linked());
}

TEST_F(PartitionTest, ALeaderChangeEndsTheWaits) {
  Partition& partition = create();
  CountingObserver observer;
  partition.observe(observer);
  partition.become_leader({.leader_epoch = LeaderEpoch(1)}, true);
  EXPECT_EQ(observer.gone, PartitionGone::kLeaderChanged);
}

TEST_F(PartitionTest, LeaderEpochsAreFoundAgain) {
  Partition* partition = &create();
  fill(*partition, 3);
  partition->become_leader({.leader_epoch = LeaderEpoch(4)}, true);
  EXPECT_EQ(partition->state().leader_epoch_start_offset, Offset(3));
  ASSERT_TRUE(append(*partition, batch_of({"x"}), 4).has_value());
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(partition->end_offset_for_epoch(LeaderEpoch(0)).end_offset, Offset(3));
    EXPECT_EQ(partition->end_offset_for_epoch(LeaderEpoch(3)).epoch, LeaderEpoch(0));
    EXPECT_EQ(partition->end_offset_for_epoch(LeaderEpoch(4)).end_offset, Offset(4));
    EXPECT_EQ(partition->end_offset_for_epoch(LeaderEpoch(9)).end_offset, Offset(-1));
    EXPECT_EQ(partition->epoch_for_offset(Offset(2)), LeaderEpoch(0));
    EXPECT_EQ(partition->epoch_for_offset(Offset(3)), LeaderEpoch(4));
    EXPECT_EQ(partition->latest_epoch(), LeaderEpoch(4));
    if (round == 0) partition = &restart();
    if (round == 1) partition = &crash();
  }
}

TEST_F(PartitionTest, ACleanRestartFindsEverythingAgain) {
  config_.segment_bytes = 3000;
  Partition* partition = &create();
  fill(*partition, 100, 200);
  const auto before = consume(*partition, Offset(0));
  partition = &restart();
  EXPECT_EQ(manager_->metrics().indexes_rebuilt, 0U);
  EXPECT_EQ(partition->log_end_offset(), Offset(100));
  EXPECT_EQ(consume(*partition, Offset(0)), before);
  fill(*partition, 10, 200);
  EXPECT_EQ(consume(*partition, Offset(0)).size(), 110U);
  partition = &restart();
  EXPECT_EQ(consume(*partition, Offset(0)).size(), 110U);
}

TEST_F(PartitionTest, ALogThatLostItsEndSaysSo) {
  Partition* partition = &create();
  fill(*partition, 10, 200);
  partition = &restart();
  EXPECT_EQ(partition->log_end_offset(), Offset(10));
  for (const bool after_clean_stop : {true, false}) {
    wait(manager_->close());
    manager_.reset();
    start();
    const sim::LogCapture said;
    OpenPoints points;
    points.after_clean_stop = after_clean_stop;
    points.recovery_point = Offset(10);
    partition = &open(points);
    EXPECT_FALSE(said.contains("is lost"));
    wait(manager_->close());
    manager_.reset();
    start();
    points.recovery_point = Offset(12);
    partition = &open(points);
    EXPECT_TRUE(said.contains("the log ends at offset 10, but was on the disk up to 12"));
  }
}

TEST_F(PartitionTest, AfterACrashTheLogIsCutAtTheFirstInvalidBatch) {
  config_.segment_bytes = 3000;
  Partition* partition = &create();
  fill(*partition, 40, 200);
  wait(manager_->close());
  manager_.reset();
  // A torn tail, then one bit in the middle of the last but one segment.
  std::filesystem::path last;
  std::vector<std::filesystem::path> logs;
  for (const auto& entry : std::filesystem::directory_iterator(path(""))) {
    if (entry.path().extension() == ".log") logs.push_back(entry.path());
  }
  std::sort(logs.begin(), logs.end());
  const uint64_t batch_bytes = std::filesystem::file_size(logs.front()) / 11;
  std::filesystem::resize_file(logs.back(), std::filesystem::file_size(logs.back()) - 7);
  start();
  const sim::LogCapture said;
  partition = &open({});
  EXPECT_EQ(partition->log_end_offset(), Offset(39));
  EXPECT_TRUE(said.contains(fmt::format("the log is cut at offset 39: a batch of {} bytes where {} are left at byte",
                                        batch_bytes, batch_bytes - 7)));
  EXPECT_EQ(manager_->metrics().recovery_dropped_bytes, batch_bytes - 7);
  EXPECT_EQ(consume(*partition, Offset(0)).size(), 39U);
  fill(*partition, 2, 200);
  EXPECT_EQ(consume(*partition, Offset(0)).size(), 41U);

  wait(manager_->close());
  manager_.reset();
  const auto victim = logs[1];
  auto file = world_->io().open(victim.string(), reactor::OpenMode::kReadWrite);
  std::byte bit{0xff};
  const iovec piece{&bit, 1};
  ASSERT_TRUE(world_->io().write(*file, std::span(&piece, 1), 500).has_value());
  world_->io().close(*file);
  uint64_t behind_bytes = 0;
  for (size_t i = 1; i < logs.size(); ++i) behind_bytes += std::filesystem::file_size(logs[i]);
  start();
  partition = &open({});
  EXPECT_EQ(partition->log_end_offset(), Offset(12));  // 11 batches a segment, one whole in the second
  EXPECT_EQ(manager_->metrics().recovery_dropped_bytes, behind_bytes - batch_bytes);
  EXPECT_TRUE(said.contains(fmt::format("at byte {} of {}; {} bytes behind it are dropped, and with them 2 segments",
                                        batch_bytes, victim.string(), behind_bytes - batch_bytes)));
  EXPECT_EQ(partition->log().segment_count(), 2U);
  EXPECT_EQ(consume(*partition, Offset(0)).size(), 12U);
}

TEST_F(PartitionTest, MissingShortAndGarbledIndexesAreRebuilt) {
  config_.segment_bytes = 20'000;
  config_.index_interval_bytes = 100;
  Partition* partition = &create();
  fill(*partition, 300, 200);
  const auto before = consume(*partition, Offset(0));
  for (const std::string damage : {"remove", "shorten", "garble"}) {
    auto stopped = wait(manager_->stop());
    ASSERT_TRUE(stopped.has_value());
    manager_.reset();
    for (const auto& entry : std::filesystem::directory_iterator(path(""))) {
      if (entry.path().extension() != ".index" && entry.path().extension() != ".timeindex") continue;
      const auto size = std::filesystem::file_size(entry.path());
      if (damage == "remove") std::filesystem::remove(entry.path());
      if (damage == "shorten") std::filesystem::resize_file(entry.path(), size - 3);
      if (damage == "garble") {
        std::filesystem::resize_file(entry.path(), 0);
        std::filesystem::resize_file(entry.path(), size);
      }
    }
    start();
    partition = &open({.after_clean_stop = true});
    EXPECT_EQ(partition->log_end_offset(), Offset(300)) << damage;
    EXPECT_EQ(consume(*partition, Offset(0), 300), before) << damage;
    auto found = wait(partition->offset_for_timestamp(kNowMs + 150));
    ASSERT_TRUE(found.has_value() && found->has_value()) << damage;
    EXPECT_EQ((*found)->offset, Offset(150)) << damage;
  }
}

TEST_F(PartitionTest, TheContentOfARangeHasAnIdUntilItIsTruncated) {
  Partition& partition = create();
  const auto content_id = [&] {
    auto read = wait(partition.read(Offset(0), 1 << 20, true, ReadEnd::kLogEnd));
    EXPECT_TRUE(read.has_value());
    return read ? read->range.content_id : 0;
  };
  ASSERT_TRUE(append(partition, batch_of({"a"})) && append(partition, batch_of({"b"})));
  const uint64_t before = content_id();
  EXPECT_NE(before, 0U);
  ASSERT_TRUE(append(partition, batch_of({"c"})));
  EXPECT_EQ(content_id(), before) << "what is there stays as it is";
  ASSERT_TRUE(wait(partition.truncate_to(Offset(1))).has_value());
  ASSERT_TRUE(append(partition, batch_of({"x"})));
  EXPECT_NE(content_id(), before);
}

TEST_F(PartitionTest, TruncationTakesEverythingWithIt) {
  config_.segment_bytes = 3000;
  Partition* partition = &create();
  protocol::RecordBatchOptions producer;
  producer.producer_id = 7;
  producer.producer_epoch = 0;
  for (int i = 0; i < 50; ++i) {
    producer.base_sequence = i;
    if (i == 30) partition->become_leader({.leader_epoch = LeaderEpoch(1)}, true);
    ASSERT_TRUE(
        append(*partition, batch_of({std::string(200, 'x')}, kNowMs + i, producer), i < 30 ? 0 : 1).has_value());
  }
  ASSERT_TRUE(wait(partition->truncate_to(Offset(20))).has_value());
  EXPECT_EQ(partition->log_end_offset(), Offset(20));
  EXPECT_EQ(partition->high_watermark(), Offset(20));
  EXPECT_EQ(partition->latest_epoch(), LeaderEpoch(0));
  EXPECT_EQ(consume(*partition, Offset(0)).size(), 20U);
  auto max = wait(partition->max_timestamp());
  ASSERT_TRUE(max.has_value() && max->has_value());
  EXPECT_EQ((*max)->offset, Offset(19));
  // The producer goes on where the log ends now.
  producer.base_sequence = 21;
  auto gap = append(*partition, batch_of({"x"}, kNowMs, producer));
  ASSERT_FALSE(gap.has_value());
  EXPECT_EQ(gap.error().code, ErrorCode::kOutOfOrderSequenceNumber);
  producer.base_sequence = 20;
  ASSERT_TRUE(append(*partition, batch_of({"x"}, kNowMs, producer)).has_value());
  partition = &restart();
  EXPECT_EQ(partition->log_end_offset(), Offset(21));
  EXPECT_EQ(consume(*partition, Offset(0)).size(), 21U);
}

TEST_F(PartitionTest, ReplicaAppendsKeepOffsetsAndEpochs) {
  Partition& partition = create();
  protocol::Buffer bytes;
  protocol::RecordBatchOptions options;
  for (const int64_t base : {10, 11, 15}) {
    options.base_offset = base;
    options.partition_leader_epoch = base < 15 ? 2 : 5;
    bytes.append(batch_of({"v" + std::to_string(base)}, kNowMs, options).span());
  }
  auto appended = wait(partition.append_as_replica(bytes.span()));
  ASSERT_TRUE(appended.has_value()) << appended.error().message;
  EXPECT_EQ(appended->log_end, Offset(16));
  EXPECT_EQ(partition.epoch_for_offset(Offset(12)), LeaderEpoch(2));
  EXPECT_EQ(partition.latest_epoch(), LeaderEpoch(5));
  auto again = wait(partition.append_as_replica(bytes.span()));
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().kind, StorageErrorKind::kUnexpectedOffset);
  const auto seen = consume(partition, Offset(0));
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen[2].offset, 15);
}

TEST_F(PartitionTest, ADeletedPartitionLeavesUnderAnotherName) {
  config_.file_delete_delay_ms = 0;
  Partition& partition = create();
  fill(partition, 3);
  auto read = wait(partition.read(Offset(0), 1 << 20, true, ReadEnd::kHighWatermark));
  ASSERT_TRUE(read.has_value());
  ASSERT_TRUE(wait(manager_->remove(kTopicId, 0)).has_value());
  EXPECT_EQ(manager_->find(kTopicId, 0), nullptr);
  EXPECT_FALSE(std::filesystem::exists(path("")));
  EXPECT_EQ(records_of(bytes_of(read->range)).size(), 3U);  // the lease keeps the file
  const auto emptied = [&]() -> reactor::Task<void> {
    while (!std::filesystem::is_empty(directory_)) co_await reactor::yield_now();
  };
  wait(emptied());
  create();
  EXPECT_NE(manager_->find(kTopicId, 0), nullptr);
}

TEST_F(PartitionTest, CheckpointsTellEveryEnd) {
  Partition& partition = create();
  fill(partition, 5);
  ASSERT_TRUE(partition.advance_log_start(Offset(2)).has_value());
  DirectoryCheckpoints checkpoints;
  wait(manager_->add_checkpoints(directory_, checkpoints));
  EXPECT_EQ((checkpoints.recovery_points[{"t", 0}]), Offset(0));
  EXPECT_EQ((checkpoints.log_starts[{"t", 0}]), Offset(2));
  EXPECT_EQ((checkpoints.high_watermarks[{"t", 0}]), Offset(5));
  ASSERT_TRUE(wait(partition.flush()).has_value());
  wait(manager_->add_checkpoints(directory_, checkpoints));
  EXPECT_EQ((checkpoints.recovery_points[{"t", 0}]), Offset(5));
  Partition& again = restart();
  EXPECT_EQ(again.log_start_offset(), Offset(2));
}

TEST_F(PartitionTest, PreallocatedSpaceIsGivenBack) {
  options_.preallocation_start_bytes = 1000;
  wait(manager_->close());
  start();
  Partition& partition = create();
  fill(partition, 100, 1000);
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  manager_.reset();
  struct stat status{};
  ASSERT_EQ(::stat(path("00000000000000000000.log").c_str(), &status), 0);
  EXPECT_LT(status.st_blocks * 512, 200 * 1024);
  EXPECT_GT(status.st_size, 100'000);
}

}  // namespace
}  // namespace klamm::storage::test
