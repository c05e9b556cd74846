#include "storage/journal/journal.h"

#include <cerrno>

#include "reactor/io_await.h"
#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "tests/storage/durable_fixture.h"

namespace klamm::storage::test {
namespace {

using reactor::Task;
using JournalTest = DurableLogTest;
using Values = std::vector<std::string>;

TEST_F(JournalTest, NothingIsShownBeforeItIsOnTheDisk) {
  Partition& partition = create_one(0);
  protocol::Buffer batch = batch_of({"a"});
  auto appended = append(partition, std::move(batch));
  ASSERT_TRUE(appended.has_value());
  EXPECT_EQ(partition.log_end_offset(), Offset(1));
  EXPECT_EQ(partition.high_watermark(), Offset(0));
  EXPECT_TRUE(wait(partition.wait_for_high_watermark(Offset(1))).has_value());
  EXPECT_EQ(manager_->metrics().journal_writes, 1U);
}

TEST_F(JournalTest, WhatIsAcknowledgedIsThereAfterAPowerLoss) {
  Partition& first = create_one(0);
  Partition& second = create_one(1);
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(wait(acknowledged(first, batch_of({"a" + std::to_string(i)}))).has_value());
    ASSERT_TRUE(wait(acknowledged(second, batch_of({"b" + std::to_string(i)}))).has_value());
  }
  lose_power();
  EXPECT_EQ(values(bring_up(0, {})), (Values{"a0", "a1", "a2", "a3", "a4"}));
  EXPECT_EQ(values(bring_up(1, {})), (Values{"b0", "b1", "b2", "b3", "b4"}));
  end_replay();
  EXPECT_EQ(journal_files(), Values{"klamm-journal-2-0"});
  // It is in the segments now: nothing is replayed, and nothing is lost.
  lose_power();
  EXPECT_EQ(values(bring_up(0, {})), (Values{"a0", "a1", "a2", "a3", "a4"}));
}

TEST_F(JournalTest, ReplayingTwiceIsReplayingOnce) {
  Partition& partition = create_one(0);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(wait(acknowledged(partition, batch_of({std::to_string(i)}))).has_value());
  lose_power();
  EXPECT_EQ(values(bring_up(0, {})), (Values{"0", "1", "2"}));
  // The power fails again before the old journal went.
  lose_power();
  EXPECT_EQ(journal_files(), (Values{"klamm-journal-1-0", "klamm-journal-3-0"}));
  EXPECT_EQ(values(bring_up(0, {})), (Values{"0", "1", "2"}));
  end_replay();
  EXPECT_EQ(journal_files(), Values{"klamm-journal-3-0"});
}

TEST_F(JournalTest, ManyPartitionsShareAWrite) {
  std::vector<Partition*> partitions;
  for (int32_t i = 0; i < 16; ++i) partitions.push_back(&create_one(i));
  std::vector<Task<std::optional<AppendResult>>> tasks;
  for (Partition* partition : partitions) tasks.push_back(acknowledged(*partition, batch_of({"x"})));
  for (const auto& result : wait(reactor::when_all(std::move(tasks)))) EXPECT_TRUE(result.has_value());
  EXPECT_EQ(manager_->metrics().journal_writes, 1U);
  lose_power();
  for (int32_t i = 0; i < 16; ++i) EXPECT_EQ(values(bring_up(i, {})), Values{"x"}) << i;
}

// Every write takes the same time.
class JournalGatheringTest : public DurableLogTest {
 protected:
  sim::SimOptions sim_options() override { return {.disk_delay_ns_min = 100'000, .disk_delay_ns_max = 100'000}; }
  // Appends again and again, each time so long after the answer.
  Task<void> produce(Partition& partition, int times, int64_t pause_ns) {
    for (int i = 0; i < times; ++i) {
      auto appended = co_await acknowledged(partition, batch_of({"x"}));
      EXPECT_TRUE(appended.has_value());
      co_await reactor::sleep_for(pause_ns);
    }
  }
  int64_t time_of(Task<void> task) {
    const int64_t begun_ns = world_->shard().precise_now_ns();
    wait(std::move(task));
    return world_->shard().precise_now_ns() - begun_ns;
  }
};

TEST_F(JournalGatheringTest, WhoWasAnsweredTogetherLeavesTogether) {
  Partition& quick = create_one(0);
  Partition& slow = create_one(1);
  std::vector<Task<void>> tasks;
  tasks.push_back(produce(quick, 40, 0));
  tasks.push_back(produce(slow, 40, 30'000));
  wait(reactor::when_all(std::move(tasks)));
  EXPECT_LT(manager_->metrics().journal_writes, 50U);
}

TEST_F(JournalGatheringTest, WhoStaysAwayIsWaitedForOnce) {
  Partition& quick = create_one(0);
  Partition& slow = create_one(1);
  const int64_t alone_ns = time_of(produce(quick, 10, 0));
  std::vector<Task<void>> tasks;
  tasks.push_back(produce(quick, 10, 0));
  tasks.push_back(produce(slow, 10, 0));
  wait(reactor::when_all(std::move(tasks)));
  wait(produce(quick, 1, 0));
  EXPECT_EQ(time_of(produce(quick, 10, 0)), alone_ns);
}

TEST_F(JournalTest, IsWrittenAnewWhenSegmentsAreSynced) {
  Partition& partition = create_one(0);
  Values written;
  // Several times what it holds.
  for (int i = 0; i < 60; ++i) {
    written.push_back(std::to_string(i) + std::string(50'000, '.'));
    ASSERT_TRUE(wait(acknowledged(partition, batch_of({written.back()}))).has_value());
  }
  EXPECT_GT(partition.log().recovery_point(), Offset(30));
  EXPECT_LT(partition.log().recovery_point(), Offset(60));
  lose_power();
  EXPECT_EQ(values(bring_up(0, {})), written);
}

TEST_F(JournalTest, IsWrittenAnewThoughTheEpochsFindNoSpace) {
  Partition& partition = create_one(0);
  disk_->add_fault({.operation = sim::DiskOperation::kOpen,
                    .path_part = "leader-epoch-checkpoint",
                    .count = UINT64_MAX,
                    .error = ENOSPC});
  Values written;
  for (int i = 0; i < 60; ++i) {
    written.push_back(std::to_string(i) + std::string(50'000, '.'));
    ASSERT_TRUE(wait(acknowledged(partition, batch_of({written.back()}))).has_value()) << i;
  }
  EXPECT_EQ(partition.log().recovery_point(), Offset(0)) << "epochs are found again behind it";
  lose_power();
  Partition& again = bring_up(0, {});
  EXPECT_EQ(values(again), written);
  EXPECT_EQ(again.epoch_for_offset(Offset(59)), LeaderEpoch(0));
}

TEST_F(JournalTest, ASegmentThatGetsNoDescriptorIsSyncedLater) {
  wait(manager_->close());
  manager_.reset();
  options_.open_files_max = 1;
  start();
  begin();
  Partition& idle = create_one(0);
  Partition& busy = create_one(1);
  ASSERT_TRUE(wait(acknowledged(idle, batch_of({"a"}))).has_value());
  ASSERT_TRUE(wait(acknowledged(busy, batch_of({"b"}))).has_value());
  disk_->add_fault({.operation = sim::DiskOperation::kOpen, .path_part = "t-0/00000", .count = 4, .error = EMFILE});
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(wait(acknowledged(busy, batch_of({std::string(50'000, '.')}))).has_value()) << i;
  }
  EXPECT_EQ(idle.log().recovery_point(), Offset(1));
  EXPECT_GT(manager_->metrics().descriptor_shortages, 1U);
  lose_power();
  EXPECT_EQ(values(bring_up(0, {})), Values{"a"});
}

TEST_F(JournalTest, ALargeBatchGoesByItsSegment) {
  Partition& partition = create_one(0);
  const Values written{"small", std::string(300'000, 'x'), "after"};
  std::vector<Task<std::optional<AppendResult>>> tasks;
  for (const std::string& value : written) tasks.push_back(acknowledged(partition, batch_of({value})));
  for (const auto& result : wait(reactor::when_all(std::move(tasks)))) EXPECT_TRUE(result.has_value());
  EXPECT_LT(manager_->metrics().journal_written_bytes, 100'000U);
  lose_power();
  EXPECT_EQ(values(bring_up(0, {})), written);
}

TEST_F(JournalTest, ALargeAppendGetsItsTurnAmongSmallOnes) {
  constexpr int kProducers = 6;
  int small_acks = 0;
  bool is_done = false;
  // Each at another time, so that there always is something on its way.
  const auto keep_producing = [&](Partition& partition, int64_t delay_ns) -> Task<void> {
    co_await reactor::sleep_for(delay_ns);
    for (int i = 0; i < 50 && !is_done; ++i) {
      auto done = co_await acknowledged(partition, batch_of({std::string(60'000, '.')}));
      EXPECT_TRUE(done.has_value());
      ++small_acks;
    }
  };
  std::optional<int> acks_before_large;
  const auto produce_large = [&](Partition& partition) -> Task<void> {
    while (small_acks < kProducers) co_await reactor::sleep_for(100'000);
    const int acks_at_start = small_acks;
    auto done = co_await acknowledged(partition, batch_of({std::string(300'000, 'x')}));
    EXPECT_TRUE(done.has_value());
    is_done = true;
    acks_before_large = small_acks - acks_at_start;
  };
  std::vector<Task<void>> tasks;
  for (int32_t i = 0; i < kProducers; ++i) tasks.push_back(keep_producing(create_one(i), i * 30'000));
  tasks.push_back(produce_large(create_one(kProducers)));
  wait(reactor::when_all(std::move(tasks)));
  EXPECT_LE(acks_before_large.value(), 2 * kProducers);
}

TEST_F(JournalTest, ADeletionUnderALargeBatchHarmsNoOther) {
  Partition& deleted = create_one(0);
  Partition& other = create_one(1);
  // The log is closed while the journal is about to sync its segment.
  protocol::Buffer large = batch_of({std::string(300'000, 'x')});
  std::vector<Task<bool>> tasks;
  tasks.push_back([](Partition& to, protocol::Buffer& batch) -> Task<bool> {
    co_return (co_await to.append_as_leader(batch.span(), {AppendOrigin::kClient, LeaderEpoch(0), 13})).has_value();
  }(deleted, large));
  tasks.push_back(
      [](LogManager& logs) -> Task<bool> { co_return (co_await logs.remove(kTopicId, 0)).has_value(); }(*manager_));
  EXPECT_EQ(wait(reactor::when_all(std::move(tasks))), (std::vector<bool>{true, true}));
  EXPECT_TRUE(wait(acknowledged(other, batch_of({"a"}))).has_value());
}

// Names of new segments may be on the disk before what is in them and in the one before.
TEST_F(JournalTest, SegmentsThatLackTheirEndsGetThemFromTheJournal) {
  config_.segment_bytes = 200;
  Partition& partition = create_one(0);
  Values written;
  for (int i = 0; i < 12; ++i) {
    written.push_back(std::to_string(i));
    ASSERT_TRUE(wait(acknowledged(partition, batch_of({written.back()}))).has_value());
  }
  const std::string directory = directory_ + "/t-0";
  const auto sync_names = [](reactor::Io& io, std::string path) -> Task<bool> {
    const auto synced = co_await reactor::sync_directory(io, path);
    co_return synced.has_value();
  };
  ASSERT_TRUE(wait(sync_names(world_->io(), directory)));
  lose_power();
  EXPECT_TRUE(world_->io().status(directory + "/00000000000000000006.log").has_value());
  EXPECT_EQ(values(bring_up(0, {})), written);
}

TEST_F(JournalTest, AFailedWriteIsTheEndOfTheDirectory) {
  Partition& partition = create_one(0);
  Partition& other = create_one(1);
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"a"}))).has_value());
  disk_->add_fault({.operation = sim::DiskOperation::kWrite, .path_part = "klamm-journal"});
  auto appended = append(partition, batch_of({"b"}));
  ASSERT_TRUE(appended.has_value());
  const auto passed = wait(partition.wait_for_high_watermark(Offset(2)));
  ASSERT_FALSE(passed.has_value());
  EXPECT_EQ(passed.error(), PartitionGone::kStorageFailed);
  EXPECT_EQ(partition.high_watermark(), Offset(1));
  for (Partition* each : {&partition, &other}) {
    auto refused = append(*each, batch_of({"c"}));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, protocol::ErrorCode::kKafkaStorageError);
  }
  // Who asks later is told, too.
  EXPECT_FALSE(wait(partition.wait_for_high_watermark(Offset(2))).has_value());
  EXPECT_EQ(values(partition), Values{"a"});
}

TEST_F(JournalTest, AFailedSyncIsTheEndOfTheDirectory) {
  Partition& partition = create_one(0);
  disk_->add_fault({.operation = sim::DiskOperation::kSync, .path_part = ".log", .count = UINT64_MAX});
  bool has_failed = false;
  for (int i = 0; i < 60 && !has_failed; ++i)
    has_failed = !wait(acknowledged(partition, batch_of({std::string(50'000, '.')}))).has_value();
  EXPECT_TRUE(has_failed);
}

TEST_F(JournalTest, AWaitEndsAtItsTimeAndLeavesNothingBehind) {
  constexpr int64_t kSecondNs = 1'000'000'000;
  Partition& partition = create_one(0);
  sim_->set_disk_delay_ns(60 * kSecondNs, 60 * kSecondNs);
  ASSERT_TRUE(append(partition, batch_of({"a"})).has_value());
  const int64_t began_ns = sim_->now_ns();
  const auto late = wait(partition.wait_for_high_watermark_until(Offset(1), began_ns + kSecondNs));
  ASSERT_TRUE(late.has_value());
  EXPECT_FALSE(*late);
  EXPECT_GE(sim_->now_ns(), began_ns + kSecondNs);
  EXPECT_LT(sim_->now_ns(), began_ns + 2 * kSecondNs);
  EXPECT_EQ(manager_->metrics().timed_out_appends, 1U);
  const auto in_time = wait(partition.wait_for_high_watermark_until(Offset(1), began_ns + 120 * kSecondNs));
  ASSERT_TRUE(in_time.has_value());
  EXPECT_TRUE(*in_time);
  EXPECT_EQ(manager_->metrics().timed_out_appends, 1U);
}

TEST_F(JournalTest, AnAppendWaitsForRoomUntilItsTime) {
  constexpr int64_t kSecondNs = 1'000'000'000;
  Partition& partition = create_one(0);
  sim_->set_disk_delay_ns(60 * kSecondNs, 60 * kSecondNs);
  // As much as may wait.
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(append(partition, batch_of({std::string(120'000, '.')})).has_value());
  const auto append_until = [&](protocol::Buffer batch, int64_t deadline_ns) -> Task<protocol::ErrorCode> {
    const AppendContext context{AppendOrigin::kClient, LeaderEpoch(0), 13, deadline_ns};
    const auto appended = co_await partition.append_as_leader(batch.span(), context);
    co_return appended ? protocol::ErrorCode::kNone : appended.error().code;
  };
  const int64_t began_ns = sim_->now_ns();
  std::vector<Task<protocol::ErrorCode>> tasks;
  for (const int64_t seconds : {2, 1, 150, 1}) {
    tasks.push_back(append_until(batch_of({std::string(120'000, '.')}), began_ns + seconds * kSecondNs));
  }
  using protocol::ErrorCode;
  EXPECT_EQ(wait(reactor::when_all(std::move(tasks))),
            (std::vector<ErrorCode>{ErrorCode::kRequestTimedOut, ErrorCode::kRequestTimedOut, ErrorCode::kNone,
                                    ErrorCode::kRequestTimedOut}));
  EXPECT_EQ(partition.log_end_offset(), Offset(3));
  EXPECT_EQ(manager_->metrics().timed_out_appends, 3U);
}

// What the epoch file says is in the batches, too: a disk that has no space for it is no reason to refuse anything.
TEST_F(JournalTest, NoSpaceForTheEpochFileIsNoHarm) {
  const sim::DiskFault fault{.operation = sim::DiskOperation::kAny,
                             .path_part = "leader-epoch-checkpoint.tmp",
                             .count = UINT64_MAX,
                             .error = ENOSPC};
  disk_->add_fault(fault);
  config_.segment_bytes = 1'000'000;
  Partition& partition = create_one(0);
  Values written;
  // Several times what the journal holds, and several segments.
  for (int i = 0; i < 60; ++i) {
    written.push_back(std::to_string(i) + std::string(50'000, '.'));
    ASSERT_TRUE(wait(acknowledged(partition, batch_of({written.back()}))).has_value()) << i;
  }
  written.emplace_back(300'000, 'x');  // too large for the journal
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({written.back()}))).has_value());
  EXPECT_EQ(partition.log().recovery_point(), Offset(0));
  lose_power();
  disk_->add_fault(fault);
  Partition& again = bring_up(0, {}, 1);
  EXPECT_EQ(values(again), written);
  disk_->clear_faults();
  ASSERT_TRUE(wait(again.flush()).has_value());
  EXPECT_EQ(again.log().recovery_point(), Offset(61));
}

TEST_F(JournalTest, IsMadeWhenThereIsSpaceForIt) {
  Partition* partition = &create_one(0);
  ASSERT_TRUE(wait(acknowledged(*partition, batch_of({"a"}))).has_value());
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  manager_.reset();
  const uint64_t needed = Journal::kFileBytesMin + kJournalBlockBytes;
  disk_->set_capacity_bytes(disk_->used_bytes() + needed - 1);
  start();
  begin();
  EXPECT_EQ(journal_files(), Values{});
  partition = &bring_up(0, {.after_clean_stop = true});
  EXPECT_EQ(values(*partition), Values{"a"});
  const auto expect_refusal = [&] {
    auto refused = append(*partition, batch_of({"b"}));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, protocol::ErrorCode::kKafkaStorageError);
  };
  expect_refusal();
  const auto nap = [](int64_t ms) -> Task<void> { co_await reactor::sleep_for(ms * 1'000'000); };
  wait(nap(5000));
  expect_refusal();
  EXPECT_EQ(partition->log_end_offset(), Offset(1));
  disk_->set_capacity_bytes(disk_->used_bytes() + needed + 1000);
  wait(nap(2000));
  ASSERT_TRUE(wait(acknowledged(*partition, batch_of({"b"}))).has_value());
  lose_power();
  EXPECT_EQ(values(bring_up(0, {})), (Values{"a", "b"}));
}

// What seems to be enough may be gone when it is written.
TEST_F(JournalTest, AJournalThatWaitsIsNothingToAStop) {
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  manager_.reset();
  disk_->add_fault(
      {.operation = sim::DiskOperation::kWrite, .path_part = "klamm-journal", .count = 3, .error = ENOSPC});
  start();
  begin();
  EXPECT_EQ(journal_files(), Values{});
  Partition& partition = create_one(0);
  EXPECT_FALSE(append(partition, batch_of({"a"})).has_value());
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  EXPECT_EQ(journal_files(), Values{});
}

TEST_F(JournalTest, ACleanStopLeavesNoJournal) {
  Partition& partition = create_one(0);
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"a"}))).has_value());
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  EXPECT_EQ(journal_files(), Values{});
  manager_.reset();
  disk_->lose_unsynced();
  start();
  begin();
  EXPECT_TRUE(journals_->found().size() <= 1);
  EXPECT_EQ(values(bring_up(0, {.after_clean_stop = true})), Values{"a"});
}

TEST_F(JournalTest, StartsThatFailOneAfterTheOtherLeaveOneEmptyJournal) {
  for (int i = 0; i < 3; ++i) lose_power();
  EXPECT_EQ(journal_files(), (Values{"klamm-journal-4-0"}));
  Partition& partition = create_one(0);
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"a"}))).has_value());
  for (int i = 0; i < 3; ++i) lose_power();
  EXPECT_EQ(journal_files(), (Values{"klamm-journal-4-0", "klamm-journal-7-0"}));
  EXPECT_EQ(values(bring_up(0, {})), Values{"a"});
}

TEST_F(JournalTest, AFetchKnowsHowMuchIsBelowTheHighWatermark) {
  Partition& partition = create_one(0);
  const protocol::Buffer shown = batch_of({"a"});
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"a"}))).has_value());
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"b"}))).has_value());
  ASSERT_TRUE(append(partition, batch_of({"c"})).has_value());
  EXPECT_EQ(partition.high_watermark(), Offset(2));
  EXPECT_EQ(partition.readable_bytes(Offset(0), ReadEnd::kHighWatermark), 2 * shown.size());
}

TEST_F(JournalTest, ATruncationIsNotUndone) {
  Partition& partition = create_one(0);
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(wait(acknowledged(partition, batch_of({std::to_string(i)}))).has_value());
  ASSERT_TRUE(wait(partition.truncate_to(Offset(2))).has_value());
  EXPECT_EQ(partition.high_watermark(), Offset(2));
  lose_power();
  Partition& again = bring_up(0, {});
  EXPECT_EQ(values(again), (Values{"0", "1"}));
  ASSERT_TRUE(wait(acknowledged(again, batch_of({"new"}))).has_value());
  lose_power();
  EXPECT_EQ(values(bring_up(0, {})), (Values{"0", "1", "new"}));
}

TEST_F(JournalTest, WhatComesBackInAnotherTopicIsNotTaken) {
  Partition& partition = create_one(0);
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"old"}))).has_value());
  ASSERT_TRUE(wait(manager_->remove(kTopicId, 0)).has_value());
  auto made = wait(manager_->create({"t", protocol::Uuid{{9}}, 0}, directory_, config_));
  ASSERT_TRUE(made.has_value()) << made.error().message;
  (*made)->become_leader({.leader_epoch = LeaderEpoch(0)}, true);
  ASSERT_TRUE(wait(acknowledged(**made, batch_of({"new"}))).has_value());
  lose_power();
  const auto known = world_->io().status(directory_ + "/t-0").has_value();
  const PartitionIdentity identity{"t", protocol::Uuid{{9}}, 0};
  auto brought = known ? wait(manager_->open(identity, directory_, config_, {}))
                       : wait(manager_->create(identity, directory_, config_));
  ASSERT_TRUE(brought.has_value()) << brought.error().message;
  EXPECT_EQ(values(**brought), Values{"new"});
}

TEST_F(JournalTest, AnotherProcessThatWentOnIsNotOverruled) {
  Partition& partition = create_one(0);
  ASSERT_TRUE(wait(partition.flush()).has_value());
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(wait(acknowledged(partition, batch_of({std::to_string(i)}))).has_value());
  disk_->lose_unsynced();
  wait(manager_->close());
  manager_.reset();
  // It knows nothing of journals, and writes under a higher epoch.
  options_.is_durable_before_acks = false;
  start();
  Partition& theirs = bring_up(0, {}, 5);
  EXPECT_EQ(theirs.log_end_offset(), Offset(0));
  auto appended = append(theirs, batch_of({"theirs"}), 5);
  ASSERT_TRUE(appended.has_value());
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  manager_.reset();
  options_.is_durable_before_acks = true;
  start();
  begin();
  EXPECT_EQ(values(bring_up(0, {.after_clean_stop = true}, 6)), Values{"theirs"});
}

TEST_F(JournalTest, TheStartOfALogThatLostItsEndIsKept) {
  Partition& partition = create_one(0);
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"0"}))).has_value());
  ASSERT_TRUE(wait(partition.flush()).has_value());
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"1", "2", "3"}))).has_value());
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"4", "5"}))).has_value());
  // In the middle of a batch, and above what the segments keep.
  ASSERT_TRUE(partition.advance_log_start(Offset(2)).has_value());
  lose_power();
  Partition& again = bring_up(0, {.recovery_point = Offset(1), .log_start = Offset(2)});
  EXPECT_EQ(again.log_start_offset(), Offset(2));
  EXPECT_EQ(values(again), (Values{"2", "3", "4", "5"}));
}

