#include "storage/producer_state.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "protocol/crc32c.h"
#include "storage/producer_snapshot.h"
#include "storage/producer_windows.h"

namespace klamm::storage::test {
namespace {

using protocol::ErrorCode;
using Kind = ProducerState::Verdict::Kind;

constexpr ProducerState::Limits kLimits{5, 1000};

BatchHeader data(int64_t producer, int16_t epoch, int32_t sequence, int32_t count, int64_t base) {
  BatchHeader header;
  header.base_offset = Offset(base);
  header.last_offset_delta = count - 1;
  header.max_timestamp_ms = base * 10;
  header.producer_id = ProducerId(producer);
  header.producer_epoch = ProducerEpoch(epoch);
  header.base_sequence = sequence;
  return header;
}

class ProducerStateTest : public ::testing::Test {
 protected:
  ProducerState::Verdict check(const BatchHeader& batch, AppendOrigin origin = AppendOrigin::kClient) {
    return state_.check(batch, origin, batch.base_offset);
  }
  ProducerState::Undo apply(const BatchHeader& batch) { return state_.apply(batch, 1000, kLimits); }
  ErrorCode refused(const BatchHeader& batch) {
    const auto verdict = check(batch);
    EXPECT_EQ(verdict.kind, Kind::kRefuse);
    return verdict.code;
  }
  ProducerState state_;
};

TEST_F(ProducerStateTest, AnUnknownProducerMayStartAnywhere) {
  EXPECT_EQ(check(data(1, 3, 77, 1, 0)).kind, Kind::kAccept);
}

TEST_F(ProducerStateTest, ANewLogBeginsWithZeroWhereThatIsAsked) {
  const auto strictly = [&](const BatchHeader& batch, AppendOrigin origin = AppendOrigin::kClient) {
    return state_.check(batch, origin, batch.base_offset, FirstSequence::kZeroInNewLog);
  };
  EXPECT_EQ(strictly(data(1, 0, 1, 1, 0)).code, ErrorCode::kOutOfOrderSequenceNumber);
  EXPECT_EQ(strictly(data(1, 0, 0, 1, 0)).kind, Kind::kAccept);
  EXPECT_EQ(strictly(data(1, 0, 1, 1, 0), AppendOrigin::kCoordinator).kind, Kind::kAccept);
  EXPECT_EQ(strictly(data(1, 0, 1, 1, 1)).kind, Kind::kAccept);  // there was a record, of whomever
}

TEST_F(ProducerStateTest, WithoutAnEpochThereIsNoOrder) {
  apply(data(1, -1, 4, 1, 0));
  EXPECT_EQ(check(data(1, -1, 4, 1, 1)).kind, Kind::kDuplicate);
  EXPECT_EQ(check(data(1, -1, 9, 1, 1)).kind, Kind::kAccept);
  EXPECT_EQ(check(data(1, 0, 9, 1, 1)).kind, Kind::kAccept);
  EXPECT_EQ(refused(data(1, -2, 9, 1, 1)), ErrorCode::kInvalidProducerEpoch);
}

TEST_F(ProducerStateTest, ADuplicateHasItsOwnTimestamp) {
  for (int i = 0; i < 4; ++i) apply(data(1, 0, i, 1, i));
  EXPECT_EQ(check(data(1, 0, 1, 1, 9)).duplicate_of.timestamp_ms, 10);
  EXPECT_EQ(check(data(1, 0, 3, 1, 9)).duplicate_of.timestamp_ms, 30);
}

TEST_F(ProducerStateTest, AnyBatchOfTheWindowIsADuplicate) {
  for (int i = 0; i < 7; ++i) apply(data(1, 0, i * 2, 2, i * 2));
  for (int i = 2; i < 7; ++i) {
    const auto verdict = check(data(1, 0, i * 2, 2, 99));
    EXPECT_EQ(verdict.kind, Kind::kDuplicate) << i;
    EXPECT_EQ(verdict.duplicate_of.first_offset(), Offset(i * 2));
  }
  EXPECT_EQ(refused(data(1, 0, 2, 2, 99)), ErrorCode::kOutOfOrderSequenceNumber);   // older than the window
  EXPECT_EQ(refused(data(1, 0, 12, 1, 99)), ErrorCode::kOutOfOrderSequenceNumber);  // part of a batch
  EXPECT_EQ(refused(data(1, 0, 13, 2, 99)), ErrorCode::kOutOfOrderSequenceNumber);  // overlaps
  EXPECT_EQ(refused(data(1, 0, 15, 1, 99)), ErrorCode::kOutOfOrderSequenceNumber);  // a gap
  EXPECT_EQ(check(data(1, 0, 14, 1, 99)).kind, Kind::kAccept);
}

TEST_F(ProducerStateTest, ANewEpochStartsAtZeroAndAnOldOneIsFenced) {
  apply(data(1, 4, 0, 3, 0));
  EXPECT_EQ(refused(data(1, 5, 3, 1, 3)), ErrorCode::kOutOfOrderSequenceNumber);
  EXPECT_EQ(refused(data(1, 3, 0, 1, 3)), ErrorCode::kInvalidProducerEpoch);
  EXPECT_EQ(check(data(1, 5, 0, 1, 3)).kind, Kind::kAccept);
  apply(data(1, 5, 0, 1, 3));
  EXPECT_EQ(refused(data(1, 4, 0, 3, 4)), ErrorCode::kInvalidProducerEpoch);  // even if it was a duplicate once
}

TEST_F(ProducerStateTest, SequencesWrapAlsoInsideABatch) {
  apply(data(1, 0, INT32_MAX - 1, 4, 0));  // ..., MAX, 0, 1
  EXPECT_EQ(check(data(1, 0, 2, 1, 4)).kind, Kind::kAccept);
  EXPECT_EQ(check(data(1, 0, INT32_MAX - 1, 4, 4)).kind, Kind::kDuplicate);
  EXPECT_EQ(refused(data(1, 0, 0, 1, 4)), ErrorCode::kOutOfOrderSequenceNumber);
  apply(data(2, 0, INT32_MAX, 1, 5));
  EXPECT_EQ(check(data(2, 0, 0, 1, 6)).kind, Kind::kAccept);
}

TEST_F(ProducerStateTest, CoordinatorsAreCheckedByEpochOnly) {
  apply(data(1, 2, 0, 1, 0));
  EXPECT_EQ(check(data(1, 2, 9, 1, 1), AppendOrigin::kCoordinator).kind, Kind::kAccept);
  EXPECT_EQ(check(data(1, 1, 9, 1, 1), AppendOrigin::kCoordinator).code, ErrorCode::kInvalidProducerEpoch);
}

TEST_F(ProducerStateTest, UndoBringsBackWhatWas) {
  for (int i = 0; i < 6; ++i) apply(data(1, 0, i, 1, i));
  const auto before = state_.summaries();
  auto same_epoch = apply(data(1, 0, 6, 1, 6));
  auto new_epoch = apply(data(1, 1, 0, 1, 7));
  auto new_producer = apply(data(2, 0, 0, 1, 8));
  state_.undo(std::move(new_producer));
  state_.undo(std::move(new_epoch));
  EXPECT_EQ(check(data(1, 0, 6, 1, 9)).kind, Kind::kDuplicate);
  state_.undo(std::move(same_epoch));
  EXPECT_EQ(state_.summaries(), before);
  EXPECT_EQ(check(data(1, 0, 1, 1, 9)).kind, Kind::kDuplicate);  // the oldest of the window is back
  EXPECT_EQ(check(data(1, 0, 6, 1, 9)).kind, Kind::kAccept);
}

TEST_F(ProducerStateTest, TheWindowFollowsItsLimit) {
  for (int i = 0; i < 20; ++i) state_.apply(data(1, 0, i, 1, i), 0, {10, 1000});
  EXPECT_EQ(check(data(1, 0, 10, 1, 99)).kind, Kind::kDuplicate);
  EXPECT_EQ(check(data(1, 0, 9, 1, 99)).kind, Kind::kRefuse);
  state_.apply(data(1, 0, 20, 1, 20), 0, {5, 1000});  // lowered: takes effect with the next batch
  EXPECT_EQ(check(data(1, 0, 15, 1, 99)).kind, Kind::kRefuse);
  EXPECT_EQ(check(data(1, 0, 16, 1, 99)).kind, Kind::kDuplicate);
}

TEST_F(ProducerStateTest, TheLongestUnusedProducersGoFirst) {
  for (int i = 0; i < 64; ++i) state_.apply(data(i, 0, 0, 1, i), 1000 * i, {5, 64});
  state_.apply(data(99, 0, 0, 1, 64), 1'000'000, {5, 64});
  EXPECT_LE(state_.size(), 64U);
  EXPECT_GE(state_.size(), 56U);
  EXPECT_EQ(check(data(0, 0, 5, 1, 70)).kind, Kind::kAccept);   // forgotten
  EXPECT_EQ(check(data(63, 0, 5, 1, 70)).kind, Kind::kRefuse);  // remembered
  EXPECT_GT(state_.evicted_count(), 0U);
}

TEST_F(ProducerStateTest, AnyLimitKeepsExactlyThatManyBatches) {
  for (const int limit : {1, 2, 5, 6, 37, 100, 1000}) {
    ProducerState state;
    for (int i = 0; i < 2100; ++i) state.apply(data(1, 0, i, 1, i), 0, {static_cast<uint16_t>(limit), 10});
    EXPECT_EQ(state.batch_count(), static_cast<uint64_t>(limit));
    for (int i = 2100 - limit; i < 2100; ++i) {
      const auto verdict = state.check(data(1, 0, i, 1, 5000), AppendOrigin::kClient, Offset(5000));
      ASSERT_EQ(verdict.kind, Kind::kDuplicate) << limit << " " << i;
      ASSERT_EQ(verdict.duplicate_of.last_offset, Offset(i));
    }
    EXPECT_EQ(state.check(data(1, 0, 2099 - limit, 1, 5000), AppendOrigin::kClient, Offset(5000)).kind, Kind::kRefuse);
  }
}

TEST_F(ProducerStateTest, MemoryFollowsTheBatches) {
  constexpr int kProducers = 20'000;
  for (int i = 0; i < kProducers; ++i) state_.apply(data(i, 0, 0, 1, i), 0, {5, kProducers});
  EXPECT_LE(state_.bytes(), kProducers * size_t{96});
  for (int round = 1; round < 5; ++round) {
    for (int i = 0; i < kProducers; ++i) state_.apply(data(i, 0, round, 1, round * kProducers + i), 0, {5, kProducers});
  }
  // An allocator adds at most 16 bytes to what one window has.
  EXPECT_LE(state_.bytes() + kProducers * size_t{16}, kProducers * size_t{256});
  const size_t five = state_.bytes();
  for (int i = 5; i < 1000; ++i) state_.apply(data(1, 0, i, 1, 1'000'000 + i), 0, {1000, kProducers});
  EXPECT_GT(state_.bytes(), five + 20'000);
  state_.apply(data(1, 0, 1000, 1, 2'000'000), 0, {5, kProducers});
  EXPECT_EQ(state_.bytes(), five);
}

TEST_F(ProducerStateTest, ProducersExpireByTheirLastUse) {
  for (int i = 0; i < 100; ++i) state_.apply(data(i, 0, 0, 1, i), 0, {5, 1000});
  for (int i = 0; i < 50; ++i) state_.apply(data(i, 0, 1, 1, 100 + i), 100'000, {5, 1000});
  BatchHeader open = data(200, 0, 0, 1, 200);
  open.attributes = protocol::batch_attributes::kTransactional;
  state_.apply(open, 0, {5, 1000});
  EXPECT_TRUE(state_.expire(7999, 110'000));
  EXPECT_EQ(state_.size(), 101U);  // not a moment too early
  bool has_all = false;
  int passes = 0;
  while (!has_all && passes < 1000) {
    has_all = state_.expire(20'000, 110'000, 7);
    ++passes;
  }
  EXPECT_GT(passes, 5);
  EXPECT_EQ(state_.size(), 51U);
  EXPECT_EQ(check(data(3, 0, 1, 1, 300)).kind, Kind::kDuplicate);
  EXPECT_EQ(check(data(60, 0, 5, 1, 300)).kind, Kind::kAccept);  // forgotten
  EXPECT_TRUE(state_.expire(1'000'000, 2'000'000));
  EXPECT_EQ(state_.size(), 1U);  // its transaction is open
  state_.apply_marker({ProducerId(200), ProducerEpoch(0), 1, true, Offset(201), 5}, 2'000'000, {5, 1000});
  EXPECT_TRUE(state_.expire(3'000'000, 4'000'000));
  EXPECT_EQ(state_.size(), 0U);
}

TEST_F(ProducerStateTest, OneThatIsUsedAgainIsNotTheOldest) {
  for (int i = 0; i < 8; ++i) state_.apply(data(i, 0, 0, 1, i), i * 10'000, {5, 8});
  state_.apply(data(0, 0, 1, 1, 8), 100'000, {5, 8});
  state_.apply(data(9, 0, 0, 1, 9), 110'000, {5, 8});
  EXPECT_TRUE(state_.summary(ProducerId(0)).has_value());
  EXPECT_FALSE(state_.summary(ProducerId(1)).has_value());
  EXPECT_EQ(state_.size(), 8U);
}

TEST_F(ProducerStateTest, WhatWasEvictedMeanwhileNeedsNoUndo) {
  auto first = state_.apply(data(1, 0, 0, 1, 0), 0, {5, 1});
  auto second = state_.apply(data(2, 0, 0, 1, 1), 0, {5, 1});
  auto again = state_.apply(data(1, 0, 1, 1, 2), 0, {5, 1});
  state_.undo(std::move(again));
  state_.undo(std::move(second));
  state_.undo(std::move(first));
  EXPECT_EQ(state_.size(), 0U);
  EXPECT_EQ(state_.batch_count(), 0U);
}

// What changes while a capture runs is captured as it was.
TEST_F(ProducerStateTest, ACaptureIsOfOneMoment) {
  struct Sink final : ProducerSink {
    void take(const ProducerSummary& producer, const BatchWindow& window) override {
      taken.push_back(producer);
      batches += window.size();
    }
    std::vector<ProducerSummary> taken;
    uint64_t batches = 0;
  };
  const ProducerState::Limits limits{5, 150};
  int64_t offset = 0;
  std::vector<int32_t> next(400, 0);
  for (int i = 0; i < 500; ++i) {
    const int id = i * 7 % 100;
    state_.apply(data(id, 0, next[static_cast<size_t>(id)]++, 1, offset++), i * 1000, limits);
  }
  for (int round = 0; round < 300; ++round) {
    const auto before = state_.summaries();
    const uint64_t batches = state_.batch_count();
    Sink sink;
    state_.begin_capture(sink);
    bool has_all = false;
    for (int i = 0; !has_all; ++i) {
      const int id = (round * 31 + i * 17) % 400;  // old, new and evicted ones
      auto undo =
          state_.apply(data(id, 0, next[static_cast<size_t>(id)], 1, offset), 500'000 + round * 1000 + i, limits);
      if (i % 5 == 0) {
        state_.undo(std::move(undo));
      } else {
        ++next[static_cast<size_t>(id)];
        ++offset;
      }
      has_all = state_.capture_some(1 + static_cast<uint32_t>(i % 20));
    }
    std::ranges::sort(sink.taken, {}, &ProducerSummary::producer_id);
    ASSERT_EQ(sink.taken, before) << round;
    ASSERT_EQ(sink.batches, batches);
    EXPECT_FALSE(state_.is_capturing());
  }
}

TEST_F(ProducerStateTest, TransactionsHoldTheLastStableOffset) {
  BatchHeader first = data(1, 0, 0, 2, 10);
  first.attributes = protocol::batch_attributes::kTransactional;
  apply(first);
  BatchHeader second = data(2, 0, 0, 1, 12);
  second.attributes = protocol::batch_attributes::kTransactional;
  apply(second);
  EXPECT_EQ(state_.first_unstable_offset(), Offset(10));
  EXPECT_EQ(refused(data(1, 0, 2, 1, 13)), ErrorCode::kInvalidTxnState);

  auto aborted = state_.apply_marker({ProducerId(1), ProducerEpoch(0), 3, false, Offset(13), 5}, 1000, kLimits);
  ASSERT_TRUE(aborted.has_value());
  EXPECT_EQ(aborted->first_offset, Offset(10));
  EXPECT_EQ(aborted->last_offset, Offset(13));
  EXPECT_EQ(aborted->last_stable_offset, Offset(12));
  EXPECT_EQ(state_.first_unstable_offset(), Offset(10));  // until the marker is below the high watermark
  state_.on_high_watermark(Offset(14));
  EXPECT_EQ(state_.first_unstable_offset(), Offset(12));
  EXPECT_FALSE(
      state_.apply_marker({ProducerId(2), ProducerEpoch(0), 3, true, Offset(14), 5}, 1000, kLimits).has_value());
  state_.on_high_watermark(Offset(15));
  EXPECT_FALSE(state_.first_unstable_offset().has_value());
}

TEST_F(ProducerStateTest, SnapshotsRoundTripAndDamageIsSeen) {
  for (int i = 0; i < 8; ++i) apply(data(i % 3, 1, i, 2, i * 2));
  const auto summaries = state_.summaries();
  auto bytes = encode_producer_snapshot(summaries);
  auto decoded = decode_producer_snapshot(bytes);
  ASSERT_TRUE(decoded.has_value()) << decoded.error();
  EXPECT_EQ(*decoded, summaries);
  ProducerState loaded;
  for (const auto& summary : *decoded) loaded.load(summary, {}, 0, kLimits);
  EXPECT_EQ(loaded.summaries(), summaries);
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] ^= std::byte{0x10};
    EXPECT_FALSE(decode_producer_snapshot(bytes).has_value()) << i;
    bytes[i] ^= std::byte{0x10};
  }
  EXPECT_FALSE(decode_producer_snapshot(std::span(bytes).first(bytes.size() - 1)).has_value());
  EXPECT_FALSE(decode_producer_snapshot({}).has_value());
}

TEST_F(ProducerStateTest, WindowsRoundTripAndDamageIsSeen) {
  BatchWindow window;
  for (int i = 0; i < 7; ++i) window.push({Offset(i * 3 + 2), 100 + i, i * 3 + 2, 2}, 5);
  std::vector<std::byte> file(kWindowsHeadBytes);
  append_window(file, ProducerId(5), ProducerEpoch(3), window, 1000);
  append_window(file, ProducerId(9), ProducerEpoch(0), window, 2);
  const auto entries = std::span(file).subspan(kWindowsHeadBytes);
  encode_windows_head(file.data(), {Offset(40), 77, 2, static_cast<int64_t>(entries.size())},
                      protocol::crc32c(entries));

  auto read = ProducerWindowsReader::open(file);
  ASSERT_TRUE(read.has_value()) << read.error();
  EXPECT_EQ(read->head().offset, Offset(40));
  EXPECT_EQ(read->head().snapshot_crc, 77U);
  EXPECT_TRUE(read->take(ProducerId(4), ProducerEpoch(3)).empty());
  EXPECT_TRUE(read->take(ProducerId(5), ProducerEpoch(2)).empty());
  const auto older = read->take(ProducerId(5), ProducerEpoch(3));
  ASSERT_EQ(older.size(), 4U);
  for (uint16_t i = 0; i < 4; ++i) EXPECT_EQ(older[i], window.at(i));
  const auto newest = read->take(ProducerId(9), ProducerEpoch(0));
  ASSERT_EQ(newest.size(), 2U);
  EXPECT_EQ(newest[1], window.at(3));
  EXPECT_TRUE(read->at_end());

  for (size_t i = 0; i < file.size(); ++i) {
    file[i] ^= std::byte{0x10};
    EXPECT_FALSE(ProducerWindowsReader::open(file).has_value()) << i;
    file[i] ^= std::byte{0x10};
  }
  for (size_t size = 0; size < file.size(); ++size)
    EXPECT_FALSE(ProducerWindowsReader::open(std::span(file).first(size)).has_value()) << size;
}

}  // namespace
}  // namespace klamm::storage::test
