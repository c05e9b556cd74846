#include "storage/producer_state.h"

#include <gtest/gtest.h>

#include "storage/producer_snapshot.h"

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

TEST_F(ProducerStateTest, TransactionsHoldTheLastStableOffset) {
  BatchHeader first = data(1, 0, 0, 2, 10);
  first.attributes = protocol::batch_attributes::kTransactional;
  apply(first);
  BatchHeader second = data(2, 0, 0, 1, 12);
  second.attributes = protocol::batch_attributes::kTransactional;
  apply(second);
  EXPECT_EQ(state_.first_unstable_offset(), Offset(10));
  EXPECT_EQ(refused(data(1, 0, 2, 1, 13)), ErrorCode::kInvalidTxnState);

  auto aborted = state_.apply_marker({ProducerId(1), ProducerEpoch(0), 3, false, Offset(13), 5}, 1000);
  ASSERT_TRUE(aborted.has_value());
  EXPECT_EQ(aborted->first_offset, Offset(10));
  EXPECT_EQ(aborted->last_offset, Offset(13));
  EXPECT_EQ(aborted->last_stable_offset, Offset(12));
  EXPECT_EQ(state_.first_unstable_offset(), Offset(10));  // until the marker is below the high watermark
  state_.on_high_watermark(Offset(14));
  EXPECT_EQ(state_.first_unstable_offset(), Offset(12));
  EXPECT_FALSE(state_.apply_marker({ProducerId(2), ProducerEpoch(0), 3, true, Offset(14), 5}, 1000).has_value());
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
  for (const auto& summary : *decoded) loaded.load(summary, 0);
  EXPECT_EQ(loaded.summaries(), summaries);
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] ^= std::byte{0x10};
    EXPECT_FALSE(decode_producer_snapshot(bytes).has_value()) << i;
    bytes[i] ^= std::byte{0x10};
  }
  EXPECT_FALSE(decode_producer_snapshot(std::span(bytes).first(bytes.size() - 1)).has_value());
  EXPECT_FALSE(decode_producer_snapshot({}).has_value());
}

}  // namespace
}  // namespace klamm::storage::test