TEST_F(JournalTest, ADamagedFileIsKept) {
  Partition& partition = create_one(0);
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"a"}))).has_value());
  const auto file = world_->io().open(directory_ + "/klamm-journal-1-0", reactor::OpenMode::kReadWrite);
  ASSERT_TRUE(file.has_value());
  std::byte wrong{0xff};
  const iovec piece{&wrong, 1};
  ASSERT_TRUE(world_->io().write(*file, std::span(&piece, 1), 20).has_value());
  ASSERT_TRUE(wait([](reactor::Io& io, reactor::FileHandle of) -> Task<bool> {
    co_return (co_await reactor::sync_data(io, of)).has_value();
  }(world_->io(), *file)));
  world_->io().close(*file);
  lose_power();
  ASSERT_EQ(journals_->found().size(), 1U);
  EXPECT_FALSE(journals_->found()[0].unreadable_because.empty());
  end_replay();
  EXPECT_EQ(journal_files(), (Values{"klamm-journal-1-0", "klamm-journal-2-0"}));
}

TEST_F(JournalTest, WhatChangesInAJournalBeforeItIsTakenIsNotTaken) {
  Partition& partition = create_one(0);
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"a"}))).has_value());
  ASSERT_TRUE(wait(partition.flush()).has_value());
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"b"}))).has_value());
  lose_power();
  ASSERT_EQ(journals_->entry_count(), 2U);
  const FoundJournalEntry& entry = journals_->entries_of({kTopicId, 0})[1];
  const auto file = world_->io().open(journals_->path_of(entry), reactor::OpenMode::kReadWrite);
  ASSERT_TRUE(file.has_value());
  std::byte wrong{0x7f};
  const iovec piece{&wrong, 1};
  // Of its base offset, which no checksum covers.
  const uint64_t position = entry.position_bytes + 7;
  ASSERT_TRUE(world_->io().write(*file, std::span(&piece, 1), position).has_value());
  world_->io().close(*file);
  const auto opened = wait(manager_->open({"t", kTopicId, 0}, directory_, config_, {}));
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().kind, StorageErrorKind::kCorrupt);
  end_replay();
  EXPECT_EQ(journal_files(), (Values{"klamm-journal-1-0", "klamm-journal-2-0"})) << "kept for another try";
}

