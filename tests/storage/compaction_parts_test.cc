#include <algorithm>
#include <memory>

#include "storage/compaction/batch_cleaner.h"
#include "storage/compaction/cleaned_transactions.h"
#include "storage/compaction/key_offsets.h"
#include "tests/storage/keyed_batch.h"
#include "tests/storage/log_fixture.h"

// What compaction of a log is made of; whole logs are in compaction_test.cc.
namespace klamm::storage::test {
namespace {

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

}  // namespace
}  // namespace klamm::storage::test
