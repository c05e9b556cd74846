#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "storage/file_names.h"
#include "tests/storage/keyed_batch.h"
#include "tests/storage/log_fixture.h"
#include "tests/storage/sim_storage_world.h"

// Compaction of whole logs, and against a naive one.
namespace klamm::storage::test {
namespace {

constexpr int64_t kNanosecondsPerMs = 1'000'000;

class CompactionTest : public LogTest, public ::testing::WithParamInterface<uint64_t> {
 protected:
  std::unique_ptr<reactor::test::World> make_world() override {
    auto world = std::make_unique<SimStorageWorld>(sim::SimOptions{});
    disk_ = &world->disk();
    return world;
  }
  void SetUp() override {
    options_.cleaner.backoff_ms = 1000;
    LogTest::SetUp();
    config_.cleanup_compact = true;
    config_.cleanup_delete = false;
    config_.segment_bytes = 2000;
    config_.index_interval_bytes = 200;
    config_.min_cleanable_dirty_ratio = 0;
    config_.file_delete_delay_ms = 10;
  }
  void pass(int64_t ms) {
    const auto sleep = [](int64_t ns) -> reactor::Task<void> { co_await reactor::sleep_for(ns); };
    wait(sleep(ms * kNanosecondsPerMs));
  }
  // Rounds until nothing is left to do.
  void compact() {
    uint64_t before = 0;
    do {
      before = manager_->metrics().cleanings;
      pass(1100);
    } while (manager_->metrics().cleanings != before);
    EXPECT_EQ(manager_->metrics().failed_cleanings, 0U);
  }
  void put(Partition& partition, const std::vector<KeyedRecord>& records, protocol::RecordBatchOptions options = {}) {
    auto appended = append(partition, keyed_batch(records, 0, options));
    ASSERT_TRUE(appended.has_value()) << appended.error().message;
  }
  struct Kept {
    int64_t offset = 0;
    std::string key;
    std::optional<std::string> value;
    bool operator==(const Kept&) const = default;
  };
  std::vector<Kept> contents(Partition& partition) {
    std::vector<Kept> all;
    Offset from = partition.log_start_offset();
    while (from < partition.high_watermark()) {
      auto read = wait(partition.read(from, 4096, true, ReadEnd::kHighWatermark));
      EXPECT_TRUE(read.has_value()) << read.error().message;
      if (!read || read->range.size_bytes == 0) break;
      const auto bytes = bytes_of(read->range);
      protocol::BatchIterator batches(bytes);
      const Offset before = from;
      while (true) {
        auto batch = batches.next();
        EXPECT_TRUE(batch.has_value());
        if (!batch || !batch->has_value()) break;
        EXPECT_TRUE(protocol::verify_crc((*batch)->bytes));
        protocol::RecordReader reader(**batch, codec_);
        while (true) {
          auto record = reader.next();
          EXPECT_TRUE(record.has_value());
          if (!record || !record->has_value()) break;
          const int64_t offset = (*batch)->header.base_offset + (*record)->offset_delta;
          if (offset < from.value) continue;
          Kept kept{offset, std::string((*record)->key.text()), std::nullopt};
          if (!(*record)->value.is_null) kept.value = std::string((*record)->value.text());
          all.push_back(std::move(kept));
        }
        from = Offset((*batch)->header.next_offset());
      }
      if (from == before) break;
    }
    return all;
  }
  std::set<std::string> files_with(std::string_view part) {
    std::set<std::string> found;
    auto entries = world_->io().list(directory_ + "/t-0");
    EXPECT_TRUE(entries.has_value());
    for (const auto& entry : *entries) {
      if (entry.name.find(part) != std::string::npos) found.insert(entry.name);
    }
    return found;
  }
  sim::SimDisk* disk_ = nullptr;
};

TEST_F(CompactionTest, TheNewestOfEachKeyIsLeftAndSmallSegmentsBecomeOne) {
  Partition& partition = create();
  for (int i = 0; i < 200; ++i) put(partition, {{"key " + std::to_string(i % 7), std::string(100, 'a' + i % 26)}});
  const size_t segments = partition.log().segment_count();
  const Offset active = partition.log().active_segment_base();
  ASSERT_GT(segments, 10U);
  compact();
  EXPECT_EQ(partition.log().segment_count(), 2U);
  EXPECT_EQ(files_with(".snapshot").size(), 1U) << "of the active segment; those of the others went with them";
  EXPECT_EQ(partition.log().cleaned_to(), active);
  EXPECT_EQ(partition.log_start_offset(), Offset(0));
  EXPECT_EQ(partition.log_end_offset(), Offset(200));
  const auto left = contents(partition);
  EXPECT_EQ(left.size(), 7U + static_cast<size_t>(200 - active.value));
  EXPECT_TRUE(files_with(".deleted").empty());
  EXPECT_TRUE(files_with(".cleaned").empty());
  EXPECT_TRUE(files_with(".swap").empty());
}

TEST_F(CompactionTest, NothingYoungerThanItsLagAndNothingAboveTheStableOffsetIsTouched) {
  config_.min_compaction_lag_ms = 60'000;
  Partition& partition = create();
  const int64_t now = world_->shard().now_ms();
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(append(partition, keyed_batch({{"k", std::string(100, 'x')}})).has_value());
  }
  compact();
  EXPECT_EQ(contents(partition).size(), 60U);
  pass(kNowMs + 70'000 - now);
  compact();
  EXPECT_LT(contents(partition).size(), 25U);
}

TEST_F(CompactionTest, ARatioThatIsNotReachedWaitsForTheLongestLag) {
  config_.min_cleanable_dirty_ratio = 1;
  config_.max_compaction_lag_ms = 60'000;
  Partition& partition = create();
  const int64_t now = world_->shard().now_ms();
  for (int i = 0; i < 60; ++i) put(partition, {{"k", std::string(100, 'x')}});
  compact();
  EXPECT_EQ(contents(partition).size(), 60U);
  pass(std::max<int64_t>(kNowMs + 70'000 - now, 1));
  compact();
  EXPECT_LT(contents(partition).size(), 25U);
}

TEST_F(CompactionTest, MoreKeysThanTheMemoryHoldsTakeSeveralRounds) {
  wait(manager_->close());
  options_.cleaner.dedupe_bytes_max = 1;  // the least that there is
  start();
  config_.segment_bytes = 200'000;
  Partition& partition = create();
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 100; ++i) {
      std::vector<KeyedRecord> records;
      for (int k = 0; k < 50; ++k) records.push_back({"key " + std::to_string(50 * i + k), std::to_string(round)});
      put(partition, records);
    }
  }
  put(partition, {{"last", std::string(150'000, 'x')}});
  put(partition, {{"last", std::string(150'000, 'x')}});
  compact();
  EXPECT_GT(manager_->metrics().cleanings, 2U);
  const auto left = contents(partition);
  EXPECT_EQ(std::ranges::count_if(left, [](const Kept& kept) { return kept.value == "1"; }), 5000);
  EXPECT_EQ(std::ranges::count_if(left, [](const Kept& kept) { return kept.value == "0"; }), 0);
}

TEST_F(CompactionTest, ADamagedBatchIsSaidOnceAndLeft) {
  Partition& partition = create();
  for (int i = 0; i < 60; ++i) put(partition, {{"k", std::string(100, 'x')}});
  auto file = world_->io().open(path("00000000000000000000.log"), reactor::OpenMode::kReadWrite);
  ASSERT_TRUE(file.has_value());
  char wrong = '!';
  const iovec piece{&wrong, 1};
  ASSERT_TRUE(world_->io().write(*file, std::span(&piece, 1), 150).has_value());
  world_->io().close(*file);
  pass(5000);
  EXPECT_EQ(manager_->metrics().failed_cleanings, 1U);
  EXPECT_EQ(manager_->metrics().cleanings, 0U);
  EXPECT_TRUE(files_with(".cleaned").empty());
  EXPECT_EQ(partition.log_end_offset(), Offset(60));
}

// A round ends where the disk has no space for what it writes, at whatever step that is.
TEST_F(CompactionTest, AFullDiskEndsARoundAndNothingElse) {
  uint64_t failed_rounds = 0;
  for (uint64_t step = 0; step < 40; ++step) {
    SCOPED_TRACE("step " + std::to_string(step));
    if (step > 0) {
      TearDown();
      LogTest::SetUp();
    }
    Partition& partition = create();
    for (int i = 0; i < 60; ++i) put(partition, {{"key " + std::to_string(i % 3), std::string(100, 'a' + i % 26)}});
    const auto before = contents(partition);
    disk_->add_fault({.operation = sim::DiskOperation::kAny, .path_part = ".cleaned", .skip = step, .error = ENOSPC});
    pass(1500);
    failed_rounds += manager_->metrics().failed_cleanings;
    const bool has_failed = manager_->metrics().failed_cleanings != 0;  // an index is not needed
    disk_->clear_faults();
    if (has_failed) {
      EXPECT_EQ(contents(partition), before);
      EXPECT_TRUE(files_with(".cleaned").empty());
      EXPECT_TRUE(files_with(".swap").empty());
    }
    put(partition, {{"key 0", "after"}});
    pass(4000);
    EXPECT_GT(manager_->metrics().cleanings, 0U) << "it goes on when there is space";
    EXPECT_EQ(manager_->metrics().failed_cleanings, has_failed ? 1U : 0U);
    EXPECT_TRUE(files_with(".cleaned").empty());
    EXPECT_LT(contents(partition).size(), 25U);
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(failed_rounds, 3U);
}

TEST_F(CompactionTest, ItReadsPastTheCacheWhereItCanAndShould) {
  std::vector<Kept> first;
  for (const bool has_direct_reads : {true, false}) {
    for (const bool should : {true, false}) {
      SCOPED_TRACE(has_direct_reads);
      SCOPED_TRACE(should);
      TearDown();
      options_.cleaner.reads_directly = should;
      LogTest::SetUp();
      disk_->set_has_direct_reads(has_direct_reads);
      Partition& partition = create();
      for (int i = 0; i < 60; ++i) put(partition, {{"key " + std::to_string(i % 3), std::string(100, 'a' + i % 26)}});
      compact();
      EXPECT_EQ(disk_->direct_read_count() != 0, has_direct_reads && should);
      if (first.empty()) first = contents(partition);
      EXPECT_EQ(contents(partition), first);
      EXPECT_LT(first.size(), 25U);
    }
  }
}

TEST_F(CompactionTest, WhatARoundCouldNotRemoveGoesWithTheNext) {
  Partition& partition = create();
  for (int i = 0; i < 60; ++i) put(partition, {{"k", std::string(100, 'x')}});
  disk_->add_fault({.operation = sim::DiskOperation::kSync, .path_part = ".log.cleaned", .error = ENOSPC});
  disk_->add_fault({.operation = sim::DiskOperation::kUnlink, .path_part = ".cleaned", .count = 4, .error = ENOMEM});
  pass(1500);
  EXPECT_EQ(manager_->metrics().failed_cleanings, 1U);
  EXPECT_GE(files_with(".cleaned").size(), 2U);
  pass(4000);
  EXPECT_GT(manager_->metrics().cleanings, 0U);
  EXPECT_TRUE(files_with(".cleaned").empty());
  EXPECT_LT(contents(partition).size(), 25U);
}

TEST_F(CompactionTest, AFullDiskIsTriedAgainEveryMinuteAtLeast) {
  Partition& partition = create();
  for (int i = 0; i < 60; ++i) put(partition, {{"k", std::string(100, 'x')}});
  disk_->set_capacity_bytes(disk_->used_bytes());
  constexpr int kMinutes = 180;
  for (int minute = 0; minute < kMinutes; ++minute) pass(60'000);
  EXPECT_GT(manager_->metrics().failed_cleanings, kMinutes - 10U);
  EXPECT_TRUE(files_with(".cleaned").empty());
  EXPECT_EQ(contents(partition).size(), 60U);
  disk_->set_capacity_bytes(uint64_t{1} << 40);
  pass(62'000);
  EXPECT_LT(contents(partition).size(), 25U);
}

TEST_F(CompactionTest, ProducersAreStillKnownAfterACrash) {
  Partition& partition = create();
  protocol::RecordBatchOptions options;
  options.producer_id = 5;
  options.producer_epoch = 0;
  options.base_sequence = 0;
  const auto batch = keyed_batch({{"k", "of the producer"}}, 0, options);
  auto again = keyed_batch({{"k", "of the producer"}}, 0, options);
  auto first = keyed_batch({{"k", "of the producer"}}, 0, options);
  ASSERT_TRUE(append(partition, std::move(first)).has_value());
  for (int i = 0; i < 60; ++i) put(partition, {{"k", std::string(100, 'x')}});
  compact();
  Partition& opened = crash();
  auto repeated = append(opened, std::move(again));
  ASSERT_TRUE(repeated.has_value());
  EXPECT_TRUE(repeated->duplicate);
  EXPECT_EQ(repeated->base_offset, Offset(0));
}

// The crash comes before the checkpoint of what was compacted, and the topic is not to be compacted any more.
TEST_F(CompactionTest, AHoleAtTheEndOfASegmentIsKnownWithoutAnyCheckpoint) {
  Partition& partition = create();
  int keys = 0;
  const auto put_another = [&] { put(partition, {{"key " + std::to_string(1000 + keys++), std::string(100, 'x')}}); };
  while (partition.log().segment_count() == 1) put_another();
  const int per_segment = keys - 1;
  while (keys < 2 * per_segment - 1) put_another();
  put(partition, {{"key last", std::string(100, 'x')}});
  ASSERT_EQ(partition.log().segment_count(), 2U);
  put(partition, {{"key last", std::string(100, 'x')}});
  ASSERT_EQ(partition.log().segment_count(), 3U);
  for (int i = 0; i < 2 * per_segment; ++i) put_another();
  compact();
  const auto before = contents(partition);
  ASSERT_EQ(static_cast<int64_t>(before.size()), partition.log_end_offset().value - 1);
  config_.cleanup_compact = false;
  EXPECT_EQ(contents(crash()), before);
}

TEST_F(CompactionTest, ItIsRememberedOverAStop) {
  Partition& partition = create();
  for (int i = 0; i < 100; ++i) put(partition, {{"k", std::string(100, 'x')}});
  compact();
  const Offset cleaned = partition.log().cleaned_to();
  ASSERT_GT(cleaned, Offset(50));
  const auto before = contents(partition);
  auto stopped = wait(manager_->stop());
  ASSERT_TRUE(stopped.has_value());
  DirectoryCheckpoints checkpoints;
  wait(manager_->add_checkpoints(directory_, checkpoints));
  EXPECT_EQ((checkpoints.cleaned[{"t", 0}]), cleaned);
  manager_.reset();
  start();
  OpenPoints points;
  points.after_clean_stop = true;
  points.recovery_point = checkpoints.recovery_points[{"t", 0}];
  points.cleaned_to = cleaned;
  Partition& again = open(points);
  EXPECT_EQ(again.log().cleaned_to(), cleaned);
  EXPECT_EQ(contents(again), before);
  compact();
  EXPECT_EQ(manager_->metrics().cleanings, 0U) << "nothing is dirty";
}

// Random records, rounds, crashes and losses of power at random moments, against what must be left.
TEST_P(CompactionTest, AgreesWithANaiveOne) {
  std::mt19937_64 random(GetParam());
  const auto draw = [&random](int64_t from, int64_t to) {
    return std::uniform_int_distribution<int64_t>(from, to)(random);
  };
  config_.segment_bytes = static_cast<int32_t>(draw(1000, 5000));
  config_.index_interval_bytes = static_cast<int32_t>(draw(0, 500));
  config_.delete_retention_ms = draw(0, 1) == 0 ? 5000 : 1'000'000'000;
  // A file stays open only while it is used.
  if (GetParam() % 2 == 1) options_.open_files_max = 1;
  manager_.reset();
  start();
  Partition* partition = &create();
  std::map<int64_t, KeyedRecord> written;
  written[0] = {"first", "value"};
  put(*partition, {written[0]});
  ASSERT_TRUE(wait(partition->flush()).has_value());
  const int64_t key_count = draw(1, 30);
  for (int step = 0; step < 60; ++step) {
    SCOPED_TRACE("step " + std::to_string(step));
    const int64_t what = draw(0, 9);
    if (what < 6) {
      for (int64_t batches = draw(1, 20); batches > 0; --batches) {
        std::vector<KeyedRecord> records;
        for (int64_t count = draw(1, 4); count > 0; --count) {
          KeyedRecord record{"key " + std::to_string(draw(0, key_count)), std::nullopt};
          if (draw(0, 5) != 0) record.value = std::string(static_cast<size_t>(draw(0, 200)), 'v');
          records.push_back(std::move(record));
        }
        protocol::RecordBatchOptions options;
        if (draw(0, 3) == 0) options.compression = protocol::CompressionType::kLz4;
        for (size_t i = 0; i < records.size(); ++i)
          written[partition->log_end_offset().value + static_cast<int64_t>(i)] = records[i];
        put(*partition, records, options);
      }
    } else if (what < 8) {
      pass(draw(1, 3000));  // a round may have begun, and be anywhere
    } else if (what == 8) {
      const Offset recovery_point = partition->log().recovery_point();
      const bool loses_power = draw(0, 1) == 0;
      if (loses_power) {
        if (draw(0, 1) == 0) pass(draw(900, 1200));
        disk_->lose_unsynced(draw(0, 1) == 0 ? sim::SimDisk::Left::kNothing : sim::SimDisk::Left::kSome);
        disk_->add_fault({.operation = sim::DiskOperation::kAny, .path_part = "", .count = UINT64_MAX});
        wait(manager_->close());
        disk_->clear_faults();
      }
      partition = &crash(recovery_point);
      ASSERT_GE(partition->log_end_offset(), recovery_point);
      if (loses_power) written.erase(written.lower_bound(partition->log_end_offset().value), written.end());
    } else {
      const Offset cleaned = partition->log().cleaned_to();
      partition = &restart();
      partition->log().set_cleaned_to(cleaned);
    }
    // Whatever has happened: what is there was written, in order, and nothing is missing that has not been outlived.
    const auto left = contents(*partition);
    std::map<std::string, int64_t> newest;
    for (const auto& [offset, record] : written) newest[record.key] = offset;
    std::set<int64_t> there;
    for (const Kept& kept : left) {
      const auto found = written.find(kept.offset);
      ASSERT_TRUE(found != written.end());
      ASSERT_EQ(found->second.key, kept.key);
      ASSERT_EQ(found->second.value, kept.value);
      ASSERT_TRUE(there.insert(kept.offset).second);
    }
    for (const auto& [key, offset] : newest) {
      if (written[offset].value) ASSERT_TRUE(there.contains(offset)) << key << " at " << offset << " is lost";
    }
  }
  compact();
  const Offset cleaned = partition->log().cleaned_to();
  std::map<std::string, int64_t> newest_below;
  for (const auto& [offset, record] : written) {
    if (offset < cleaned.value) newest_below[record.key] = offset;
  }
  for (const Kept& kept : contents(*partition)) {
    if (kept.offset < cleaned.value) EXPECT_EQ(newest_below[kept.key], kept.offset) << "an outlived record is left";
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CompactionTest, ::testing::Range<uint64_t>(1, 61));

}  // namespace
}  // namespace klamm::storage::test