class LargeJournalTest : public DurableLogTest {
 protected:
  uint64_t journal_bytes() const override { return uint64_t{32} << 20; }
};

// Many small batches between those of another partition, and frames larger than what is read at a time.
TEST_F(LargeJournalTest, IsReadInPieces) {
  config_.max_message_bytes = 4 << 20;
  Partition* partitions[] = {&create_one(0), &create_one(1)};
  Values written[2];
  for (int round = 0; round < 3; ++round) {
    std::vector<Task<std::optional<AppendResult>>> tasks;
    for (int i = 0; i < 300; ++i) {
      const int which = i % 7 == 0 ? 1 : 0;
      const size_t size_bytes = i % 100 == 99 ? size_t{3} << 20 : static_cast<size_t>(100 + 50 * (i % 40));
      written[which].push_back(std::string(size_bytes, static_cast<char>('a' + i % 26)));
      tasks.push_back(acknowledged(*partitions[which], batch_of({written[which].back()})));
    }
    for (const auto& result : wait(reactor::when_all(std::move(tasks)))) ASSERT_TRUE(result.has_value());
  }
  lose_power();
  ASSERT_GT(journals_->found()[0].contents.frames.size(), 2U);
  EXPECT_TRUE(journals_->found()[0].contents.is_continuous);
  for (const int which : {0, 1}) EXPECT_EQ(values(bring_up(which, {})), written[which]) << which;
}

