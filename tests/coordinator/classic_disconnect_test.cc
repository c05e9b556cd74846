#include <gtest/gtest.h>

#include "tests/coordinator/group_harness.h"

// Connections of members that end, where the group is told of it (group.disconnect.grace.ms).
namespace klamm::coordinator {
namespace {

using protocol::ErrorCode;
using test::GroupHarness;

constexpr int32_t kGraceMs = 500;
constexpr ConnectionId kFirst = 11;
constexpr ConnectionId kSecond = 12;

// Stable, each member on a connection of its own: "a" on 11, "b" on 12, ...
void settle(GroupHarness& g, const std::vector<std::string>& member_ids) {
  g.settle(member_ids);
  ConnectionId connection = kFirst;
  for (const std::string& id : member_ids) {
    ASSERT_EQ(g.beat(id, std::nullopt, std::nullopt, connection++), ErrorCode::kNone);
  }
}

void end(GroupHarness& g, ConnectionId connection) {
  g.group->connection_ended(connection, kGraceMs, g.now());
}

TEST(ClassicDisconnect, AMemberThatStaysAwayIsOutAfterTheGraceTime) {
  GroupHarness g;
  settle(g, {"a", "b"});
  end(g, kSecond);
  g.pass(kGraceMs - 1);
  EXPECT_EQ(g.group->state(), ClassicState::kStable);
  g.pass(1);
  EXPECT_EQ(g.group->state(), ClassicState::kPreparingRebalance);
  EXPECT_EQ(g.group->member_count(), 1);
  EXPECT_EQ(g.beat("b"), ErrorCode::kUnknownMemberId);
  EXPECT_NE(g.log_lines.back().find("the connection of b ended"), std::string::npos) << g.log_lines.back();
}

TEST(ClassicDisconnect, AMemberThatComesBackStays) {
  const auto come_back_by = [](auto request) {
    GroupHarness g;
    settle(g, {"a", "b"});
    end(g, kSecond);
    g.pass(kGraceMs - 1);
    request(g);
    g.pass(2 * kGraceMs);
    EXPECT_EQ(g.group->member_count(), 2);
    EXPECT_EQ(g.beat("b"), ErrorCode::kNone);
  };
  come_back_by([](GroupHarness& g) { EXPECT_EQ(g.beat("b", std::nullopt, std::nullopt, 13), ErrorCode::kNone); });
  come_back_by([](GroupHarness& g) { g.sync("b", g.group->generation(), {}, std::nullopt, 13); });
  come_back_by([](GroupHarness& g) { g.group->commit_accepted("b", g.now(), 13); });
  come_back_by([](GroupHarness& g) {
    JoinRequest same = GroupHarness::request("b");
    same.connection = 13;
    const RequestToken token = g.join(same);
    ASSERT_NE(g.joined(token), nullptr) << "nothing has changed";
  });
}

TEST(ClassicDisconnect, TheEndOfAnOlderConnectionDoesNotCount) {
  GroupHarness g;
  settle(g, {"a", "b"});
  EXPECT_EQ(g.beat("b", std::nullopt, std::nullopt, 13), ErrorCode::kNone);
  end(g, kSecond);
  g.pass(2 * kGraceMs);
  EXPECT_EQ(g.group->state(), ClassicState::kStable);
}

TEST(ClassicDisconnect, AllMembersOfAConnectionGo) {
  GroupHarness g;
  g.settle({"a", "b", "c"});
  for (const char* id : {"b", "c"}) EXPECT_EQ(g.beat(id, std::nullopt, std::nullopt, kFirst), ErrorCode::kNone);
  end(g, kFirst);
  g.pass(kGraceMs);
  EXPECT_EQ(g.group->member_count(), 1);
}

TEST(ClassicDisconnect, AStaticMemberStaysForItsSession) {
  GroupHarness g;
  JoinRequest asked = GroupHarness::request("");
  asked.instance_id = "i";
  asked.new_member_id = "s";
  asked.connection = kFirst;
  g.join(asked);
  g.pass(g.rules.initial_rebalance_delay_ms);
  g.sync("s", 1, {{"s", "all"}}, "i", kFirst);
  g.end_writes();
  ASSERT_EQ(g.group->state(), ClassicState::kStable);
  end(g, kFirst);
  g.pass(asked.session_timeout_ms - 1);
  EXPECT_EQ(g.group->member_count(), 1);
  g.pass(1);
  EXPECT_EQ(g.group->member_count(), 0);
}

TEST(ClassicDisconnect, AMemberThatWaitsForTheOthersHoldsThemUpNoLonger) {
  GroupHarness g;
  settle(g, {"a", "b", "c"});
  JoinRequest b = GroupHarness::request("b", {{"range", "other"}});
  b.connection = kSecond;
  g.join(b);
  const RequestToken a = g.join(GroupHarness::request("a"));
  g.group->connection_ended(13, kGraceMs, g.now());  // of c, which has not rejoined
  end(g, kSecond);                                   // of b, which waits
  EXPECT_EQ(g.joined(a), nullptr);
  g.pass(kGraceMs);
  ASSERT_NE(g.joined(a), nullptr);
  EXPECT_EQ(g.joined(a)->members.size(), 1);
  EXPECT_FALSE(g.answered_twice);
}

TEST(ClassicDisconnect, AMemberThatWaitsForItsAssignmentIsOut) {
  GroupHarness g;
  settle(g, {"a", "b"});
  JoinRequest b = GroupHarness::request("b", {{"range", "other"}});
  b.connection = kSecond;
  g.join(b);
  g.join(GroupHarness::request("a"));
  ASSERT_EQ(g.group->state(), ClassicState::kCompletingRebalance);
  g.sync("b", g.group->generation(), {}, std::nullopt, kSecond);
  end(g, kSecond);
  g.pass(kGraceMs);
  EXPECT_EQ(g.group->state(), ClassicState::kPreparingRebalance);
  EXPECT_EQ(g.group->member_count(), 1);
}

// A known stall of Kafka: the group waits for a client that was given an id and has gone, for its session timeout.
TEST(ClassicDisconnect, AMemberIdThatWasHandedOutIsDropped) {
  GroupHarness g;
  settle(g, {"a", "b"});
  JoinRequest asked = GroupHarness::request("");
  asked.needs_known_member_id = true;
  asked.new_member_id = "n";
  asked.connection = 14;
  g.join(asked);
  ASSERT_EQ(g.group->pending_member_count(), 1);
  const RequestToken a = g.join(GroupHarness::request("a", {{"range", "other"}}));
  g.join(GroupHarness::request("b"));
  EXPECT_EQ(g.joined(a), nullptr) << "it waits for the new one";
  end(g, 14);
  g.pass(kGraceMs - 1);
  EXPECT_EQ(g.joined(a), nullptr);
  g.pass(1);
  EXPECT_NE(g.joined(a), nullptr);
}

TEST(ClassicDisconnect, AnIdThatIsUsedInTimeIsAMember) {
  GroupHarness g;
  settle(g, {"a"});
  JoinRequest asked = GroupHarness::request("");
  asked.needs_known_member_id = true;
  asked.new_member_id = "n";
  asked.connection = 14;
  g.join(asked);
  end(g, 14);
  JoinRequest again = GroupHarness::request("n");
  again.connection = 15;
  g.join(again);
  g.pass(2 * kGraceMs);
  EXPECT_EQ(g.group->member_count(), 2);
}

}  // namespace
}  // namespace klamm::coordinator
