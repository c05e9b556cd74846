#include <gtest/gtest.h>

#include "tests/coordinator/group_harness.h"

// The rebalance in time, SyncGroup, Heartbeat, LeaveGroup, commits, and the group's record.
namespace klamm::coordinator {
namespace {

using protocol::ErrorCode;
using test::GroupHarness;

// ---- the initial delay

TEST(ClassicRebalance, TheFirstOneWaitsForOthersAndAgainWhenSomeCome) {
  GroupHarness g;
  const RequestToken first = g.join(GroupHarness::request(""));
  g.pass(2000);
  g.join(GroupHarness::request(""));
  g.pass(1000);
  EXPECT_EQ(g.joined(first), nullptr);  // extended, since one came
  g.pass(2999);
  EXPECT_EQ(g.joined(first), nullptr);
  g.pass(1);
  ASSERT_NE(g.joined(first), nullptr);
  EXPECT_EQ(g.joined(first)->members.size(), 2);
}

TEST(ClassicRebalance, TheInitialDelayIsExtendedUpToTheRebalanceTimeout) {
  GroupHarness g;
  JoinRequest asked = GroupHarness::request("");
  asked.rebalance_timeout_ms = 7000;
  const RequestToken first = g.join(asked);
  for (int i = 0; i < 6; ++i) {
    g.pass(1000);
    g.join(asked);
    EXPECT_EQ(g.joined(first), nullptr) << i;
  }
  g.pass(1000);
  ASSERT_NE(g.joined(first), nullptr);
}

TEST(ClassicRebalance, WithoutADelayTheFirstMemberIsServedAtOnce) {
  GroupHarness g({.initial_rebalance_delay_ms = 0});
  const RequestToken first = g.join(GroupHarness::request(""));
  g.pass(0);
  ASSERT_NE(g.joined(first), nullptr);
}

TEST(ClassicRebalance, AllLeaveDuringTheInitialDelay) {
  GroupHarness g;
  const RequestToken first = g.join(GroupHarness::request(""));
  EXPECT_EQ(g.leave("m1"), ErrorCode::kNone);
  EXPECT_EQ(g.joined(first)->error, ErrorCode::kUnknownMemberId);
  EXPECT_EQ(g.joined(first)->member_id, "");
  g.pass(3000);
  EXPECT_EQ(g.group->state(), ClassicState::kEmpty);
  EXPECT_EQ(g.group->generation(), 1);
}

// ---- later ones

TEST(ClassicRebalance, EndsWhenAllHaveRejoinedAndDropsWhoDoesNotInTime) {
  GroupHarness g;
  g.settle({"a", "b", "c"});
  const RequestToken a = g.join(GroupHarness::request("a"));
  g.join(GroupHarness::request("b"));
  for (int i = 0; i < 8; ++i) {  // c lives and does not rejoin
    g.pass(7000);
    EXPECT_EQ(g.beat("c"), ErrorCode::kRebalanceInProgress);
  }
  EXPECT_EQ(g.joined(a), nullptr);
  g.pass(4000);
  ASSERT_NE(g.joined(a), nullptr);
  EXPECT_EQ(g.joined(a)->members.size(), 2);
  EXPECT_EQ(g.beat("c"), ErrorCode::kUnknownMemberId);
}

TEST(ClassicRebalance, ALeaderThatDoesNotRejoinIsSucceededByOneThatHas) {
  GroupHarness g;
  g.settle({"a", "b", "c"});
  const RequestToken c = g.join(GroupHarness::request("c", {{"range", "other"}}));
  for (int i = 0; i < 10; ++i) {
    g.beat("a");
    g.beat("b");
    EXPECT_EQ(g.joined(c), nullptr);
    g.pass(6000);
  }
  ASSERT_NE(g.joined(c), nullptr);
  EXPECT_EQ(g.joined(c)->leader, "c");
  EXPECT_EQ(g.group->member_count(), 1);
}

TEST(ClassicRebalance, WaitsForAnIdThatWasHandedOut) {
  GroupHarness g;
  g.settle({"a"});
  JoinRequest asked = GroupHarness::request("");
  asked.needs_known_member_id = true;
  asked.new_member_id = "p";
  g.join(asked);
  const RequestToken a = g.join(GroupHarness::request("a"));
  EXPECT_EQ(g.joined(a), nullptr);
  g.pass(10'000);
  ASSERT_NE(g.joined(a), nullptr);
}

TEST(ClassicRebalance, OneLineSaysWhoCausedItAndWhy) {
  GroupHarness g;
  g.settle({"a", "b"});
  g.log_lines.clear();
  JoinRequest asked = GroupHarness::request("b", {{"range", "other"}});
  asked.reason = "new topics\n\x1b[31m";
  g.join(asked);
  g.join(GroupHarness::request("a"));
  g.sync_all();
  ASSERT_EQ(g.log_lines.size(), 1);
  EXPECT_EQ(g.log_lines[0],
            "group g: rebalance of generation 1 with 2 members (b rejoined with other metadata: new topics??[31m)");
}

TEST(ClassicRebalance, AreCountedByTheirCauseAndTimed) {
  GroupHarness g;
  g.settle({"a", "b"});
  const auto count = [&](RebalanceCause cause) { return g.group->rebalances().of(cause); };
  EXPECT_EQ(count(RebalanceCause::kJoined), 1);
  EXPECT_EQ(g.group->rebalances().last_ms(), 6000) << "the initial delay, twice, is a part of it";
  g.join(GroupHarness::request("b", {{"range", "other"}}));
  g.pass(700);
  g.join(GroupHarness::request("a"));
  // The second takes the place of the first, and the time goes on.
  g.join(GroupHarness::request("a", {{"range", "other"}}));
  g.pass(200);
  g.join(GroupHarness::request("b"));
  EXPECT_EQ(g.group->rebalances().last_ms(), 6000);
  g.sync_all();
  EXPECT_EQ(count(RebalanceCause::kRejoined), 2);
  EXPECT_EQ(g.group->rebalances().last_ms(), 900);
  g.leave({{.member_id = "a", .instance_id = std::nullopt, .reason = "r"}});
  EXPECT_EQ(count(RebalanceCause::kLeft), 1);
  g.pass(30'000);
  EXPECT_EQ(count(RebalanceCause::kSessionTimeout), 0) << "one that is under way already goes on";
  EXPECT_EQ(count(RebalanceCause::kJoined), 1);
}

// ---- sessions

TEST(ClassicRebalance, AMemberWithoutHeartbeatsIsOut) {
  GroupHarness g;
  g.settle({"a", "b"});
  g.pass(5000);
  EXPECT_EQ(g.beat("a"), ErrorCode::kNone);
  g.pass(4999);
  EXPECT_EQ(g.group->state(), ClassicState::kStable);
  g.pass(1);
  EXPECT_EQ(g.group->state(), ClassicState::kPreparingRebalance);
  EXPECT_EQ(g.beat("b"), ErrorCode::kUnknownMemberId);
  EXPECT_EQ(g.beat("a"), ErrorCode::kRebalanceInProgress);
  EXPECT_NE(g.log_lines.back().find("the session of b timed out"), std::string::npos) << g.log_lines.back();
}

TEST(ClassicRebalance, WhoWaitsForTheOthersNeedsNoHeartbeats) {
  GroupHarness g;
  g.settle({"a", "b"});
  const RequestToken a = g.join(GroupHarness::request("a"));
  for (int i = 0; i < 5; ++i) {
    g.pass(9000);
    g.beat("b");
  }
  EXPECT_EQ(g.joined(a), nullptr);
  EXPECT_EQ(g.group->member_count(), 2);
  g.join(GroupHarness::request("b"));
  EXPECT_EQ(g.joined(a)->error, ErrorCode::kNone);
  // and its session begins anew with the answer
  g.pass(9999);
  EXPECT_EQ(g.group->member_count(), 2);
  g.pass(1);
  EXPECT_EQ(g.group->member_count(), 0);
}

TEST(ClassicRebalance, ANewMemberWaitsFiveMinutesAtMost) {
  GroupHarness g;
  JoinRequest slow = GroupHarness::request("");
  slow.rebalance_timeout_ms = 600'000;
  slow.new_member_id = "slow";
  g.join(slow);
  g.pass(3000);
  g.sync_all();
  const RequestToken late = g.join(GroupHarness::request(""));
  for (int i = 0; i < 60; ++i) {
    g.pass(5000);
    g.beat("slow");
  }
  ASSERT_NE(g.joined(late), nullptr);
  EXPECT_EQ(g.joined(late)->error, ErrorCode::kUnknownMemberId);
}

TEST(ClassicRebalance, WhoTakesItsGenerationAndDoesNotSyncIsOut) {
  GroupHarness g;
  g.join(GroupHarness::request(""));
  g.join(GroupHarness::request(""));
  g.pass(6000);
  const RequestToken leader = g.sync("m1", 1, {{"m1", "x"}});
  g.end_writes();
  EXPECT_EQ(g.synced(leader)->assignment, "x");
  EXPECT_EQ(g.group->state(), ClassicState::kStable);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(g.beat("m2"), ErrorCode::kNone);
    EXPECT_EQ(g.beat("m1"), ErrorCode::kNone);
    g.pass(6000);
  }
  EXPECT_EQ(g.group->state(), ClassicState::kPreparingRebalance);
  EXPECT_EQ(g.beat("m2"), ErrorCode::kUnknownMemberId);
}

// ---- SyncGroup

class Completing : public ::testing::Test {
 protected:
  Completing() {
    g.join(GroupHarness::request(""));
    g.join(GroupHarness::request(""));
    g.pass(6000);
    EXPECT_EQ(g.group->state(), ClassicState::kCompletingRebalance);
  }
  GroupHarness g;
};

TEST_F(Completing, AssignmentsAreToldWhenTheyAreStored) {
  const RequestToken follower = g.sync("m2", 1);
  const RequestToken leader = g.sync("m1", 1, {{"m1", "one"}, {"stranger", "x"}});
  EXPECT_EQ(g.synced(leader), nullptr);
  ASSERT_EQ(g.writes.size(), 1);
  g.end_write();
  EXPECT_EQ(g.synced(leader)->assignment, "one");
  EXPECT_EQ(g.synced(leader)->protocol_name, "range");
  EXPECT_EQ(g.synced(follower)->assignment, "");
  EXPECT_EQ(g.group->state(), ClassicState::kStable);
  EXPECT_EQ(g.synced(g.sync("m1", 1))->assignment, "one");  // and again
}

TEST_F(Completing, AnAssignmentThatIsNotStoredStartsAnew) {
  const RequestToken follower = g.sync("m2", 1);
  const RequestToken leader = g.sync("m1", 1, {{"m1", "one"}});
  g.end_write(ErrorCode::kCoordinatorNotAvailable);
  EXPECT_EQ(g.synced(leader)->error, ErrorCode::kCoordinatorNotAvailable);
  EXPECT_EQ(g.synced(follower)->error, ErrorCode::kCoordinatorNotAvailable);
  EXPECT_EQ(g.group->state(), ClassicState::kPreparingRebalance);
}

TEST_F(Completing, AnAssignmentOfAnOlderRebalanceIsNothing) {
  const RequestToken leader = g.sync("m1", 1, {{"m1", "one"}});
  g.join(GroupHarness::request("m2", {{"range", "other"}}));
  EXPECT_EQ(g.synced(leader)->error, ErrorCode::kRebalanceInProgress);
  g.join(GroupHarness::request("m1"));
  ASSERT_EQ(g.group->generation(), 2);
  g.end_write();
  EXPECT_EQ(g.group->state(), ClassicState::kCompletingRebalance);
}

TEST_F(Completing, SyncsAreChecked) {
  EXPECT_EQ(g.synced(g.sync("m1", 0))->error, ErrorCode::kIllegalGeneration);
  EXPECT_EQ(g.synced(g.sync("m1", 2))->error, ErrorCode::kIllegalGeneration);
  EXPECT_EQ(g.synced(g.sync("m3", 1))->error, ErrorCode::kUnknownMemberId);
  SyncRequest other{.member_id = "m1", .generation = 1, .protocol_name = "sticky", .token = ++g.last_token};
  g.apply([&](ClassicEffects& effects) { g.group->sync(other, effects); });
  EXPECT_EQ(g.synced(other.token)->error, ErrorCode::kInconsistentGroupProtocol);
  g.join(GroupHarness::request("m2", {{"range", "other"}}));
  EXPECT_EQ(g.synced(g.sync("m1", 1))->error, ErrorCode::kRebalanceInProgress);
}

TEST_F(Completing, AMemberThatIsRemovedWhileItSyncsIsTold) {
  const RequestToken follower = g.sync("m2", 1);
  g.leave("m2");
  EXPECT_EQ(g.synced(follower)->error, ErrorCode::kUnknownMemberId);
}

// ---- commits and heartbeats

TEST_F(Completing, CommitsAreTakenFromMembersOfTheGenerationAlone) {
  const auto commit = [&](const std::string& member_id, int32_t generation,
                          const std::optional<std::string>& instance_id = std::nullopt) {
    return g.group->check_commit(member_id, instance_id, generation);
  };
  EXPECT_EQ(commit("m1", 1), ErrorCode::kRebalanceInProgress);
  g.sync_all();
  EXPECT_EQ(commit("m1", 1), ErrorCode::kNone);
  EXPECT_EQ(commit("m1", 0), ErrorCode::kIllegalGeneration);
  EXPECT_EQ(commit("m1", -1), ErrorCode::kIllegalGeneration);
  EXPECT_EQ(commit("m9", 1), ErrorCode::kUnknownMemberId);
  EXPECT_EQ(commit("", -1), ErrorCode::kUnknownMemberId);
  EXPECT_EQ(commit("m1", 1, "i"), ErrorCode::kUnknownMemberId);
  g.join(GroupHarness::request("m1"));
  EXPECT_EQ(commit("m2", 1), ErrorCode::kNone);  // while a rebalance is prepared
  g.leave("m1");
  g.leave("m2");
  ASSERT_EQ(g.group->state(), ClassicState::kEmpty);
  EXPECT_EQ(commit("", -1), ErrorCode::kNone);
  EXPECT_EQ(commit("m2", 1), ErrorCode::kUnknownMemberId);
}

TEST_F(Completing, AnAcceptedCommitKeepsTheSession) {
  g.sync_all();
  g.pass(8000);
  g.beat("m2");
  g.group->commit_accepted("m1", g.now());
  g.pass(8000);
  EXPECT_EQ(g.group->member_count(), 2);
}

TEST_F(Completing, HeartbeatsAreChecked) {
  EXPECT_EQ(g.beat("m1", 1), ErrorCode::kNone);
  EXPECT_EQ(g.beat("m1", 0), ErrorCode::kIllegalGeneration);
  EXPECT_EQ(g.beat("m9", 1), ErrorCode::kUnknownMemberId);
  GroupHarness empty;
  EXPECT_EQ(empty.beat("m1", 0), ErrorCode::kUnknownMemberId);
}

// ---- LeaveGroup

TEST(ClassicRebalance, TheLastThatLeavesLeavesAnEmptyGroupWhichIsWritten) {
  GroupHarness g;
  g.settle({"a"});
  EXPECT_EQ(g.leave("a"), ErrorCode::kNone);
  EXPECT_EQ(g.group->state(), ClassicState::kEmpty);
  EXPECT_EQ(g.group->generation(), 2);
  EXPECT_EQ(g.group->leader(), std::nullopt);
  EXPECT_EQ(g.group->protocol_name(), std::nullopt);
  EXPECT_EQ(g.group->protocol_type(), "consumer");
  EXPECT_EQ(g.group->check_delete(), ErrorCode::kNone);
  ASSERT_EQ(g.writes.size(), 1);
  g.end_write();
  g.restart();
  EXPECT_EQ(g.group->generation(), 2);
  EXPECT_EQ(g.group->state(), ClassicState::kEmpty);
}

TEST(ClassicRebalance, SeveralLeaveAtOnceAndEachIsTold) {
  GroupHarness g;
  g.settle({"a", "b", "c"});
  JoinRequest asked = GroupHarness::request("");
  asked.needs_known_member_id = true;
  asked.new_member_id = "p";
  g.join(asked);
  g.log_lines.clear();
  EXPECT_EQ(
      g.leave({{"a", std::nullopt, "done"}, {"x", std::nullopt, ""}, {"p", std::nullopt, ""}, {"b", std::nullopt, ""}}),
      (std::vector{ErrorCode::kNone, ErrorCode::kUnknownMemberId, ErrorCode::kNone, ErrorCode::kNone}));
  EXPECT_EQ(g.group->member_count(), 1);
  EXPECT_EQ(g.group->pending_member_count(), 0);
  EXPECT_EQ(g.group->leader(), "c");
  EXPECT_EQ(g.log_lines.size(), 1);
  EXPECT_EQ(g.group->check_delete(), ErrorCode::kNonEmptyGroup);
}

// ---- the record

TEST(ClassicRebalance, ARestartKeepsMembersAndTheirAssignments) {
  GroupHarness g;
  JoinRequest a = GroupHarness::request("", {{"range", "ra"}, {"sticky", "sa"}});
  a.new_member_id = "a";
  g.join(a);
  JoinRequest b = GroupHarness::request("", {{"range", "rb"}});
  b.new_member_id = "b";
  b.instance_id = "i";
  g.join(b);
  g.pass(6000);
  g.sync_all();
  g.restart();
  ASSERT_TRUE(g.restored);
  EXPECT_EQ(g.group->state(), ClassicState::kStable);
  EXPECT_EQ(g.group->generation(), 1);
  EXPECT_EQ(g.group->leader(), "a");
  EXPECT_EQ(g.beat("a", 1), ErrorCode::kNone);
  EXPECT_EQ(g.beat("b", 1, "i"), ErrorCode::kNone);
  EXPECT_EQ(g.synced(g.sync("b", 1, {}, "i"))->assignment, "part of b");
  const ClassicDescription told = g.group->describe();
  EXPECT_EQ(told.state, "Stable");
  EXPECT_EQ(told.protocol, "range");
  ASSERT_EQ(told.members.size(), 2);
  EXPECT_EQ(told.members[0].metadata, "ra");
  EXPECT_EQ(told.members[0].client_id, "client");
  EXPECT_EQ(told.members[0].client_host, "/10.0.0.1");
  EXPECT_EQ(told.members[1].instance_id, "i");
  // A member that does not come back is out after its session.
  g.pass(9999);
  g.beat("a", 1);
  g.pass(1);
  EXPECT_EQ(g.group->member_count(), 1);
}

TEST(ClassicRebalance, AFreshlyLoadedGroupThatIsTooLargeHasToRebalance) {
  GroupHarness g;
  g.settle({"a", "b", "c"});
  g.rules.max_size = 2;
  g.restart();
  EXPECT_EQ(g.group->state(), ClassicState::kPreparingRebalance);
}

TEST(ClassicRebalance, ARecordThatMakesNoSenseIsRefused) {
  protocol::GroupMetadataValue value;
  protocol::GroupMetadataValue::MemberMetadata members[2];
  members[0].member_id = members[1].member_id = "a";
  value.members = members;
  value.protocol_type = "consumer";
  value.protocol = "range";
  EXPECT_FALSE(GroupHarness().make()->restore(value));
  members[1].member_id = "b";
  EXPECT_TRUE(GroupHarness().make()->restore(value));
  value.protocol = protocol::String::null();
  EXPECT_FALSE(GroupHarness().make()->restore(value));
}

TEST(ClassicRebalance, WhoWaitsWhenTheGroupGoesElsewhereIsToldSo) {
  GroupHarness g;
  g.settle({"a", "b"});
  const RequestToken a = g.join(GroupHarness::request("a"));
  g.apply([&](ClassicEffects& effects) { g.group->unload(g.now(), effects); });
  EXPECT_EQ(g.joined(a)->error, ErrorCode::kNotCoordinator);
  EXPECT_EQ(g.group->state(), ClassicState::kDead);
  EXPECT_EQ(g.group->wake_at_ms(), kNever);
  EXPECT_EQ(g.joined(g.join(GroupHarness::request("b")))->error, ErrorCode::kCoordinatorNotAvailable);
  EXPECT_EQ(g.beat("b"), ErrorCode::kCoordinatorNotAvailable);
}

}  // namespace
}  // namespace klamm::coordinator
