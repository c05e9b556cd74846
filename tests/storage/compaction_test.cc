#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "storage/compaction/batch_cleaner.h"
#include "storage/compaction/cleaned_transactions.h"
#include "storage/compaction/key_offsets.h"
#include "storage/file_names.h"
#include "tests/storage/log_fixture.h"
#include "tests/storage/sim_storage_world.h"

// Compaction of logs: the parts, and the whole against a naive one.
namespace klamm::storage::test {
namespace {

constexpr int64_t kNanosecondsPerMs = 1'000'000;

std::span<const std::byte> bytes_of_text(std::string_view text) {
  return std::as_bytes(std::span(text));
}

// ---- KeyOffsets

class KeyOffsetsTest : public LogTest {
 protected:
  std::unique_ptr<reactor::test::World> make_world() override { return reactor::test::make_sim_world(); }
};

TEST_F(KeyOffsetsTest, KeepsTheNewestOffsetOfManyKeys) {
  KeyOffsets keys(world_->io(), 1 << 20);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 10'000; ++i)
      ASSERT_TRUE(keys.put(keys.key_of(bytes_of_text("key " + std::to_string(i))), Offset(100'000 * round + i)));
  }
  EXPECT_EQ(keys.size(), 10'000U);
  for (int i = 0; i < 10'000; ++i)
    ASSERT_EQ(keys.find(keys.key_of(bytes_of_text("key " + std::to_string(i)))), Offset(100'000 + i));
  EXPECT_FALSE(keys.find(keys.key_of(bytes_of_text("another"))).has_value());
  keys.clear();
  EXPECT_FALSE(keys.find(keys.key_of(bytes_of_text("key 1"))).has_value());
}

TEST_F(KeyOffsetsTest, SaysWhenItIsFull) {
  KeyOffsets keys(world_->io(), 100'000);
  size_t count = 0;
  while (keys.put(keys.key_of(bytes_of_text(std::to_string(count))), Offset(1))) ++count;
  EXPECT_LE(count, keys.keys_max());
  EXPECT_GT(count, keys.keys_max() / 2) << "one of its parts is full";
  EXPECT_LT(count, 100'000U / 24);
  EXPECT_TRUE(keys.put(keys.key_of(bytes_of_text("7")), Offset(9))) << "a key that is there has room";
  EXPECT_EQ(keys.find(keys.key_of(bytes_of_text("7"))), Offset(9));
}

// ---- CleanedTransactions

BatchHeader data_of(int64_t producer, int64_t offset, bool is_transactional = true) {
  BatchHeader header;
  header.base_offset = Offset(offset);
  header.producer_id = ProducerId(producer);
  header.attributes = is_transactional ? protocol::batch_attributes::kTransactional : int16_t{0};
  return header;
}

TransactionMarker marker_of(int64_t producer, int64_t offset, bool is_commit) {
  TransactionMarker marker;
  marker.producer_id = ProducerId(producer);
  marker.offset = Offset(offset);
  marker.is_commit = is_commit;
  return marker;
}

TEST(CleanedTransactions, AbortedBatchesGoAndTheirMarkerStaysAsLongAsTheyWereThere) {
  CleanedTransactions transactions;
  transactions.add_aborted({{ProducerId(1), Offset(2), Offset(9), Offset(2)}});
  EXPECT_FALSE(transactions.on_data(data_of(2, 1)));
  EXPECT_TRUE(transactions.on_data(data_of(1, 2)));
  EXPECT_FALSE(transactions.on_data(data_of(2, 3)));
  EXPECT_FALSE(transactions.on_data(data_of(1, 4, false))) << "not of the transaction";
  const auto aborted = transactions.on_control(data_of(1, 9), marker_of(1, 9, false), false);
  EXPECT_FALSE(aborted.may_go);
  ASSERT_TRUE(aborted.still_needed.has_value());
  EXPECT_EQ(aborted.still_needed->first_offset, Offset(2));
  EXPECT_FALSE(transactions.on_data(data_of(1, 10))) << "of the next one";
  EXPECT_FALSE(transactions.on_control(data_of(2, 11), marker_of(2, 11, true), false).may_go);
  EXPECT_TRUE(transactions.on_control(data_of(2, 12), marker_of(2, 12, true), false).may_go) << "nothing is left of it";
  EXPECT_TRUE(transactions.on_control(data_of(3, 13), marker_of(3, 13, false), false).may_go);
  EXPECT_TRUE(transactions.on_control(data_of(3, 14), std::nullopt, true).may_go);
  EXPECT_FALSE(transactions.on_control(data_of(3, 15), std::nullopt, false).may_go) << "another kind of control record";
}

// ---- BatchCleaner

struct KeyedRecord {
  std::string key;
  std::optional<std::string> value;
};

protocol::Buffer keyed_batch(const std::vector<KeyedRecord>& records, int64_t base_offset = 0,
                             protocol::RecordBatchOptions options = {}) {
  protocol::CodecScratch scratch;
  options.base_offset = base_offset;
  protocol::RecordBatchBuilder builder(options);
  int64_t time = kNowMs;
  for (const KeyedRecord& record : records) {
    const protocol::RecordHeader header{"h", protocol::Bytes(std::string_view("x"))};
    builder.append(time++, protocol::Bytes(std::string_view(record.key)),
                   record.value ? protocol::Bytes(std::string_view(*record.value)) : protocol::Bytes::null(),
                   std::span(&header, 1));
  }
  return builder.build(scratch);
}

class BatchCleanerTest : public KeyOffsetsTest {
 protected:
  void SetUp() override {
    LogTest::SetUp();
    keys_ = std::make_unique<KeyOffsets>(world_->io(), 1 << 20);
    rules_.now_ms = kNowMs;
    rules_.delete_retention_ms = 1000;
    rules_.end = Offset(1000);
  }
  protocol::Buffer clean(const protocol::Buffer& batch, BatchCleaner::Fate fate = {}) {
    BatchCleaner cleaner(*keys_, rules_, codec_);
    protocol::Buffer out;
    const auto view = protocol::parse_batch(batch.span());
    EXPECT_TRUE(view.has_value());
    const auto done = cleaner.clean(*view, fate, out);
    EXPECT_TRUE(done.has_value()) << done.error().message;
    return out;
  }
  static bool same(const protocol::Buffer& a, const protocol::Buffer& b) {
    return std::ranges::equal(a.span(), b.span());
  }
  std::vector<std::string> keys_in(const protocol::Buffer& batch) {
    std::vector<std::string> found;
    if (batch.empty()) return found;
    auto view = protocol::parse_batch(batch.span());
    protocol::RecordReader reader(*view, codec_);
    while (true) {
      auto record = reader.next();
      EXPECT_TRUE(record.has_value());
      if (!record || !record->has_value()) return found;
      found.emplace_back((*record)->key.text());
    }
  }
  std::unique_ptr<KeyOffsets> keys_;
  BatchCleaner::Rules rules_;
};

TEST_F(BatchCleanerTest, WhatIsNewestStaysByteForByte) {
  keys_->set_latest(Offset(99));
  ASSERT_TRUE(keys_->put(keys_->key_of(bytes_of_text("a")), Offset(5)));
  const auto batch = keyed_batch({{"a", "1"}, {"b", "2"}}, 5);
  EXPECT_TRUE(same(clean(batch), batch));
}

TEST_F(BatchCleanerTest, OutlivedRecordsGoAndTheRestKeepsItsPlace) {
  for (const auto compression : {protocol::CompressionType::kNone, protocol::CompressionType::kZstd}) {
    keys_->set_latest(Offset(99));
    ASSERT_TRUE(keys_->put(keys_->key_of(bytes_of_text("a")), Offset(50)));
    ASSERT_TRUE(keys_->put(keys_->key_of(bytes_of_text("c")), Offset(51)));
    protocol::RecordBatchOptions options;
    options.producer_id = 7;
    options.producer_epoch = 3;
    options.base_sequence = 11;
    options.compression = compression;
    const auto batch = keyed_batch({{"a", "1"}, {"b", "2"}, {"c", "3"}}, 5, options);
    const auto out = clean(batch);
    EXPECT_EQ(keys_in(out), std::vector<std::string>{"b"});
    const auto view = *protocol::parse_batch(out.span());
    EXPECT_TRUE(protocol::verify_crc(out.span()));
    EXPECT_EQ(view.header.base_offset, 5);
    EXPECT_EQ(view.header.last_offset(), 7) << "the last sequence is found by it";
    EXPECT_EQ(view.header.last_sequence(), 13);
    EXPECT_EQ(view.header.producer_id, 7);
    EXPECT_EQ(view.header.compression(), compression);
    EXPECT_EQ(view.header.max_timestamp, kNowMs + 1);
    const auto seen = records_of(out.span());
    ASSERT_EQ(seen.size(), 1U);
    EXPECT_EQ(seen[0], (SeenRecord{6, kNowMs + 1, "2"}));
  }
}

TEST_F(BatchCleanerTest, WhatLiesBehindTheKnownKeysStays) {
  keys_->set_latest(Offset(5));
  ASSERT_TRUE(keys_->put(keys_->key_of(bytes_of_text("a")), Offset(7)));
  const auto batch = keyed_batch({{"a", "1"}, {"a", "2"}, {"a", "3"}}, 5);
  EXPECT_EQ(keys_in(clean(batch)).size(), 2U);
}

TEST_F(BatchCleanerTest, ATombstoneGetsAHorizonAndGoesAfterIt) {
  keys_->set_latest(Offset(99));
  const auto batch = keyed_batch({{"a", std::nullopt}, {"b", "2"}}, 5);
  const auto first = clean(batch);
  const auto view = *protocol::parse_batch(first.span());
  EXPECT_TRUE(view.header.has_delete_horizon());
  EXPECT_EQ(view.header.base_timestamp, kNowMs + 1000);
  EXPECT_EQ(keys_in(first), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(records_of(first.span())[0].timestamp_ms, kNowMs) << "its own time is still told";
  rules_.now_ms = kNowMs + 999;
  EXPECT_TRUE(same(clean(first), first));
  rules_.now_ms = kNowMs + 1000;
  const auto last = clean(first);
  EXPECT_EQ(keys_in(last), std::vector<std::string>{"b"});
  EXPECT_EQ(records_of(last.span())[0].timestamp_ms, kNowMs + 1);
}

TEST_F(BatchCleanerTest, TheLastBatchOfAProducerAndOfTheRoundKeepTheirHeader) {
  keys_->set_latest(Offset(99));
  ASSERT_TRUE(keys_->put(keys_->key_of(bytes_of_text("a")), Offset(50)));
  protocol::RecordBatchOptions options;
  options.producer_id = 7;
  options.producer_epoch = 0;
  options.base_sequence = 4;
  const auto batch = keyed_batch({{"a", "1"}}, 5, options);
  EXPECT_TRUE(clean(batch).empty());
  const auto kept = clean(batch, {.is_last_of_producer = true});
  ASSERT_EQ(kept.size(), protocol::kRecordBatchHeaderBytes);
  const auto view = *protocol::parse_batch(kept.span());
  EXPECT_TRUE(protocol::verify_crc(kept.span()));
  EXPECT_EQ(view.header.record_count, 0);
  EXPECT_EQ(view.header.last_offset(), 5);
  EXPECT_EQ(view.header.base_sequence, 4);
  EXPECT_EQ(view.header.base_timestamp, -1);
  rules_.end = Offset(6);
  EXPECT_EQ(clean(keyed_batch({{"a", "1"}}, 5)).size(), protocol::kRecordBatchHeaderBytes);
}

TEST_F(BatchCleanerTest, RecordsWithoutAKeyHaveNoPlace) {
  keys_->set_latest(Offset(99));
  EXPECT_TRUE(clean(batch_of({"no key"})).empty());
}

TEST_F(BatchCleanerTest, AbortedDataGoesAtOnceAndItsMarkerAfterItsTime) {
  keys_->set_latest(Offset(99));
  protocol::RecordBatchOptions options;
  options.is_transactional = true;
  options.producer_id = 7;
  EXPECT_TRUE(clean(keyed_batch({{"a", "1"}}, 5, options), {.may_go = true}).empty());
  options.is_control = true;
  const auto marker = keyed_batch({{"abcd", "123456"}}, 9, options);
  EXPECT_TRUE(same(clean(marker), marker));
  const auto timed = clean(marker, {.may_go = true});
  EXPECT_TRUE(protocol::parse_batch(timed.span())->header.has_delete_horizon());
  rules_.now_ms += 1000;
  EXPECT_TRUE(same(clean(timed), timed)) << "its batches are there again";
  EXPECT_TRUE(clean(timed, {.may_go = true}).empty());
}

// ---- whole logs

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
        pass(draw(900, 1200));
        disk_->lose_unsynced();
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