TEST_F(JournalTest, ARepetitionAfterAPowerLossIsKnown) {
  Partition& partition = create_one(0);
  protocol::RecordBatchOptions options;
  options.producer_id = 7;
  options.producer_epoch = 0;
  options.base_sequence = 0;
  ASSERT_TRUE(wait(acknowledged(partition, batch_of({"a"}, kNowMs, options))).has_value());
  lose_power();
  Partition& again = bring_up(0, {});
  auto repeated = append(again, batch_of({"a"}, kNowMs, options));
  ASSERT_TRUE(repeated.has_value());
  EXPECT_TRUE(repeated->duplicate);
  EXPECT_EQ(values(again), Values{"a"});
}

TEST_F(JournalTest, FlushMessagesSyncsBeforeTheAnswer) {
  options_.is_durable_before_acks = false;
  wait(manager_->close());
  manager_.reset();
  start();
  config_.flush_messages = 2;
  Partition& partition = create_one(3);
  ASSERT_TRUE(append(partition, batch_of({"a"})).has_value());
  EXPECT_EQ(partition.log().recovery_point(), Offset(0));
  ASSERT_TRUE(append(partition, batch_of({"b"})).has_value());
  EXPECT_EQ(partition.log().recovery_point(), Offset(2));
  EXPECT_EQ(manager_->metrics().flushes, 1U);
  disk_->add_fault({.operation = sim::DiskOperation::kSync, .path_part = ".log"});
  ASSERT_TRUE(append(partition, batch_of({"c"})).has_value());
  auto failed = append(partition, batch_of({"d"}));
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().code, protocol::ErrorCode::kKafkaStorageError);
}

TEST_F(JournalTest, FlushMsSyncsWhatWaitedSoLong) {
  options_.is_durable_before_acks = false;
  options_.flush_check_interval_ms = 1000;
  options_.initial_task_delay_ms = 500;
  wait(manager_->close());
  manager_.reset();
  start();
  config_.flush_ms = 5000;
  Partition& partition = create_one(3);
  ASSERT_TRUE(append(partition, batch_of({"a"})).has_value());
  const auto nap = [](int64_t ms) -> Task<void> { co_await reactor::sleep_for(ms * 1'000'000); };
  wait(nap(4000));
  EXPECT_EQ(partition.log().recovery_point(), Offset(0));
  wait(nap(3000));
  EXPECT_EQ(partition.log().recovery_point(), Offset(1));
}

}  // namespace
}  // namespace klamm::storage::test
