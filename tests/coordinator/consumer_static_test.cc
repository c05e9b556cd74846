#include <gtest/gtest.h>

#include "tests/coordinator/consumer_harness.h"

// Static members of consumer groups (KIP-345 in KIP-848), LeaveGroup by administrators, and what is wrong with
// requests.
namespace klamm::coordinator::test {
namespace {

using Ints = std::vector<int32_t>;

class ConsumerStatic : public ::testing::Test {
 protected:
  ConsumerStatic() { g_.topics.set("t", 4); }
  void TearDown() override {
    EXPECT_FALSE(g_.answered_twice);
    EXPECT_TRUE(g_.group->records().is_same(g_.log.replay()));
  }
  static ConsumerHeartbeat joining(std::string member_id, std::string instance_id) {
    ConsumerHeartbeat request = ConsumerHarness::joining(std::move(member_id));
    request.instance_id = std::move(instance_id);
    return request;
  }
  static ConsumerHeartbeat beating(std::string member_id, int32_t epoch, std::string instance_id) {
    ConsumerHeartbeat request = ConsumerHarness::beating(std::move(member_id), epoch);
    request.instance_id = std::move(instance_id);
    return request;
  }
  ConsumerHarness g_;
};

TEST_F(ConsumerStatic, ANewProcessTakesTheOldOnesPlace) {
  g_.ask(joining("a1", "i"));
  g_.join("b");
  const Ints kept = g_.partitions_of(*g_.beat("a1", 2).assignment);
  ConsumerHeartbeat gave_up = beating("a1", 2, "i");
  gave_up.owned = g_.owning(kept);
  g_.ask(gave_up);
  g_.beat("b", 3);
  const int32_t epoch = g_.group->records().group_epoch();

  EXPECT_EQ(g_.leave("a1", kLeaveStaticEpoch, "i").member_epoch, kLeaveStaticEpoch);
  EXPECT_EQ(g_.group->member_count(), 2U);
  EXPECT_EQ(g_.group->records().group_epoch(), epoch);  // no rebalance
  EXPECT_EQ(g_.has("a1"), kept);

  const ConsumerAnswer back = g_.ask(joining("a2", "i"));
  EXPECT_EQ(back.member_id, "a2");
  EXPECT_EQ(back.member_epoch, epoch);
  EXPECT_EQ(g_.partitions_of(*back.assignment), kept);
  EXPECT_EQ(g_.group->records().group_epoch(), epoch);
  EXPECT_EQ(g_.group->member_count(), 2U);
  EXPECT_EQ(g_.group->records().find("a1"), nullptr);
  const ConsumerAnswer fenced = g_.ask(beating("a1", epoch, "i"));
  EXPECT_EQ(fenced.error, ErrorCode::kFencedInstanceId);
  EXPECT_EQ(fenced.error_message, "Static member a1 with instance id i was fenced by member a2.");
}

TEST_F(ConsumerStatic, WhoComesBackUnderAnotherMembersIdTakesNothingOfIt) {
  g_.ask(joining("a", "i"));
  ConsumerHeartbeat other = ConsumerHarness::joining("x");
  other.topics.reset();
  other.topic_regex = "t.*";
  g_.ask(other);
  g_.resolve([](const std::string&, const std::string&) { return true; });
  g_.leave("a", kLeaveStaticEpoch, "i");
  EXPECT_EQ(g_.ask(joining("x", "i")).error, ErrorCode::kNone);
  EXPECT_EQ(g_.group->member_count(), 1U);
  EXPECT_TRUE(g_.group->records().resolved_regexes().empty());
}

TEST_F(ConsumerStatic, AnInstanceIdThatIsInUseIsNotGivenAway) {
  g_.ask(joining("a1", "i"));
  const ConsumerAnswer told = g_.ask(joining("a2", "i"));
  EXPECT_EQ(told.error, ErrorCode::kUnreleasedInstanceId);
  EXPECT_EQ(told.error_message,
            "Static member a2 with instance id i cannot join the group because the instance id is owned by a1 member.");
  EXPECT_EQ(g_.group->member_count(), 1U);
}

TEST_F(ConsumerStatic, WhoDoesNotComeBackIsOutWithItsSession) {
  g_.ask(joining("a1", "i"));
  g_.leave("a1", kLeaveStaticEpoch, "i");
  g_.pass(44'999);
  EXPECT_EQ(g_.group->member_count(), 1U);
  g_.pass(1);
  EXPECT_EQ(g_.group->member_count(), 0U);
}

TEST_F(ConsumerStatic, ForGoodIsForGood) {
  g_.ask(joining("a1", "i"));
  EXPECT_EQ(g_.leave("a1", kLeaveEpoch, "j").error, ErrorCode::kUnknownMemberId);
  EXPECT_EQ(g_.leave("x", kLeaveEpoch, "i").error, ErrorCode::kFencedInstanceId);
  EXPECT_EQ(g_.leave("a1", kLeaveEpoch, "i").error, ErrorCode::kNone);
  EXPECT_EQ(g_.group->member_count(), 0U);
  EXPECT_EQ(g_.ask(beating("a1", 2, "i")).error_message, "Instance id i is unknown.");
}

TEST_F(ConsumerStatic, ItsConnectionMayEnd) {
  ConsumerHeartbeat request = joining("a1", "i");
  request.connection = 7;
  g_.ask(request);
  g_.group->connection_ended(7, 500, g_.now());
  g_.pass(1000);
  EXPECT_EQ(g_.group->member_count(), 1U);
}

TEST_F(ConsumerStatic, AFullGroupHasRoomForItsOwn) {
  ConsumerGroupOptions options = g_.options;
  options.max_size = 1;
  g_.use(options);
  g_.ask(joining("a1", "i"));
  g_.leave("a1", kLeaveStaticEpoch, "i");
  EXPECT_EQ(g_.ask(joining("a2", "i")).error, ErrorCode::kNone);
}

TEST_F(ConsumerStatic, AdministratorsRemoveMembers) {
  g_.ask(joining("a1", "i"));
  g_.join("b");
  std::vector<ErrorCode> errors;
  g_.apply([&](ConsumerEffects& effects) {
    errors = g_.group->remove_members({{"", "i", "test"}, {"nobody", std::nullopt, ""}, {"x", "i", ""}, {"b", {}, ""}},
                                      ++g_.last_token, g_.now(), effects);
  });
  using enum ErrorCode;
  EXPECT_EQ(errors, (std::vector<ErrorCode>{kNone, kUnknownMemberId, kFencedInstanceId, kNone}));
  EXPECT_EQ(g_.answers.at(g_.last_token).error, kNone);
  EXPECT_TRUE(g_.group->is_empty());
}

TEST(ConsumerRequest, IsCheckedAsByKafka) {
  const std::vector<std::string> assignors = {"uniform", "range"};
  const auto told = [&](const ConsumerHeartbeat& request, int16_t version = 1, std::string_view group_id = "g") {
    const auto error = check_heartbeat(request, group_id, version, assignors);
    return error ? error->message : "";
  };
  const ConsumerHeartbeat join = ConsumerHarness::joining("a");
  EXPECT_EQ(told(join), "");
  EXPECT_EQ(told(ConsumerHarness::joining(""), 0), "");
  EXPECT_EQ(told(ConsumerHarness::joining("")), "MemberId can't be empty.");
  EXPECT_EQ(told(ConsumerHarness::beating(" \t", 1), 0), "MemberId can't be empty.");
  EXPECT_EQ(told(join, 1, " "), "GroupId can't be empty.");
  ConsumerHeartbeat request = join;
  request.instance_id = "";
  EXPECT_EQ(told(request), "InstanceId can't be empty.");
  request = join;
  request.rack_id = " ";
  EXPECT_EQ(told(request), "RackId can't be empty.");
  request = join;
  request.rebalance_timeout_ms = -1;
  EXPECT_EQ(told(request), "RebalanceTimeoutMs must be provided in first request.");
  request = join;
  request.owned.reset();
  EXPECT_EQ(told(request), "TopicPartitions must be empty when (re-)joining.");
  request = join;
  request.topics.reset();
  EXPECT_EQ(told(request), "Either SubscribedTopicNames or SubscribedTopicRegex must be non-null when (re-)joining.");
  EXPECT_EQ(told(ConsumerHarness::beating("a", kLeaveStaticEpoch)), "InstanceId can't be null.");
  EXPECT_EQ(told(ConsumerHarness::beating("a", -3)), "MemberEpoch is invalid.");
  request = join;
  request.server_assignor = "mine";
  EXPECT_EQ(told(request), "ServerAssignor mine is not supported. Supported assignors: uniform, range.");
  EXPECT_EQ(check_heartbeat(request, "g", 1, assignors)->code, ErrorCode::kUnsupportedAssignor);
}

}  // namespace
}  // namespace klamm::coordinator::test
