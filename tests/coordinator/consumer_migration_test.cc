#include <gtest/gtest.h>

#include "tests/coordinator/migration_harness.h"

// A group with members goes from the classic protocol to the consumer protocol and back, and serves both meanwhile.
namespace klamm::coordinator::test {
namespace {

class Migration : public ::testing::Test {
 protected:
  Migration() { group_.topics.set("t", 2); }

  // A classic group of one member, "old", with both partitions: its generation.
  int32_t start_classic() {
    const JoinAnswer joined = join_classic();
    old_ = joined.member_id;
    const SyncAnswer synced = group_.sync(old_, joined.generation, {{old_, group_.assignment({0, 1})}});
    EXPECT_EQ(synced.error, ErrorCode::kNone);
    return joined.generation;
  }
  JoinAnswer join_classic(std::string member_id = "") {
    const RequestToken token = group_.send(MigrationHarness::joining(std::move(member_id)));
    if (!group_.joins.contains(token)) group_.pass(0);
    return group_.joins.at(token);
  }
  ConsumerAnswer join_consumer(std::string member_id = "new") {
    return group_.ask(ConsumerHarness::joining(std::move(member_id)));
  }
  ConsumerAnswer beat(std::string member_id, int32_t epoch) {
    return group_.ask(ConsumerHarness::beating(std::move(member_id), epoch));
  }
  void leave_consumer(std::string member_id = "new") {
    EXPECT_EQ(group_.ask(ConsumerHarness::beating(std::move(member_id), kLeaveEpoch)).error, ErrorCode::kNone);
  }
  // "old" and "new" have a partition each.
  JoinAnswer settle_beside_consumer() {
    start_classic();
    const int32_t epoch = join_consumer().member_epoch;
    JoinAnswer joined = group_.join(old_);
    group_.sync(old_, joined.generation);
    EXPECT_EQ(beat("new", epoch).assignment->size(), 1U);
    EXPECT_EQ(group_.consumer->state(), ConsumerState::kStable);
    return joined;
  }
  // What a member of the classic protocol gets that joins anew.
  std::vector<int32_t> assigned(const std::string& id) {
    const JoinAnswer joined = group_.join(id);
    return group_.partitions_of(group_.sync(id, joined.generation))["t"];
  }
  const ConsumerMember& member(const std::string& id) const { return *group_.consumer->records().find(id); }

