#include <gtest/gtest.h>

#include "tests/coordinator/consumer_harness.h"

// Answers wait for the log, and what the log did not take leaves no trace; commits and fetches of offsets; deletion.
namespace klamm::coordinator::test {
namespace {

class ConsumerWrites : public ::testing::Test {
 protected:
  ConsumerWrites() { g_.topics.set("t", 4); }
  void TearDown() override { EXPECT_FALSE(g_.answered_twice); }
  bool is_answered(RequestToken token) const { return g_.answers.contains(token); }
  ConsumerHarness g_;
};

TEST_F(ConsumerWrites, NothingIsToldBeforeItIsWritten) {
  g_.writes_end = false;
  const RequestToken a = g_.send(ConsumerHarness::joining("a"));
  const RequestToken beat = g_.send(ConsumerHarness::beating("a", 2));  // changes nothing
  const RequestToken b = g_.send(ConsumerHarness::joining("b"));
  const RequestToken wrong = g_.send(ConsumerHarness::beating("c", 3));
  EXPECT_EQ(g_.answers.at(wrong).error, ErrorCode::kUnknownMemberId);  // an error tells nothing of the group
  ASSERT_EQ(g_.writes.size(), 2U);
  EXPECT_FALSE(is_answered(a) || is_answered(beat));
  g_.end_write();
  EXPECT_TRUE(is_answered(a));
  EXPECT_EQ(g_.answers.at(beat).member_epoch, 2);
  EXPECT_FALSE(is_answered(b));
  g_.end_write();
  EXPECT_EQ(g_.answers.at(b).member_epoch, 3);
}

TEST_F(ConsumerWrites, WhoHasGivenUpIsForgotten) {
  g_.writes_end = false;
  const RequestToken a = g_.send(ConsumerHarness::joining("a"));
  const RequestToken beat = g_.send(ConsumerHarness::beating("a", 2));
  const RequestToken b = g_.send(ConsumerHarness::joining("b"));
  EXPECT_EQ(g_.group->answer_count(), 3U);
  g_.group->forget_answers([&](RequestToken token) { return token == beat; });
  EXPECT_EQ(g_.group->answer_count(), 1U);
  g_.end_write();
  g_.end_write();
  EXPECT_FALSE(is_answered(a) || is_answered(b));
  EXPECT_TRUE(is_answered(beat));
  EXPECT_EQ(g_.group->member_count(), 2U) << "their writes took effect";
}

TEST_F(ConsumerWrites, AFailedWriteTakesWhatCameAfterItWithIt) {
  g_.join("a");
  ConsumerGroupState before = g_.log.replay();
  g_.writes_end = false;
  const RequestToken b = g_.send(ConsumerHarness::joining("b"));
  const RequestToken a = g_.send(ConsumerHarness::beating("a", 2));
  const RequestToken gone = g_.send(ConsumerHarness::beating("b", kLeaveEpoch));
  EXPECT_EQ(g_.writes.size(), 3U);
  g_.end_write(ErrorCode::kCoordinatorNotAvailable);
  for (const RequestToken token : {a, b, gone}) {
    EXPECT_EQ(g_.answers.at(token).error, ErrorCode::kCoordinatorNotAvailable);
  }
  EXPECT_TRUE(g_.group->records().is_same(before));
  EXPECT_EQ(g_.group->state(), ConsumerState::kStable);
  EXPECT_FALSE(g_.group->has_pending_writes());
  g_.writes_end = true;
  EXPECT_EQ(g_.beat("a", 2).member_epoch, 2);
  EXPECT_EQ(g_.join("b").member_epoch, 3);
}

TEST_F(ConsumerWrites, ARefusedWriteLeavesWhatCameBeforeIt) {
  g_.writes_end = false;
  const RequestToken a = g_.send(ConsumerHarness::joining("a"));
  const RequestToken b = g_.send(ConsumerHarness::joining("b"));
  g_.refuse_write(ErrorCode::kUnknownServerError);
  EXPECT_EQ(g_.answers.at(b).error, ErrorCode::kUnknownServerError);
  EXPECT_FALSE(is_answered(a));
  EXPECT_EQ(g_.group->member_count(), 1U);
  const RequestToken c = g_.send(ConsumerHarness::joining("c"));
  g_.end_write();
  EXPECT_EQ(g_.answers.at(a).error, ErrorCode::kNone);
  g_.end_write();
  EXPECT_EQ(g_.answers.at(c).member_epoch, 3);
  EXPECT_TRUE(g_.group->records().is_same(g_.log.replay()));
  EXPECT_FALSE(g_.group->has_pending_writes());
}

TEST_F(ConsumerWrites, AMemberThatComesBackHasASession) {
  g_.join("a");
  g_.writes_end = false;
  g_.pass(45'000);
  EXPECT_EQ(g_.group->member_count(), 0U);
  g_.end_write(ErrorCode::kNotCoordinator);
  EXPECT_EQ(g_.group->member_count(), 1U);
  EXPECT_LT(g_.group->wake_at_ms(), kNever);
  g_.writes_end = true;
  g_.pass(45'000);
  EXPECT_EQ(g_.group->member_count(), 0U);
}

TEST_F(ConsumerWrites, TheFirstWriteMayFail) {
  g_.writes_end = false;
  g_.send(ConsumerHarness::joining("a"));
  EXPECT_FALSE(g_.group->is_blank());
  g_.end_write(ErrorCode::kNotCoordinator);
  EXPECT_TRUE(g_.group->is_blank());
}

TEST_F(ConsumerWrites, WhatWasTakenBackWasNoRebalance) {
  g_.writes_end = false;
  g_.send(ConsumerHarness::joining("a"));
  g_.pass(1000);
  g_.end_write(ErrorCode::kNotCoordinator);
  EXPECT_EQ(g_.group->rebalances().of(RebalanceCause::kJoined), 0U);
  g_.pass(5000);
  g_.send(ConsumerHarness::joining("a"));
  g_.pass(7);
  g_.end_write();
  EXPECT_EQ(g_.group->rebalances().of(RebalanceCause::kJoined), 1U);
  EXPECT_EQ(g_.group->rebalances().last_ms(), 0);
}

TEST_F(ConsumerWrites, ARefusedRequestLeavesNoTrace) {
  ConsumerHeartbeat request = ConsumerHarness::joining("a");
  request.topic_regex = "[";
  EXPECT_EQ(g_.ask(request).error, ErrorCode::kInvalidRegularExpression);
  EXPECT_TRUE(g_.group->is_blank());
  EXPECT_EQ(g_.log.size(), 0U);
}

TEST_F(ConsumerWrites, WhoWaitsIsToldWhenTheGroupGoes) {
  g_.writes_end = false;
  const RequestToken a = g_.send(ConsumerHarness::joining("a"));
  g_.apply([&](ConsumerEffects& effects) { g_.group->unload(effects); });
  EXPECT_EQ(g_.answers.at(a).error, ErrorCode::kNotCoordinator);
  EXPECT_EQ(g_.group->wake_at_ms(), kNever);
}

TEST_F(ConsumerWrites, OffsetsAreCommittedInTheMembersEpoch) {
  using Check = ConsumerGroup::CommitCheck;
  const auto check = [&](const std::string& id, int32_t epoch, bool knows = true) {
    const Check found = g_.group->check_commit(id, epoch, knows);
    return std::pair(found.error, found.is_older);
  };
  using enum ErrorCode;
  EXPECT_EQ(check("", -1), std::pair(kNone, false));
  g_.join("a");
  EXPECT_EQ(check("", -1), std::pair(kUnknownMemberId, false));
  EXPECT_EQ(check("a", 2), std::pair(kNone, false));
  EXPECT_EQ(check("a", 2, false).first, kUnsupportedVersion);
  EXPECT_EQ(check("a", 3).first, kStaleMemberEpoch);
  EXPECT_EQ(check("a", 1), std::pair(kNone, true));
  const Uuid topic = g_.topics.id("t");
  EXPECT_FALSE(g_.group->may_commit("a", 1, topic, 0));  // it has it since epoch 2
  g_.join("b");
  const auto kept = g_.partitions_of(*g_.beat("a", 2).assignment);
  g_.beat("a", 2, g_.owning(kept));
  ASSERT_EQ(g_.member("a").current.member_epoch, 3);
  EXPECT_TRUE(g_.group->may_commit("a", 2, topic, kept[0]));
  EXPECT_FALSE(g_.group->may_commit("a", 1, topic, kept[0]));
  for (int32_t partition = 0; partition < 4; ++partition) {
    if (std::ranges::find(kept, partition) == kept.end()) {
      EXPECT_FALSE(g_.group->may_commit("a", 2, topic, partition));
    }
  }
}

TEST_F(ConsumerWrites, OffsetsAreFetchedInTheMembersEpoch) {
  g_.join("a");
  EXPECT_EQ(g_.group->check_fetch(std::nullopt, -1), ErrorCode::kNone);
  EXPECT_EQ(g_.group->check_fetch("a", 2), ErrorCode::kNone);
  EXPECT_EQ(g_.group->check_fetch("a", 1), ErrorCode::kStaleMemberEpoch);
  EXPECT_EQ(g_.group->check_fetch("a", 3), ErrorCode::kStaleMemberEpoch);
  EXPECT_EQ(g_.group->check_fetch("b", 2), ErrorCode::kUnknownMemberId);
  EXPECT_EQ(g_.group->check_fetch(std::nullopt, 2), ErrorCode::kUnknownMemberId);
}

TEST_F(ConsumerWrites, ADeletedGroupIsGoneWhenThatIsWritten) {
  g_.join("a");
  EXPECT_EQ(g_.group->check_delete(), ErrorCode::kNonEmptyGroup);
  g_.leave("a");
  EXPECT_EQ(g_.group->check_delete(), ErrorCode::kNone);
  GroupRecords records;
  const uint64_t id = g_.group->drop(records);
  EXPECT_FALSE(g_.group->is_blank());
  g_.apply([&](ConsumerEffects& effects) { g_.group->written(id, ErrorCode::kNotCoordinator, g_.now(), effects); });
  EXPECT_EQ(g_.group->records().group_epoch(), 3);  // taken back
  GroupRecords again;
  const uint64_t next = g_.group->drop(again);
  g_.log.append(again);
  g_.apply([&](ConsumerEffects& effects) { g_.group->written(next, ErrorCode::kNone, g_.now(), effects); });
  EXPECT_TRUE(g_.group->is_blank());
  EXPECT_TRUE(g_.log.replay().is_blank());
}

TEST_F(ConsumerWrites, WhatTookAClassicGroupsPlaceSaysSoFirst) {
  g_.writes_end = false;
  g_.group->replace_classic();
  g_.send(ConsumerHarness::joining("a"));
  std::vector<int16_t> types;
  g_.writes.front().records.for_each([&](const protocol::Bytes& key, const protocol::Bytes& value) {
    types.push_back(static_cast<int16_t>(key.text()[1]));
    if (types.size() == 1) {
      EXPECT_TRUE(value.is_null);
    }
  });
  EXPECT_EQ(types.front(), static_cast<int16_t>(GroupRecordType::kGroupMetadata));
  g_.end_write();
  g_.send(ConsumerHarness::joining("b"));
  g_.writes.front().records.for_each([&](const protocol::Bytes& key, const protocol::Bytes&) {
    EXPECT_NE(static_cast<int16_t>(key.text()[1]), static_cast<int16_t>(GroupRecordType::kGroupMetadata));
  });
}

}  // namespace
}  // namespace klamm::coordinator::test
