#include <gtest/gtest.h>

#include "tests/coordinator/consumer_harness.h"

// Members of a consumer group come, go on, get their partitions and leave (KIP-848).
namespace klamm::coordinator::test {
namespace {

using Ints = std::vector<int32_t>;

class ConsumerJoin : public ::testing::Test {
 protected:
  ConsumerJoin() { g_.topics.set("t", 4); }
  void TearDown() override {
    EXPECT_FALSE(g_.answered_twice);
    // What is in memory is what the log says.
    if (g_.writes.empty()) {
      EXPECT_TRUE(g_.group->records().is_same(g_.log.replay()));
    }
  }
  ConsumerHarness g_;
};

TEST_F(ConsumerJoin, TheFirstMemberHasAllAtOnce) {
  const ConsumerAnswer told = g_.join("a");
  EXPECT_EQ(told.error, ErrorCode::kNone);
  EXPECT_EQ(told.member_id, "a");
  EXPECT_EQ(told.member_epoch, 2);  // groups begin with 1
  EXPECT_EQ(told.heartbeat_interval_ms, 5000);
  ASSERT_TRUE(told.assignment.has_value());
  EXPECT_EQ(g_.partitions_of(*told.assignment), (Ints{0, 1, 2, 3}));
  EXPECT_EQ(g_.group->state(), ConsumerState::kStable);
  EXPECT_EQ(g_.group->rebalances().of(RebalanceCause::kJoined), 1U);
}

TEST_F(ConsumerJoin, AMemberWithoutAnIdIsGivenOne) {
  ConsumerHeartbeat request = ConsumerHarness::joining("");
  request.new_member_id = "made";
  EXPECT_EQ(g_.ask(request).member_id, "made");
  EXPECT_EQ(g_.group->member_count(), 1U);
}

TEST_F(ConsumerJoin, AHeartbeatWithoutNewsTellsNoAssignment) {
  g_.join("a");
  const ConsumerAnswer told = g_.beat("a", 2);
  EXPECT_EQ(told.member_epoch, 2);
  EXPECT_FALSE(told.assignment.has_value());
  ConsumerHeartbeat full = ConsumerHarness::joining("a");
  full.member_epoch = 2;
  full.owned = g_.owning({0, 1, 2, 3});
  EXPECT_TRUE(g_.ask(full).assignment.has_value());  // everything was said, so everything is told
}

TEST_F(ConsumerJoin, ASecondMemberWaitsUntilTheFirstHasGivenUp) {
  g_.join("a");
  const ConsumerAnswer b = g_.join("b");
  EXPECT_EQ(b.member_epoch, 3);
  EXPECT_TRUE(b.assignment->empty());
  EXPECT_EQ(g_.member("b").current.state, MemberState::kUnreleasedPartitions);
  EXPECT_EQ(g_.group->state(), ConsumerState::kReconciling);

  const ConsumerAnswer revoking = g_.beat("a", 2);
  EXPECT_EQ(revoking.member_epoch, 2);  // until it has given up
  ASSERT_TRUE(revoking.assignment.has_value());
  const Ints kept = g_.partitions_of(*revoking.assignment);
  EXPECT_EQ(kept.size(), 2U);
  EXPECT_EQ(g_.beat("b", 3).member_epoch, 3);
  EXPECT_TRUE(g_.has("b").empty());  // still owned by a

  EXPECT_EQ(g_.beat("a", 2, g_.owning(kept)).member_epoch, 3);
  const ConsumerAnswer got = g_.beat("b", 3);
  ASSERT_TRUE(got.assignment.has_value());
  EXPECT_EQ(g_.partitions_of(*got.assignment).size(), 2U);
  EXPECT_EQ(g_.group->state(), ConsumerState::kStable);
  EXPECT_EQ(g_.group->rebalances().last_ms(), 0);
}

TEST_F(ConsumerJoin, AMemberThatLeavesFreesItsPartitions) {
  g_.join("a");
  g_.join("b");
  const ConsumerAnswer told = g_.leave("a");
  EXPECT_EQ(told.member_id, "a");
  EXPECT_EQ(told.member_epoch, kLeaveEpoch);
  EXPECT_FALSE(told.assignment.has_value());
  EXPECT_EQ(g_.beat("b", 3).member_epoch, 4);
  EXPECT_EQ(g_.has("b"), (Ints{0, 1, 2, 3}));
  g_.leave("b");
  EXPECT_EQ(g_.group->state(), ConsumerState::kEmpty);
  EXPECT_EQ(g_.group->records().group_epoch(), 5);
  EXPECT_EQ(g_.group->records().assignment_epoch(), 5);
  EXPECT_EQ(g_.leave("b").error, ErrorCode::kUnknownMemberId);
}

TEST_F(ConsumerJoin, EpochsFenceWhoMissedThem) {
  g_.join("a");
  EXPECT_EQ(g_.beat("nobody", 2).error, ErrorCode::kUnknownMemberId);
  EXPECT_EQ(g_.beat("nobody", 2).error_message, "Member nobody is not a member of group g.");
  const ConsumerAnswer greater = g_.beat("a", 3);
  EXPECT_EQ(greater.error, ErrorCode::kFencedMemberEpoch);
  EXPECT_EQ(greater.error_message,
            "The consumer group member has a greater member epoch (3) than the one known by the group coordinator (2). "
            "The member must abandon all its partitions and rejoin.");
  EXPECT_EQ(g_.beat("a", 1).error, ErrorCode::kFencedMemberEpoch);
  // A fenced member comes back with epoch 0, as itself.
  EXPECT_EQ(g_.join("a").member_epoch, 2);
  EXPECT_EQ(g_.group->records().group_epoch(), 2);
}

TEST_F(ConsumerJoin, WhoDidNotHearTheAnswerMayAskAgain) {
  g_.join("a");
  g_.join("b");
  const Ints kept = g_.partitions_of(*g_.beat("a", 2).assignment);
  EXPECT_EQ(g_.beat("a", 2, g_.owning(kept)).member_epoch, 3);
  // The answer was lost: with the epoch before, and nothing that it must not have.
  EXPECT_EQ(g_.beat("a", 2, g_.owning(kept)).member_epoch, 3);
  EXPECT_EQ(g_.beat("a", 2).error, ErrorCode::kFencedMemberEpoch);
  EXPECT_EQ(g_.beat("a", 2, g_.owning({0, 1, 2, 3})).error, ErrorCode::kFencedMemberEpoch);
}

TEST_F(ConsumerJoin, SessionsExpire) {
  g_.join("a");
  g_.pass(40'000);
  g_.join("b");
  g_.pass(4'999);
  EXPECT_EQ(g_.group->member_count(), 2U);
  g_.pass(1);
  EXPECT_EQ(g_.group->member_count(), 1U);
  EXPECT_EQ(g_.group->rebalances().of(RebalanceCause::kSessionTimeout), 1U);
  EXPECT_NE(g_.log_lines.back().find("the session of a has expired"), std::string::npos);
  EXPECT_EQ(g_.beat("a", 2).error, ErrorCode::kUnknownMemberId);
}

TEST_F(ConsumerJoin, WhoDoesNotGiveUpInTimeIsOut) {
  g_.join("a");
  g_.join("b");
  g_.beat("a", 2);  // is told to give up two
  for (int i = 0; i < 59; ++i) {
    g_.pass(1000);
    EXPECT_EQ(g_.beat("a", 2).error, ErrorCode::kNone);
    g_.beat("b", 3);
  }
  g_.pass(1000);
  EXPECT_EQ(g_.beat("a", 2).error, ErrorCode::kUnknownMemberId);
  EXPECT_EQ(g_.group->rebalances().of(RebalanceCause::kRebalanceTimeout), 1U);
  g_.beat("b", 3);
  EXPECT_EQ(g_.has("b"), (Ints{0, 1, 2, 3}));
}

TEST_F(ConsumerJoin, AFullGroupTakesNoMore) {
  ConsumerGroupOptions options = g_.options;
  options.max_size = 1;
  g_.use(options);
  g_.join("a");
  const ConsumerAnswer told = g_.join("b");
  EXPECT_EQ(told.error, ErrorCode::kGroupMaxSizeReached);
  EXPECT_EQ(told.error_message, "The consumer group has reached its maximum capacity of 1 members.");
  EXPECT_EQ(g_.join("a").error, ErrorCode::kNone);
}

TEST_F(ConsumerJoin, ConnectionsThatEndCountWhenTheyShall) {
  ConsumerHeartbeat request = ConsumerHarness::joining("a");
  request.connection = 7;
  g_.ask(request);
  g_.group->connection_ended(7, 500, g_.now());
  g_.pass(499);
  EXPECT_EQ(g_.group->member_count(), 1U);
  request = ConsumerHarness::beating("a", 2);
  request.connection = 8;
  g_.ask(request);  // back on another
  g_.pass(1000);
  EXPECT_EQ(g_.group->member_count(), 1U);
  g_.group->connection_ended(8, 500, g_.now());
  g_.pass(500);
  EXPECT_EQ(g_.group->member_count(), 0U);
  EXPECT_EQ(g_.group->rebalances().of(RebalanceCause::kConnection), 1U);
}

TEST_F(ConsumerJoin, AssignmentsAreBatched) {
  ConsumerGroupOptions options = g_.options;
  options.assignment_interval_ms.value = 1000;
  g_.use(options);
  g_.join("a");
  EXPECT_EQ(g_.join("b").member_epoch, 2);
  g_.join("c");
  EXPECT_EQ(g_.group->records().group_epoch(), 4);
  EXPECT_EQ(g_.group->records().assignment_epoch(), 2);
  EXPECT_EQ(g_.group->state(), ConsumerState::kAssigning);
  g_.pass(999);
  g_.beat("a", 2);
  EXPECT_EQ(g_.group->records().assignment_epoch(), 2);
  g_.pass(1);
  g_.beat("b", 2);
  EXPECT_EQ(g_.group->records().assignment_epoch(), 4);
}

TEST_F(ConsumerJoin, MostMembersChooseTheAssignor) {
  EXPECT_EQ(g_.group->describe().assignor, "uniform");
  ConsumerHeartbeat a = ConsumerHarness::joining("a");
  a.server_assignor = "range";
  g_.ask(a);
  EXPECT_EQ(g_.group->describe().assignor, "range");
  ConsumerHeartbeat b = ConsumerHarness::joining("b");
  b.server_assignor = "uniform";
  g_.ask(b);
  EXPECT_EQ(g_.group->describe().assignor, "uniform");  // as many for each
  const int32_t epoch = g_.group->records().group_epoch();
  ConsumerHeartbeat again = ConsumerHarness::beating("b", 3);
  again.server_assignor = "range";
  g_.ask(again);
  EXPECT_EQ(g_.group->describe().assignor, "range");
  EXPECT_EQ(g_.group->records().group_epoch(), epoch + 1);
}

TEST_F(ConsumerJoin, NewPartitionsAreGivenOut) {
  g_.join("a");
  g_.topics.set("t", 6);
  EXPECT_FALSE(g_.beat("a", 2).assignment.has_value());  // nobody has said so yet
  g_.group->topics_changed();
  const ConsumerAnswer told = g_.beat("a", 2);
  EXPECT_EQ(told.member_epoch, 3);
  EXPECT_EQ(g_.partitions_of(*told.assignment), (Ints{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(g_.group->rebalances().of(RebalanceCause::kTopics), 1U);
  g_.group->topics_changed();
  EXPECT_EQ(g_.beat("a", 3).member_epoch, 3);  // they were not those of the group, or are as before
}

TEST_F(ConsumerJoin, ATopicThatComesLaterIsGivenOut) {
  g_.join("a", {"t", "later"});
  g_.topics.set("later", 1);
  g_.group->topics_changed();
  g_.beat("a", 2);
  EXPECT_EQ(g_.has("a", "later"), Ints{0});
}

TEST_F(ConsumerJoin, KnowsOfSortedNamesWhetherAnyIsRead) {
  using Names = std::vector<std::string>;
  g_.join("a", {"b", "d"});
  for (const Names& names : {Names{"b"}, Names{"a", "d"}, Names{"a", "b", "c"}, Names{"a", "c", "d", "e"}}) {
    EXPECT_TRUE(g_.group->is_subscribed_to_any(names)) << names.size();
  }
  for (const Names& names : {Names{}, Names{"a"}, Names{"a", "c"}, Names{"a", "c", "e", "f"}}) {
    EXPECT_FALSE(g_.group->is_subscribed_to_any(names)) << names.size();
  }
}

TEST_F(ConsumerJoin, WhatIsReadNoMoreIsGivenUpAtOnce) {
  g_.topics.set("u", 1);
  ConsumerGroupOptions options = g_.options;
  options.assignment_interval_ms.value = 10'000;
  g_.use(options);
  g_.join("a", {"t", "u"});
  ConsumerHeartbeat request = ConsumerHarness::beating("a", 2);
  request.topics = {"t"};
  const ConsumerAnswer told = g_.ask(request);
  ASSERT_TRUE(told.assignment.has_value());
  EXPECT_EQ(told.assignment->size(), 1U);
  EXPECT_EQ(told.member_epoch, 2);  // before there is a new target
  EXPECT_EQ(g_.member("a").current.state, MemberState::kUnrevokedPartitions);
}

TEST_F(ConsumerJoin, RestartsKeepMembersAndBeginSessionsAnew) {
  g_.join("a");
  g_.join("b");
  const Ints kept = g_.partitions_of(*g_.beat("a", 2).assignment);
  g_.pass(40'000);
  g_.restart();
  g_.pass(40'000);
  EXPECT_EQ(g_.group->member_count(), 2U);
  EXPECT_EQ(g_.beat("a", 2, g_.owning(kept)).member_epoch, 3);
  EXPECT_EQ(g_.beat("b", 3).member_epoch, 3);
  EXPECT_EQ(g_.has("b").size(), 2U);
  g_.log.drop_tombstones();
  g_.restart();
  EXPECT_EQ(g_.has("b").size(), 2U);
}

TEST_F(ConsumerJoin, ARestartedBrokerStillAsksForWhatIsOwed) {
  g_.join("a");
  g_.join("b");
  g_.beat("a", 2);
  g_.restart();
  for (int i = 0; i < 6; ++i) {
    g_.pass(10'000);
    g_.beat("a", 2);
    g_.beat("b", 3);
  }
  EXPECT_EQ(g_.group->rebalances().of(RebalanceCause::kRebalanceTimeout), 1U);
}

}  // namespace
}  // namespace klamm::coordinator::test
