#include <gtest/gtest.h>

#include "tests/coordinator/group_harness.h"

// JoinGroup: who is let in, as what, what it sets off, and what static members change.
namespace klamm::coordinator {
namespace {

using protocol::ErrorCode;
using test::GroupHarness;

TEST(ClassicJoin, ANewMemberIsToldItsIdFirst) {
  GroupHarness g;
  JoinRequest asked = GroupHarness::request("");
  asked.needs_known_member_id = true;
  asked.new_member_id = "client-1";
  const JoinAnswer* told = g.joined(g.join(asked, true));
  ASSERT_NE(told, nullptr);
  EXPECT_EQ(told->error, ErrorCode::kMemberIdRequired);
  EXPECT_EQ(told->member_id, "client-1");
  EXPECT_EQ(told->generation, -1);
  EXPECT_EQ(g.group->state(), ClassicState::kEmpty);
  EXPECT_EQ(g.group->pending_member_count(), 1);
  EXPECT_EQ(g.writes.size(), 1);  // a group that did not exist is written

  const RequestToken waits = g.join(GroupHarness::request("client-1"));
  EXPECT_EQ(g.joined(waits), nullptr);
  EXPECT_EQ(g.group->state(), ClassicState::kPreparingRebalance);
  EXPECT_EQ(g.group->pending_member_count(), 0);
  g.pass(3000);
  ASSERT_NE(g.joined(waits), nullptr);
  EXPECT_EQ(g.joined(waits)->error, ErrorCode::kNone);
  EXPECT_EQ(g.joined(waits)->generation, 1);
}

TEST(ClassicJoin, AnIdThatIsNotUsedEndsWithTheSessionTimeout) {
  GroupHarness g;
  JoinRequest asked = GroupHarness::request("");
  asked.needs_known_member_id = true;
  asked.new_member_id = "client-1";
  g.join(asked);
  g.pass(9999);
  EXPECT_EQ(g.group->pending_member_count(), 1);
  g.pass(1);
  EXPECT_EQ(g.group->pending_member_count(), 0);
  EXPECT_EQ(g.joined(g.join(GroupHarness::request("client-1")))->error, ErrorCode::kUnknownMemberId);
}

TEST(ClassicJoin, TheEarliestUnusedIdMakesRoom) {
  GroupHarness g;
  JoinRequest asked = GroupHarness::request("");
  asked.needs_known_member_id = true;
  for (size_t i = 0; i <= ClassicGroup::kPendingMembersMax; ++i) {
    asked.new_member_id = "id" + std::to_string(i);
    ++g.now_ms;
    g.join(asked);
  }
  EXPECT_EQ(g.group->pending_member_count(), ClassicGroup::kPendingMembersMax);
  EXPECT_EQ(g.joined(g.join(GroupHarness::request("id0")))->error, ErrorCode::kUnknownMemberId);
  EXPECT_EQ(g.joined(g.join(GroupHarness::request("id1"))), nullptr);
}

TEST(ClassicJoin, AnOldVersionJoinsAtOnce) {
  GroupHarness g;
  const RequestToken waits = g.join(GroupHarness::request(""), true);
  EXPECT_EQ(g.group->member_count(), 1);
  g.pass(3000);
  EXPECT_EQ(g.joined(waits)->generation, 1);
}

TEST(ClassicJoin, UnknownMembersAndBadProtocolsAreRefused) {
  GroupHarness g;
  EXPECT_EQ(g.joined(g.join(GroupHarness::request("stranger")))->error, ErrorCode::kUnknownMemberId);
  EXPECT_EQ(g.joined(g.join(GroupHarness::request("", {})))->error, ErrorCode::kInconsistentGroupProtocol);
  JoinRequest typeless = GroupHarness::request("");
  typeless.protocol_type = "";
  EXPECT_EQ(g.joined(g.join(typeless))->error, ErrorCode::kInconsistentGroupProtocol);
  EXPECT_EQ(g.group->state(), ClassicState::kEmpty);

  g.settle({"a"});
  EXPECT_EQ(g.joined(g.join(GroupHarness::request("", {{"sticky", ""}})))->error,
            ErrorCode::kInconsistentGroupProtocol);
  JoinRequest connect = GroupHarness::request("");
  connect.protocol_type = "connect";
  EXPECT_EQ(g.joined(g.join(connect))->error, ErrorCode::kInconsistentGroupProtocol);
  EXPECT_EQ(g.group->state(), ClassicState::kStable);
}

TEST(ClassicJoin, TheLeaderIsToldOfAllMembersAndTheOthersOfNone) {
  GroupHarness g;
  const RequestToken first = g.join(GroupHarness::request("", {{"range", "one"}, {"sticky", "x"}}));
  const RequestToken second = g.join(GroupHarness::request("", {{"range", "two"}}));
  g.pass(6000);
  const JoinAnswer& leader = *g.joined(first);
  const JoinAnswer& follower = *g.joined(second);
  EXPECT_EQ(leader.leader, "m1");
  EXPECT_EQ(leader.member_id, "m1");
  ASSERT_EQ(leader.members.size(), 2);
  EXPECT_EQ(leader.members[0].metadata, "one");
  EXPECT_EQ(leader.members[1].metadata, "two");
  EXPECT_EQ(leader.protocol_name, "range");
  EXPECT_EQ(leader.protocol_type, "consumer");
  EXPECT_EQ(follower.leader, "m1");
  EXPECT_EQ(follower.member_id, "m2");
  EXPECT_TRUE(follower.members.empty());
}

TEST(ClassicJoin, FollowersThatRejoinUnchangedStartNoRebalanceAndTheLeaderDoes) {
  GroupHarness g;
  g.settle({"a", "b"});
  const JoinAnswer* again = g.joined(g.join(GroupHarness::request("b")));
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(again->generation, 1);
  EXPECT_EQ(g.group->state(), ClassicState::kStable);
  EXPECT_EQ(g.joined(g.join(GroupHarness::request("a"))), nullptr);
  EXPECT_EQ(g.group->state(), ClassicState::kPreparingRebalance);
  EXPECT_NE(g.log_lines.back().find("a leads and rejoined"), std::string::npos) << g.log_lines.back();
}

TEST(ClassicJoin, AFollowerWithOtherMetadataStartsARebalance) {
  GroupHarness g;
  g.settle({"a", "b"});
  g.join(GroupHarness::request("b", {{"range", "other"}}));
  EXPECT_EQ(g.group->state(), ClassicState::kPreparingRebalance);
  EXPECT_EQ(g.beat("a"), ErrorCode::kRebalanceInProgress);
  const RequestToken a = g.join(GroupHarness::request("a"));
  ASSERT_NE(g.joined(a), nullptr);
  EXPECT_EQ(g.joined(a)->generation, 2);
  EXPECT_EQ(g.joined(a)->members[1].metadata, "other");
}

TEST(ClassicJoin, WhoLostTheAnswerToItsJoinIsToldAgain) {
  GroupHarness g;
  g.join(GroupHarness::request(""));
  g.join(GroupHarness::request(""));
  g.pass(6000);
  ASSERT_EQ(g.group->state(), ClassicState::kCompletingRebalance);
  EXPECT_EQ(g.joined(g.join(GroupHarness::request("m1")))->members.size(), 2);
  EXPECT_TRUE(g.joined(g.join(GroupHarness::request("m2")))->members.empty());
  EXPECT_EQ(g.group->generation(), 1);
  g.join(GroupHarness::request("m2", {{"range", "other"}}));
  EXPECT_EQ(g.group->state(), ClassicState::kPreparingRebalance);
}

TEST(ClassicJoin, ANewerRequestOfAMemberReplacesTheOneThatWaits) {
  GroupHarness g;
  g.settle({"a", "b"});
  const RequestToken first = g.join(GroupHarness::request("a"));
  const RequestToken second = g.join(GroupHarness::request("a"));
  ASSERT_NE(g.joined(first), nullptr);
  EXPECT_EQ(g.joined(first)->error, ErrorCode::kRebalanceInProgress);
  EXPECT_EQ(g.joined(second), nullptr);
  g.join(GroupHarness::request("b"));
  EXPECT_EQ(g.joined(second)->generation, 2);
}

TEST(ClassicJoin, AFullGroupTakesNoMore) {
  GroupHarness g({.max_size = 2});
  g.join(GroupHarness::request(""));
  g.join(GroupHarness::request(""));
  const JoinAnswer* third = g.joined(g.join(GroupHarness::request("")));
  ASSERT_NE(third, nullptr);
  EXPECT_EQ(third->error, ErrorCode::kGroupMaxSizeReached);
  EXPECT_EQ(third->member_id, "");
  g.pass(6000);
  g.sync_all();
  EXPECT_EQ(g.joined(g.join(GroupHarness::request("")))->error, ErrorCode::kGroupMaxSizeReached);
  EXPECT_EQ(g.joined(g.join(GroupHarness::request("m2")))->error, ErrorCode::kNone);
}

TEST(ClassicJoin, AGroupThatIsOverItsSizeShrinksByItsLastMembers) {
  GroupHarness g;
  g.settle({"a", "b", "c"});
  g.rules.max_size = 2;
  const RequestToken a = g.join(GroupHarness::request("a"));
  g.join(GroupHarness::request("b"));
  EXPECT_EQ(g.joined(g.join(GroupHarness::request("c")))->error, ErrorCode::kGroupMaxSizeReached);
  ASSERT_NE(g.joined(a), nullptr);
  EXPECT_EQ(g.joined(a)->members.size(), 2);
}

// ---- protocol selection

std::string chosen(const std::vector<std::vector<std::string>>& preferences) {
  ProtocolChoice choice;
  std::vector<std::vector<JoinProtocol>> members;
  for (const auto& names : preferences) {
    members.emplace_back();
    for (const std::string& name : names) members.back().push_back({name, ""});
    choice.add(members.back());
  }
  ProtocolChoice::Ballot ballot(choice, members.size());
  for (const auto& member : members) ballot.vote(member);
  return std::string(ballot.winner());
}

TEST(ClassicJoin, TheProtocolThatAllHaveAndMostPreferIsChosen) {
  EXPECT_EQ(chosen({{"range", "sticky"}, {"sticky", "range"}, {"sticky", "range"}}), "sticky");
  EXPECT_EQ(chosen({{"a", "b", "c"}, {"b", "c"}, {"c", "b"}}), "b");
  EXPECT_EQ(chosen({{"range", "cooperative-sticky"}, {"cooperative-sticky"}}), "cooperative-sticky");
}

// ---- static members

JoinRequest of_instance(const std::string& instance_id, const std::string& new_member_id) {
  JoinRequest asked = GroupHarness::request("");
  asked.instance_id = instance_id;
  asked.new_member_id = new_member_id;
  asked.needs_known_member_id = true;
  asked.can_skip_assignment = true;
  return asked;
}

// "a" leads, "s" has the instance id "i".
class StaticMember : public ::testing::Test {
 protected:
  StaticMember() {
    JoinRequest a = GroupHarness::request("");
    a.new_member_id = "a";
    g.join(a);
    g.join(of_instance("i", "s"));
    g.pass(6000);
    g.sync_all();
  }
  GroupHarness g;
};

TEST_F(StaticMember, ComesBackWithoutARebalance) {
  ASSERT_EQ(g.group->state(), ClassicState::kStable);
  const RequestToken again = g.join(of_instance("i", "s2"));
  EXPECT_EQ(g.joined(again), nullptr);  // until its new id is stored
  g.end_writes();
  ASSERT_NE(g.joined(again), nullptr);
  EXPECT_EQ(g.joined(again)->error, ErrorCode::kNone);
  EXPECT_EQ(g.joined(again)->member_id, "s2");
  EXPECT_EQ(g.joined(again)->generation, 1);
  EXPECT_EQ(g.joined(again)->leader, "a");
  EXPECT_FALSE(g.joined(again)->skip_assignment);
  EXPECT_EQ(g.group->state(), ClassicState::kStable);
  const RequestToken synced = g.sync("s2", 1, {}, "i");
  EXPECT_EQ(g.synced(synced)->assignment, "part of s");
  EXPECT_EQ(g.beat("s", 1, "i"), ErrorCode::kFencedInstanceId);
  EXPECT_EQ(g.beat("s", 1), ErrorCode::kUnknownMemberId);
  EXPECT_EQ(g.beat("s2", 1, "i"), ErrorCode::kNone);
  EXPECT_EQ(g.beat("s2", 1, "j"), ErrorCode::kUnknownMemberId);
}

TEST_F(StaticMember, ComesBackAsLeaderAndMaySkipTheAssignment) {
  g.leave("a");
  g.join(GroupHarness::request("s"));
  g.sync_all();
  ASSERT_EQ(g.group->leader(), "s");
  const RequestToken again = g.join(of_instance("i", "s2"));
  g.end_writes();
  EXPECT_EQ(g.joined(again)->leader, "s2");
  EXPECT_TRUE(g.joined(again)->skip_assignment);
  EXPECT_EQ(g.joined(again)->members.size(), 1);

  JoinRequest older = of_instance("i", "s3");
  older.can_skip_assignment = false;
  const RequestToken once_more = g.join(older);
  g.end_writes();
  EXPECT_EQ(g.joined(once_more)->leader, "s2");  // so that it does not assign
  EXPECT_FALSE(g.joined(once_more)->skip_assignment);
  EXPECT_TRUE(g.joined(once_more)->members.empty());
  EXPECT_EQ(g.group->leader(), "s3");
}

TEST_F(StaticMember, AnIdThatWasNotStoredIsTakenBack) {
  const RequestToken again = g.join(of_instance("i", "s2"));
  g.end_write(ErrorCode::kNotCoordinator);
  EXPECT_EQ(g.joined(again)->error, ErrorCode::kNotCoordinator);
  EXPECT_EQ(g.joined(again)->member_id, "");
  EXPECT_EQ(g.beat("s", 1, "i"), ErrorCode::kNone);
  EXPECT_EQ(g.beat("s2", 1), ErrorCode::kUnknownMemberId);
}

TEST_F(StaticMember, RestartedWhileAssignmentsAreMadeStartsARebalance) {
  g.join(GroupHarness::request("a", {{"range", "n"}}));
  JoinRequest back = GroupHarness::request("s");
  back.instance_id = "i";
  g.join(back);
  ASSERT_EQ(g.group->state(), ClassicState::kCompletingRebalance);
  const RequestToken waits = g.sync("s", 2, {}, "i");
  const RequestToken again = g.join(of_instance("i", "s2"));
  EXPECT_EQ(g.synced(waits)->error, ErrorCode::kFencedInstanceId);
  EXPECT_EQ(g.group->state(), ClassicState::kPreparingRebalance);
  g.join(GroupHarness::request("a"));
  EXPECT_EQ(g.joined(again)->generation, 3);
}

TEST_F(StaticMember, StaysUntilItsSessionEndsWhenItDoesNotRejoin) {
  g.join(GroupHarness::request("a"));
  g.pass(5000);
  g.beat("s", 1, "i");
  for (int i = 0; i < 6; ++i) {
    g.pass(9000);
    g.beat("s", 1, "i");
  }
  EXPECT_EQ(g.group->generation(), 1);
  g.pass(1000);
  // The rebalance timeout has passed; a dynamic member would be out.
  EXPECT_EQ(g.group->generation(), 2);
  EXPECT_EQ(g.group->member_count(), 2);
}

TEST_F(StaticMember, IsRemovedByAnAdministratorWithItsInstanceIdAlone) {
  EXPECT_EQ(g.leave({{"", "i", ""}, {"", "j", ""}, {"", std::nullopt, ""}}),
            (std::vector{ErrorCode::kNone, ErrorCode::kUnknownMemberId, ErrorCode::kUnknownMemberId}));
  EXPECT_EQ(g.group->member_count(), 1);
  EXPECT_EQ(g.leave({{"a", "i", ""}}).front(), ErrorCode::kUnknownMemberId);
}

TEST_F(StaticMember, AnIdThatWasHandedOutIsForNoStaticMember) {
  JoinRequest asked = GroupHarness::request("");
  asked.needs_known_member_id = true;
  asked.new_member_id = "p";
  g.join(asked);
  JoinRequest with_instance = GroupHarness::request("p");
  with_instance.instance_id = "x";
  EXPECT_EQ(g.joined(g.join(with_instance))->error, ErrorCode::kUnknownServerError);
}

}  // namespace
}  // namespace klamm::coordinator
