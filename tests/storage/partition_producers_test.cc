#include <algorithm>
#include <cerrno>
#include <numeric>

#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "storage/file_names.h"
#include "storage/partition.h"
#include "tests/storage/log_fixture.h"
#include "tests/storage/sim_storage_world.h"

namespace klamm::storage::test {
namespace {

using protocol::ErrorCode;

// What a partition knows of its producers after everything that can happen to it, on the simulated disk.
class PartitionProducersTest : public LogTest {
 protected:
  std::unique_ptr<reactor::test::World> make_world() override {
    auto world = std::make_unique<SimStorageWorld>(sim::SimOptions{.seed = 5});
    disk_ = &world->disk();
    return world;
  }
  static protocol::Buffer numbered(int64_t producer, int32_t sequence, int16_t epoch = 0) {
    protocol::RecordBatchOptions options;
    options.producer_id = producer;
    options.producer_epoch = epoch;
    options.base_sequence = sequence;
    return batch_of({std::string(100, 'v')}, 1'700'000'000'000 + sequence, options);
  }
  std::expected<AppendResult, AppendError> send(Partition& to, int64_t producer, int32_t sequence, int16_t epoch = 0) {
    return append(to, numbered(producer, sequence, epoch));
  }
  void start_with_options() {
    wait(manager_->close());
    manager_.reset();
    start();
  }
  void settle(int64_t ns = 1'000'000'000) {
    const auto nap = [](int64_t duration) -> reactor::Task<void> { co_await reactor::sleep_for(duration); };
    wait(nap(ns));
  }
  // One producer's batches, one record each, so that sequence and offset are the same.
  void write(Partition& to, int first, int end) {
    for (int i = first; i < end; ++i) ASSERT_TRUE(send(to, 1, i).has_value()) << i;
  }
  // Exactly the batches from `first` to the end are known.
  void expect_known(Partition& in, int first, int end) {
    for (int i = first; i < end; ++i) {
      auto again = send(in, 1, i);
      ASSERT_TRUE(again.has_value()) << i << " " << again.error().message;
      EXPECT_TRUE(again->duplicate);
      EXPECT_EQ(again->base_offset, Offset(i));
      EXPECT_EQ(again->log_append_time_ms, 1'700'000'000'000 + i);
    }
    if (first > 0) {
      auto older = send(in, 1, first - 1);
      ASSERT_FALSE(older.has_value());
      EXPECT_EQ(older.error().code, ErrorCode::kOutOfOrderSequenceNumber);
    }
    EXPECT_EQ(in.log_end_offset(), Offset(end));
  }
  std::vector<std::string> files(std::string_view suffix) {
    std::vector<std::string> found;
    for (const auto& entry : *disk_->list(directory_ + "/t-0")) {
      if (entry.name.ends_with(suffix)) found.push_back(path(entry.name));
    }
    return found;
  }
  void remove_files(std::string_view suffix) {
    for (const std::string& file : files(suffix)) ASSERT_TRUE(disk_->unlink(file).has_value());
  }
  void damage(const std::string& file, uint64_t at) {
    auto handle = disk_->open(file, reactor::OpenMode::kReadWrite, 0);
    ASSERT_TRUE(handle.has_value());
    std::byte byte{};
    ASSERT_TRUE(disk_->read(*handle, std::span(&byte, 1), at).has_value());
    byte ^= std::byte{1};
    const iovec piece{&byte, 1};
    ASSERT_TRUE(disk_->write(*handle, std::span(&piece, 1), at, 0).has_value());
    disk_->close(*handle);
  }
  sim::SimDisk* disk_ = nullptr;
};

TEST_F(PartitionProducersTest, AKillForgetsNothingOfTheWindow) {
  config_.segment_bytes = 2000;
  config_.producer_state_batches_to_retain = 20;
  Partition* partition = &create();
  write(*partition, 0, 57);
  ASSERT_GT(partition->log().segment_count(), 2U);
  settle();
  partition = &crash(partition->log().recovery_point());
  expect_known(*partition, 37, 57);
  write(*partition, 57, 59);
  partition = &crash(partition->log().recovery_point());
  expect_known(*partition, 39, 59);
}

TEST_F(PartitionProducersTest, ACleanStopForgetsNothingOfTheWindow) {
  config_.producer_state_batches_to_retain = 20;
  Partition* partition = &create();
  write(*partition, 0, 30);
  partition = &restart();
  expect_known(*partition, 10, 30);
  partition = &restart();
  expect_known(*partition, 10, 30);
}

TEST_F(PartitionProducersTest, WithoutTheWindowsFileTheDepthComesFromTheLog) {
  config_.segment_bytes = 2000;
  config_.producer_state_batches_to_retain = 20;
  create();
  write(*manager_->find(kTopicId, 0), 0, 50);
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  remove_files(kProducerWindowsSuffix);
  manager_.reset();
  start();
  expect_known(open({.after_clean_stop = true}), 30, 50);
}

TEST_F(PartitionProducersTest, ADamagedWindowsFileIsAsNone) {
  config_.producer_state_batches_to_retain = 20;
  create();
  write(*manager_->find(kTopicId, 0), 0, 50);
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  for (const std::string& file : files(kProducerWindowsSuffix)) damage(file, disk_->content(file).size() / 2);
  manager_.reset();
  start();
  expect_known(open({.after_clean_stop = true}), 30, 50);
}

TEST_F(PartitionProducersTest, WindowsOfAnotherSnapshotAreNotTaken) {
  Partition* partition = &create();
  write(*partition, 0, 10);
  partition = &restart();
  const std::string of_one = disk_->content(files(kProducerWindowsSuffix).back());
  // The same offset, reached with another producer.
  ASSERT_TRUE(wait(partition->truncate_to(Offset(5))).has_value());
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(send(*partition, 2, i).has_value());
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  const std::string file = files(kProducerWindowsSuffix).back();
  ASSERT_TRUE(file.ends_with("00000000000000000010.producer-windows"));
  auto handle = disk_->open(file, reactor::OpenMode::kReadWrite, 0);
  ASSERT_TRUE(disk_->truncate(*handle, 0).has_value());
  const iovec piece{const_cast<char*>(of_one.data()), of_one.size()};
  ASSERT_TRUE(disk_->write(*handle, std::span(&piece, 1), 0, 0).has_value());
  disk_->close(*handle);
  manager_.reset();
  start();
  partition = &open({.after_clean_stop = true});
  auto refused = send(*partition, 1, 9);
  ASSERT_FALSE(refused.has_value());  // cut off, and not there again
  EXPECT_EQ(refused.error().code, ErrorCode::kOutOfOrderSequenceNumber);
  auto again = send(*partition, 2, 0);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->base_offset, Offset(5));
}

TEST_F(PartitionProducersTest, TruncationKeepsTheDepthBelowTheCut) {
  config_.segment_bytes = 2000;
  config_.producer_state_batches_to_retain = 20;
  Partition& partition = create();
  write(partition, 0, 100);
  settle();
  ASSERT_TRUE(wait(partition.truncate_to(Offset(77))).has_value());
  auto cut = send(partition, 1, 78);
  ASSERT_FALSE(cut.has_value());
  EXPECT_EQ(cut.error().code, ErrorCode::kOutOfOrderSequenceNumber);
  expect_known(partition, 57, 77);
  // Where the windows are gone already.
  ASSERT_TRUE(wait(partition.truncate_to(Offset(30))).has_value());
  expect_known(partition, 10, 30);
  write(partition, 30, 32);
  expect_known(partition, 12, 32);
}

TEST_F(PartitionProducersTest, OldWindowsAndStraySnapshotsGo) {
  config_.segment_bytes = 1000;
  Partition* partition = &create();
  write(*partition, 0, 60);
  settle();
  const size_t segments = partition->log().segment_count();
  ASSERT_GT(segments, 8U);
  EXPECT_EQ(files(kProducerWindowsSuffix).size(), 3U);
  EXPECT_EQ(files(kProducerSnapshotSuffix).size(), segments - 1);
  for (int i = 0; i < 5; ++i) {
    write(*partition, 60 + i, 61 + i);
    partition = &restart();
  }
  // Those of the segments and that of the last stop.
  EXPECT_LE(files(kProducerSnapshotSuffix).size(), partition->log().segment_count());
  EXPECT_LE(files(kProducerWindowsSuffix).size(), 3U);
  for (const std::string& windows : files(kProducerWindowsSuffix)) {
    const std::string beside = windows.substr(0, windows.rfind('.')) + std::string(kProducerSnapshotSuffix);
    EXPECT_TRUE(disk_->status(beside).has_value()) << windows;
  }
  expect_known(*partition, 60, 65);
}

TEST_F(PartitionProducersTest, AFailedSnapshotRefusesNoAppend) {
  config_.segment_bytes = 1000;
  Partition* partition = &create();
  disk_->add_fault({.operation = sim::DiskOperation::kOpen, .path_part = ".snapshot", .count = 2, .error = EIO});
  write(*partition, 0, 60);
  settle();
  EXPECT_EQ(manager_->metrics().failed_producer_snapshots, 2U);
  disk_->clear_faults();
  disk_->add_fault({.operation = sim::DiskOperation::kSync, .path_part = ".producer-windows", .error = EIO});
  write(*partition, 60, 70);
  settle();
  EXPECT_EQ(manager_->metrics().failed_producer_snapshots, 3U);
  disk_->clear_faults();
  partition = &crash(partition->log().recovery_point());
  expect_known(*partition, 65, 70);
}

// More producers than are written at once: they change while their snapshot is written.
TEST_F(PartitionProducersTest, ALargeSnapshotIsOfTheMomentOfItsRoll) {
  constexpr int kProducers = 20'000;
  Partition* partition = &create();
  const auto send_many = [&](int from, int end, int32_t sequence) {
    std::vector<protocol::Buffer> batches;
    for (int i = from; i < end; ++i) batches.push_back(numbered(i, sequence));
    std::vector<reactor::Task<std::expected<AppendResult, AppendError>>> tasks;
    for (auto& batch : batches)
      tasks.push_back(partition->append_as_leader(batch.span(), {AppendOrigin::kClient, LeaderEpoch(0), 13}));
    for (const auto& result : wait(reactor::when_all(std::move(tasks)))) ASSERT_TRUE(result.has_value());
  };
  for (int i = 0; i < kProducers; i += 1000) send_many(i, i + 1000, 0);
  LogConfig config = config_;
  config.segment_bytes = 300'000;
  partition->set_config(config);
  send_many(kProducers - 500, kProducers, 1);  // the first rolls, and the others follow at once
  ASSERT_EQ(partition->log().segment_count(), 2U);
  settle();
  EXPECT_FALSE(partition->log().producers().is_capturing());
  const auto before = partition->log().producers().summaries();
  ASSERT_EQ(files(kProducerSnapshotSuffix), std::vector<std::string>{path("00000000000000020000.snapshot")});
  partition = &crash(Offset(kProducers));
  EXPECT_EQ(partition->log().producers().summaries(), before);
  // From the snapshot alone, each with its first batch.
  ASSERT_TRUE(wait(partition->truncate_to(Offset(kProducers))).has_value());
  EXPECT_EQ(partition->log().producers().batch_count(), static_cast<uint64_t>(kProducers));
}

TEST_F(PartitionProducersTest, AKillDuringALargeSnapshotLeavesNothingWrong) {
  constexpr int kProducers = 9'000;
  Partition* partition = &create();
  for (int i = 0; i < kProducers; ++i) ASSERT_TRUE(send(*partition, i, 0).has_value());
  LogConfig config = config_;
  config.segment_bytes = 300'000;
  partition->set_config(config);
  protocol::Buffer rolls = numbered(0, 1);
  const auto kill = [](PartitionLog& log, std::vector<ProducerSummary>& seen,
                       bool& is_capturing) -> reactor::Task<void> {
    is_capturing = log.producers().is_capturing();
    seen = log.producers().summaries();
    co_await log.close();
  };
  const auto one = [](Partition& to, protocol::Buffer& batch) -> reactor::Task<void> {
    auto result = co_await to.append_as_leader(batch.span(), {AppendOrigin::kClient, LeaderEpoch(0), 13});
    EXPECT_TRUE(result.has_value());
  };
  std::vector<ProducerSummary> before;
  bool is_capturing = false;
  std::vector<reactor::Task<void>> tasks;
  tasks.push_back(one(*partition, rolls));
  tasks.push_back(kill(partition->log(), before, is_capturing));
  wait(reactor::when_all(std::move(tasks)));
  EXPECT_TRUE(is_capturing);
  EXPECT_TRUE(files(kProducerSnapshotSuffix).empty());
  partition = &crash(Offset(0));
  EXPECT_EQ(partition->log().producers().summaries(), before);
}

TEST_F(PartitionProducersTest, UnusedProducersExpire) {
  options_.producer_id_expiration_ms = 60'000;
  options_.producer_id_expiration_check_interval_ms = 10'000;
  start_with_options();
  Partition& partition = create();
  for (int i = 0; i < 5000; ++i) ASSERT_TRUE(send(partition, i, 0).has_value());
  settle(40'000'000'000);
  ASSERT_TRUE(send(partition, 7, 1).has_value());
  EXPECT_EQ(manager_->metrics().producer_ids, 5000U);
  settle(45'000'000'000);
  EXPECT_EQ(partition.log().producers().size(), 1U);
  EXPECT_EQ(manager_->metrics().producer_ids, 1U);
  EXPECT_EQ(manager_->metrics().producers_expired, 4999U);
  EXPECT_TRUE(send(partition, 7, 1)->duplicate);
  settle(100'000'000'000);
  EXPECT_EQ(manager_->metrics().producer_ids, 0U);
}

// The longest unused of all partitions goes first.
TEST_F(PartitionProducersTest, AShardRemembersSoManyProducers) {
  options_.producer_ids_max = 100;
  start_with_options();
  Partition& first = create();
  protocol::Uuid other_id = kTopicId;
  other_id.bytes[0] = 9;
  Partition& second = **wait(manager_->create({"u", other_id, 0}, directory_, config_));
  second.become_leader({.leader_epoch = LeaderEpoch(0)}, true);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(send(second, i, 0).has_value());
    settle(10'000'000'000);
  }
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(send(first, i, 0).has_value());
  settle(10'000'000'000);
  ASSERT_TRUE(send(second, 3, 1).has_value());
  const uint64_t before = manager_->metrics().producers_evicted;
  for (int i = 50; i < 70; ++i) ASSERT_TRUE(send(first, i, 0).has_value());
  EXPECT_EQ(first.log().producers().size(), 70U);
  EXPECT_LE(manager_->metrics().producer_ids, 100U);
  EXPECT_GE(manager_->metrics().producers_evicted - before, 20U - 2);
  EXPECT_TRUE(second.log().producers().summary(ProducerId(3)).has_value());
  EXPECT_FALSE(second.log().producers().summary(ProducerId(0)).has_value());
}

TEST_F(PartitionProducersTest, AStrictNewPartitionBeginsWithZero) {
  options_.producer_strict_first_sequence = true;
  start_with_options();
  Partition& partition = create();
  auto overtaking = send(partition, 1, 3);
  ASSERT_FALSE(overtaking.has_value());
  EXPECT_EQ(overtaking.error().code, ErrorCode::kOutOfOrderSequenceNumber);
  ASSERT_TRUE(send(partition, 1, 0).has_value());
  EXPECT_TRUE(send(partition, 2, 3).has_value());
  ASSERT_TRUE(partition.advance_log_start(Offset(2)).has_value());
  EXPECT_TRUE(send(partition, 3, 3).has_value());  // there were records once
}

TEST_F(PartitionProducersTest, DeletedRecordsAreStillKnown) {
  Partition* partition = &create();
  write(*partition, 0, 10);
  ASSERT_TRUE(partition->advance_log_start(Offset(10)).has_value());
  expect_known(*partition, 5, 10);
  partition = &restart();
  expect_known(*partition, 5, 10);
}

TEST_F(PartitionProducersTest, ALostLogHasNoProducers) {
  Partition* partition = &create();
  write(*partition, 0, 10);
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  manager_.reset();
  start();
  partition = &open({.after_clean_stop = true, .log_start = Offset(50)});
  EXPECT_EQ(partition->log().producers().size(), 0U);
  EXPECT_TRUE(files(kProducerSnapshotSuffix).empty());
  EXPECT_TRUE(files(kProducerWindowsSuffix).empty());
}

// Kafka takes a clean stop without any snapshot for one without producers, a damaged one not.
TEST_F(PartitionProducersTest, ADamagedSnapshotIsMadeUpForByTheLog) {
  Partition* partition = &create();
  write(*partition, 0, 10);
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  damage(files(kProducerSnapshotSuffix).back(), 12);
  manager_.reset();
  start();
  partition = &open({.after_clean_stop = true});
  expect_known(*partition, 5, 10);
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  remove_files(kProducerSnapshotSuffix);
  manager_.reset();
  start();
  partition = &open({.after_clean_stop = true});
  EXPECT_EQ(partition->log().producers().size(), 0U);
}

TEST_F(PartitionProducersTest, ALowerLimitTakesEffectWithTheNextBatch) {
  config_.producer_state_batches_to_retain = 20;
  Partition& partition = create();
  write(partition, 0, 30);
  LogConfig config = config_;
  config.producer_state_batches_to_retain = 5;
  partition.set_config(config);
  expect_known(partition, 10, 30);
  write(partition, 30, 31);
  expect_known(partition, 26, 31);
  config.producer_state_batches_to_retain = 8;
  partition.set_config(config);
  write(partition, 31, 35);
  expect_known(partition, 27, 35);
}

}  // namespace
}  // namespace klamm::storage::test