  MigrationHarness group_;
  std::string old_;
};

TEST_F(Migration, AJoinOfTheConsumerProtocolTakesTheMembersOver) {
  const int32_t generation = start_classic();
  const ConsumerAnswer told = join_consumer();
  ASSERT_EQ(told.error, ErrorCode::kNone);
  EXPECT_EQ(told.member_epoch, generation + 1);
  ASSERT_TRUE(group_.is_consumer());
  EXPECT_EQ(group_.classic, nullptr);
  EXPECT_FALSE(group_.classic_record) << "the classic group is deleted in the same batch";
  EXPECT_TRUE(group_.is_like_the_log());
  EXPECT_TRUE(member(old_).uses_classic_protocol());
  EXPECT_EQ(member(old_).current.member_epoch, generation);
  EXPECT_EQ(member(old_).current.assigned.at(group_.topics.id("t")).size(), 2U);
  EXPECT_EQ(group_.beat(old_, generation), ErrorCode::kRebalanceInProgress);
}

TEST_F(Migration, ThePolicyAndTheGroupDecideWhetherItMay) {
  start_classic();
  group_.use(MigrationPolicy::kDowngrade);
  EXPECT_EQ(join_consumer().error, ErrorCode::kGroupIdNotFound);
  group_.use(MigrationPolicy::kUpgrade);
  group_.options.max_size = 0;
  EXPECT_FALSE(consumer_group_of(*group_.classic, group_.options, group_.topics).has_value());
  group_.options.max_size = 2;
  EXPECT_EQ(join_consumer().error, ErrorCode::kNone);
}

TEST_F(Migration, AnAssignmentThatOnlyItsConsumersUnderstandStopsIt) {
  const JoinAnswer joined = join_classic();
  std::string bytes = group_.assignment({0});
  bytes[bytes.size() - 1] = 1;  // a byte of user data instead of none
  for (size_t i = bytes.size() - 4; i < bytes.size() - 1; ++i) bytes[i] = 0;
  bytes += 'x';
  group_.sync(joined.member_id, joined.generation, {{joined.member_id, bytes}});
  EXPECT_EQ(join_consumer().error, ErrorCode::kGroupIdNotFound);
  EXPECT_EQ(group_.beat(joined.member_id, joined.generation), ErrorCode::kNone) << "it goes on as it was";
}

TEST_F(Migration, WhoWaitsInTheClassicGroupJoinsAnew) {
  group_.rules.initial_rebalance_delay_ms = 3000;
  const RequestToken waiting = group_.send(MigrationHarness::joining(""));
  ASSERT_FALSE(group_.joins.contains(waiting));
  ASSERT_EQ(join_consumer().error, ErrorCode::kNone);
  EXPECT_EQ(group_.joins.at(waiting).error, ErrorCode::kRebalanceInProgress);
  EXPECT_EQ(group_.consumer->member_count(), 2U);
}

TEST_F(Migration, AnUpgradeThatIsNotStoredLeavesTheClassicGroup) {
  const int32_t generation = start_classic();
  group_.writes_end = false;
  const RequestToken token = group_.send(ConsumerHarness::joining("new"));
  EXPECT_EQ(group_.beat(old_, generation), ErrorCode::kRebalanceInProgress);
  group_.pass(500);
  group_.end_write(ErrorCode::kNotCoordinator);
  EXPECT_EQ(group_.answers.at(token).error, ErrorCode::kNotCoordinator);
  ASSERT_FALSE(group_.is_consumer());
  EXPECT_TRUE(group_.is_like_the_log());
  group_.pass(9'999);
  EXPECT_EQ(group_.beat(old_, generation), ErrorCode::kNone) << "sessions have begun anew";
  group_.pass(10'000);
  EXPECT_EQ(group_.classic->member_count(), 0U) << "sessions go on";
}

TEST_F(Migration, AClassicMemberGivesUpAndGetsBySync) {
  int32_t generation = start_classic();
  join_consumer();
  // It joins with what it has: one partition is to be given up, and the join says so no more than the sync.
  JoinAnswer joined = group_.join(MigrationHarness::joining(old_, {"t"}, {0, 1}));
  ASSERT_EQ(joined.error, ErrorCode::kNone);
  EXPECT_EQ(joined.generation, generation) << "not before it has given one up";
  EXPECT_EQ(joined.protocol_name, "range");
  EXPECT_EQ(joined.leader, "");
  EXPECT_EQ(group_.partitions_of(group_.sync(old_, joined.generation)).at("t").size(), 1U);
  EXPECT_EQ(group_.beat(old_, joined.generation), ErrorCode::kRebalanceInProgress);
  joined = group_.join(old_);
  EXPECT_EQ(joined.generation, generation + 1);
  EXPECT_EQ(group_.partitions_of(group_.sync(old_, joined.generation)).at("t").size(), 1U);
  EXPECT_EQ(group_.beat(old_, joined.generation), ErrorCode::kNone);
  EXPECT_EQ(beat("new", generation + 1).assignment->at(group_.topics.id("t")).size(), 1U);
  EXPECT_EQ(group_.consumer->state(), ConsumerState::kStable);
}

TEST_F(Migration, AClassicMemberHearsOfPartitionsThatAreFree) {
  const int32_t generation = start_classic();
  join_consumer();
  const int32_t epoch = group_.join(old_).generation;
  group_.sync(old_, epoch);
  EXPECT_EQ(beat("new", generation + 1).assignment->size(), 1U);
  JoinRequest late = MigrationHarness::joining("late");
  const JoinAnswer joined = group_.join(late);
  const SyncAnswer synced = group_.sync("late", joined.generation);
  EXPECT_TRUE(group_.partitions_of(synced).empty()) << "both partitions are others'";
}

TEST_F(Migration, AMemberThatReadsSomethingElseIsToldToGiveUpAtOnce) {
  group_.topics.set("u", 1);
  start_classic();
  join_consumer();
  group_.join(old_);
  group_.options.assignment_interval_ms.value = 60'000;  // no new target meanwhile
  group_.use(MigrationPolicy::kBidirectional);
  JoinRequest request = MigrationHarness::joining(old_, {"u"});
  const int32_t epoch = member(old_).current.member_epoch;
  const std::vector<int32_t> has = {group_.consumer->records().target(old_).at(group_.topics.id("t")).front()};
  request.protocols.front().metadata = subscription_to({"u"}, has);
  EXPECT_EQ(group_.join(request).generation, epoch);
  EXPECT_EQ(member(old_).current.state, MemberState::kUnrevokedPartitions);
  EXPECT_EQ(group_.beat(old_, epoch), ErrorCode::kRebalanceInProgress);
}

TEST_F(Migration, WhenAllLeaveNothingIsLeftToBeClassic) {
  start_classic();
  join_consumer();
  group_.leave({old_, "new"});
  ASSERT_TRUE(group_.is_consumer());
  EXPECT_EQ(group_.consumer->state(), ConsumerState::kEmpty);
}

TEST_F(Migration, RequestsOfWrongGenerationsAreRefused) {
  const int32_t generation = start_classic();
  join_consumer();
  EXPECT_EQ(group_.beat(old_, generation + 7), ErrorCode::kIllegalGeneration);
  EXPECT_EQ(group_.beat("stranger", generation), ErrorCode::kUnknownMemberId);
  EXPECT_EQ(group_.beat("new", generation + 1), ErrorCode::kUnknownMemberId) << "of the other protocol";
  EXPECT_EQ(group_.sync(old_, generation).error, ErrorCode::kRebalanceInProgress);
  const JoinAnswer joined = group_.join(old_);
  SyncRequest wrong{.member_id = old_, .instance_id = std::nullopt, .generation = joined.generation};
  wrong.protocol_name = "roundrobin";
  EXPECT_EQ(group_.syncs.at(group_.send(wrong)).error, ErrorCode::kInconsistentGroupProtocol);
  EXPECT_EQ(group_.consumer->check_commit(old_, joined.generation + 1, false).error, ErrorCode::kIllegalGeneration);
  EXPECT_EQ(group_.consumer->check_commit(old_, joined.generation, false).error, ErrorCode::kNone);
}

TEST_F(Migration, AMemberThatDoesNotJoinOrSyncInTimeIsOut) {
  const int32_t generation = start_classic();
  join_consumer();
  EXPECT_EQ(group_.beat(old_, generation), ErrorCode::kRebalanceInProgress);
  for (int i = 0; i < 4; ++i) {
    group_.pass(4'900);
    beat("new", generation + 1);
    EXPECT_EQ(group_.beat(old_, generation), ErrorCode::kRebalanceInProgress) << i;
  }
  group_.pass(400);
  EXPECT_EQ(group_.beat(old_, generation), ErrorCode::kUnknownMemberId) << "it has not joined";
  const JoinAnswer joined = group_.join(MigrationHarness::joining("slow"));
  for (int i = 0; i < 4; ++i) {
    group_.pass(4'900);
    beat("new", generation + 1);
    EXPECT_NE(group_.beat("slow", joined.generation), ErrorCode::kUnknownMemberId) << i;
  }
  group_.pass(400);
  EXPECT_EQ(group_.beat("slow", joined.generation), ErrorCode::kUnknownMemberId) << "it has not asked";
}

TEST_F(Migration, TheSessionIsTheClassicMembersOwn) {
  start_classic();
  join_consumer();
  group_.pass(9'999);
  EXPECT_EQ(group_.consumer->member_count(), 2U);
  group_.pass(1);
  EXPECT_EQ(group_.consumer->member_count(), 1U);
}

TEST_F(Migration, WhoMayJoinWithTheClassicProtocol) {
  join_consumer();
  JoinRequest request = MigrationHarness::joining("");
  request.needs_known_member_id = true;
  const JoinAnswer asked = group_.join(request);
  EXPECT_EQ(asked.error, ErrorCode::kMemberIdRequired);
  EXPECT_FALSE(asked.member_id.empty());
  request = MigrationHarness::joining(asked.member_id);
  EXPECT_EQ(group_.join(request).error, ErrorCode::kNone);
  request = MigrationHarness::joining("other");
  request.protocols.front().name = "roundrobin";
  EXPECT_EQ(group_.join(request).error, ErrorCode::kInconsistentGroupProtocol) << "not known to the other";
  request = MigrationHarness::joining("other");
  request.protocols.front().metadata = "x";
  EXPECT_EQ(group_.join(request).error, ErrorCode::kInconsistentGroupProtocol);
  request = MigrationHarness::joining("other");
  request.protocol_type = "connect";
  EXPECT_EQ(group_.join(request).error, ErrorCode::kInconsistentGroupProtocol);
  group_.use(MigrationPolicy::kDisabled);
  EXPECT_EQ(group_.join(asked.member_id).error, ErrorCode::kInconsistentGroupProtocol);
}

TEST_F(Migration, TheLastOfTheConsumerProtocolLeavesAndTheGroupIsClassic) {
  const int32_t generation = start_classic();
  join_consumer();
  leave_consumer();
  ASSERT_FALSE(group_.is_consumer());
  ASSERT_NE(group_.classic, nullptr);
  EXPECT_EQ(group_.classic->state(), ClassicState::kPreparingRebalance);
  EXPECT_EQ(group_.classic->generation(), generation + 1);
  EXPECT_TRUE(group_.is_like_the_log());
  EXPECT_EQ(group_.beat(old_, generation), ErrorCode::kIllegalGeneration);
  const JoinAnswer joined = join_classic(old_);
  EXPECT_EQ(joined.generation, generation + 2);
  EXPECT_EQ(joined.leader, old_);
  group_.sync(old_, joined.generation, {{old_, group_.assignment({0, 1})}});
  EXPECT_EQ(group_.beat(old_, joined.generation), ErrorCode::kNone);
}

TEST_F(Migration, ThePolicyDecidesWhetherItGoesBack) {
  start_classic();
  join_consumer();
  group_.use(MigrationPolicy::kUpgrade);
  leave_consumer();
  ASSERT_TRUE(group_.is_consumer());
  EXPECT_EQ(group_.consumer->member_count(), 1U);
  // It may from now on; the next that goes makes it one, if anybody is left.
  group_.join(MigrationHarness::joining("second"));
  group_.use(MigrationPolicy::kBidirectional);
  group_.leave({"second"});
  EXPECT_FALSE(group_.is_consumer());
}

TEST_F(Migration, ASessionThatEndsMakesItClassic) {
  const int32_t generation = start_classic();
  join_consumer();
  const int32_t epoch = group_.join(old_).generation;
  group_.sync(old_, epoch);
  for (int i = 0; i < 6 && group_.is_consumer(); ++i) {
    group_.pass(9'000);
    group_.beat(old_, epoch);
  }
  ASSERT_FALSE(group_.is_consumer());
  EXPECT_EQ(group_.beat(old_, epoch), ErrorCode::kRebalanceInProgress) << "generation " << generation;
}

TEST_F(Migration, ADowngradeThatIsNotStoredLeavesTheConsumerGroup) {
  start_classic();
  const int32_t epoch = join_consumer().member_epoch;
  group_.writes_end = false;
  const RequestToken token = group_.send(ConsumerHarness::beating("new", kLeaveEpoch));
  EXPECT_TRUE(group_.consumer->becomes_classic());
  EXPECT_EQ(group_.consumer->check_delete(), ErrorCode::kNonEmptyGroup);
  group_.end_write(ErrorCode::kNotCoordinator);
  EXPECT_EQ(group_.answers.at(token).error, ErrorCode::kNotCoordinator);
  group_.writes_end = true;
  ASSERT_TRUE(group_.is_consumer());
  EXPECT_TRUE(group_.is_like_the_log());
  EXPECT_EQ(beat("new", epoch).error, ErrorCode::kNone);
  EXPECT_EQ(group_.consumer->member_count(), 2U);
}

TEST_F(Migration, ADowngradeByTimeThatIsNotStoredIsTriedAgainLater) {
  const JoinAnswer joined = settle_beside_consumer();
  group_.writes_end = false;
  while (group_.writes.empty()) {
    group_.pass(5'000);
    ASSERT_EQ(group_.beat(old_, joined.generation), ErrorCode::kNone);
  }
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(group_.consumer->becomes_classic());
    group_.end_write(ErrorCode::kCoordinatorNotAvailable);
    ASSERT_GT(group_.consumer->wake_at_ms(), group_.now_ms) << "not at once";
    group_.pass(500);
  }
  group_.end_write();
  EXPECT_FALSE(group_.is_consumer());
}

TEST_F(Migration, AGroupThatIsTooLargeForAClassicOneGoesOnWithoutTheMember) {
  const JoinAnswer joined = settle_beside_consumer();
  group_.writes_end = false;
  const RequestToken token = group_.send(ConsumerHarness::beating("new", kLeaveEpoch));
  group_.end_write(ErrorCode::kUnknownServerError);
  EXPECT_EQ(group_.answers.at(token).error, ErrorCode::kUnknownServerError);
  group_.writes_end = true;
  leave_consumer();
  ASSERT_TRUE(group_.is_consumer());
  EXPECT_EQ(group_.consumer->member_count(), 1U);
  EXPECT_EQ(group_.beat(old_, joined.generation), ErrorCode::kRebalanceInProgress) << "it gets the other's partition";
  EXPECT_EQ(assigned(old_), (std::vector<int32_t>{0, 1}));
}

TEST_F(Migration, MembersOfTheClassicProtocolAloneShareOutWhatIsFree) {
  JoinAnswer joined = settle_beside_consumer();
  group_.use(MigrationPolicy::kUpgrade);
  leave_consumer();
  ASSERT_TRUE(group_.is_consumer());
  EXPECT_EQ(group_.beat(old_, joined.generation), ErrorCode::kRebalanceInProgress);
  EXPECT_EQ(assigned(old_), (std::vector<int32_t>{0, 1}));
  EXPECT_EQ(group_.beat(old_, member(old_).current.member_epoch), ErrorCode::kNone);
}

TEST_F(Migration, MembersOfTheClassicProtocolAloneFindThatTopicsHaveChanged) {
  settle_beside_consumer();
  group_.use(MigrationPolicy::kUpgrade);
  leave_consumer();
  assigned(old_);
  group_.topics.set("t", 3);
  group_.consumer->topics_changed();
  EXPECT_EQ(group_.beat(old_, member(old_).current.member_epoch), ErrorCode::kRebalanceInProgress);
  EXPECT_EQ(assigned(old_), (std::vector<int32_t>{0, 1, 2}));
  group_.consumer->topics_changed();
  EXPECT_EQ(group_.beat(old_, member(old_).current.member_epoch), ErrorCode::kNone) << "nothing has changed";
}

TEST_F(Migration, MembersOfTheClassicProtocolAloneWaitForTheAssignmentInterval) {
  settle_beside_consumer();
  group_.options.assignment_interval_ms.value = 1'000;
  group_.use(MigrationPolicy::kUpgrade);
  leave_consumer();
  EXPECT_EQ(group_.beat(old_, member(old_).current.member_epoch), ErrorCode::kNone) << "there is a target of just now";
  group_.pass(1'000);
  EXPECT_EQ(group_.beat(old_, member(old_).current.member_epoch), ErrorCode::kRebalanceInProgress);
  EXPECT_EQ(assigned(old_), (std::vector<int32_t>{0, 1}));
}

TEST_F(Migration, ARestartBeforeTheRebalanceHasEndedDoesNotForgetIt) {
  const JoinAnswer joined = settle_beside_consumer();
  leave_consumer();
  ASSERT_FALSE(group_.is_consumer());
  EXPECT_EQ(group_.beat(old_, joined.generation), ErrorCode::kRebalanceInProgress);
  group_.restart();
  EXPECT_EQ(group_.beat(old_, joined.generation), ErrorCode::kRebalanceInProgress);
  const JoinAnswer again = join_classic(old_);
  EXPECT_EQ(again.leader, old_);
  group_.sync(old_, again.generation, {{old_, group_.assignment({0, 1})}});
  group_.restart();
  EXPECT_EQ(group_.beat(old_, again.generation), ErrorCode::kNone) << "it has ended";
}

TEST_F(Migration, AStaticMemberThatComesBackWithTheClassicProtocolMakesItClassic) {
  ConsumerHeartbeat joining = ConsumerHarness::joining("new");
  joining.instance_id = "i";
  const int32_t epoch = group_.ask(joining).member_epoch;
  JoinRequest back = MigrationHarness::joining("");
  back.instance_id = "i";
  const JoinAnswer joined = group_.join(back);
  ASSERT_EQ(joined.error, ErrorCode::kNone);
  ASSERT_FALSE(group_.is_consumer());
  EXPECT_EQ(group_.classic->state(), ClassicState::kStable) << "its assignment stays good";
  EXPECT_EQ(joined.generation, epoch);
  SyncRequest request{.member_id = joined.member_id, .instance_id = "i", .generation = joined.generation};
  EXPECT_EQ(group_.partitions_of(group_.syncs.at(group_.send(request))).at("t").size(), 2U);
  EXPECT_TRUE(group_.is_like_the_log());
}

TEST_F(Migration, WithAnotherSubscriptionItRebalances) {
  group_.topics.set("u", 1);
  ConsumerHeartbeat joining = ConsumerHarness::joining("new");
  joining.instance_id = "i";
  group_.ask(joining);
  JoinRequest back = MigrationHarness::joining("", {"t", "u"});
  back.instance_id = "i";
  ASSERT_EQ(group_.join(back).error, ErrorCode::kNone);
  ASSERT_FALSE(group_.is_consumer());
  EXPECT_EQ(group_.classic->state(), ClassicState::kPreparingRebalance);
}

TEST_F(Migration, BothAreInTheLog) {
  const int32_t generation = start_classic();
  join_consumer();
  group_.restart();
  ASSERT_TRUE(group_.is_consumer());
  EXPECT_EQ(group_.beat(old_, generation), ErrorCode::kRebalanceInProgress);
  leave_consumer();
  group_.restart();
  ASSERT_FALSE(group_.is_consumer());
  ASSERT_NE(group_.classic, nullptr);
  EXPECT_EQ(group_.classic->member_count(), 1U);
  EXPECT_EQ(group_.classic->generation(), generation + 1);
}

TEST_F(Migration, ALineSaysWhoCausedIt) {
  start_classic();
  join_consumer();
  leave_consumer();
  const auto has = [&](const char* text) {
    return std::ranges::any_of(group_.log_lines, [&](const std::string& line) { return line.contains(text); });
  };
  EXPECT_TRUE(has("goes on as a consumer group with 1 members"));
  EXPECT_TRUE(has("goes on as a classic group with 1 members (new left)"));
  EXPECT_EQ(group_.classic->rebalances().of(RebalanceCause::kLeft), 1U);
  EXPECT_EQ(group_.classic->rebalances().of(RebalanceCause::kJoined), 2U) << "what was counted goes with the group";
}

}  // namespace
}  // namespace klamm::coordinator::test
