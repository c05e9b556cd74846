#include <gtest/gtest.h>

#include "coordinator/group_partition.h"
#include "coordinator/group_upkeep.h"
#include "coordinator/offset_requests.h"
#include "reactor/sleep.h"
#include "tests/coordinator/migration_harness.h"
#include "tests/storage/log_fixture.h"
#include "tests/storage/sim_storage_world.h"

// Consumer groups in a partition of __consumer_offsets over a simulated disk: what is written, what fails, what is
// deleted, and what offsets have to do with members.
namespace klamm::coordinator::test {
namespace {

using reactor::Task;

class ConsumerPartition : public storage::test::LogTest {
 protected:
  ConsumerPartition() {
    listener_.topics.set("t", 2);
    ConsumerGroupOptions options;
    options.assignment_interval_ms.value = 0;
    listener_.configs.set_broker(options);
  }
  std::unique_ptr<reactor::test::World> make_world() override {
    auto world = std::make_unique<storage::test::SimStorageWorld>(sim::SimOptions{.seed = 5});
    disk_ = &world->disk();
    return world;
  }
  void TearDown() override {
    close();
    LogTest::TearDown();
  }
  void load(storage::Partition& log) {
    partition_ = std::make_unique<GroupPartition>(world_->shard(), log, options_groups_, listener_, codec_);
    wait(partition_->load());
  }
  void close() {
    if (partition_) wait(partition_->close());
    partition_.reset();
  }
  void kill_and_load() {
    close();
    load(crash());
  }
  void settle() {
    const auto nap = []() -> Task<void> { co_await reactor::sleep_for(1'000'000'000); };
    wait(nap());
  }
  void fail_next_write() {
    disk_->add_fault({.operation = sim::DiskOperation::kWrite, .path_part = ".log", .error = EIO});
  }

  // What a driver does with a heartbeat; the answer is known when writes have ended.
  RequestToken send(ConsumerHeartbeat request) {
    request.token = ++last_token_;
    ConsumerGroup& group = *partition_->make_consumer("g").consumer;
    if (replaces_classic_) group.replace_classic();
    group.heartbeat(request, partition_->now(), listener_.effects);
    std::vector<ConsumerWrite> writes = std::exchange(listener_.effects.writes, {});
    for (ConsumerWrite& write : writes) partition_->write_consumer("g", std::move(write));
    return request.token;
  }
  // Its record does not fit into a batch.
  static ConsumerHeartbeat too_large(std::string member_id) {
    std::vector<std::string> topics;
    for (char letter = 'a'; letter <= 'z'; ++letter) {
      topics.push_back(std::string(30'000, letter));
      topics.push_back(std::string(30'001, letter));
    }
    return ConsumerHarness::joining(std::move(member_id), std::move(topics));
  }
  // The batch of what was sent is on its way then.
  void take_turn() {
    const auto turn = []() -> Task<void> { co_await reactor::yield_now(); };
    wait(turn());
  }
  ErrorCode told(RequestToken token) const {
    for (const auto& [of, answer] : listener_.effects.answers) {
      if (of == token) return answer.error;
    }
    return ErrorCode::kRequestTimedOut;
  }
  ErrorCode ask(ConsumerHeartbeat request) {
    const RequestToken token = send(std::move(request));
    settle();
    return told(token);
  }
  ErrorCode commit(std::string member_id, int32_t epoch, int32_t index = 0, bool is_new_version = true,
                   std::string topic = "t") {
    OffsetCommit commit;
    commit.group_id = "g";
    commit.member_id = std::move(member_id);
    commit.generation = epoch;
    commit.knows_member_epochs = is_new_version;
    OffsetChange change{topic, index, CommittedOffset()};
    change.offset->offset = 5;
    change.offset->commit_timestamp_ms = partition_->now().wall_ms;
    if (listener_.topics.find(topic)) change.offset->topic_id = listener_.topics.id(topic);
    commit.changes.push_back(std::move(change));
    return wait(commit_offsets(*partition_, std::move(commit)));
  }

  sim::SimDisk* disk_ = nullptr;
  OffsetOptions options_groups_;
  StillGroups listener_;
  std::unique_ptr<GroupPartition> partition_;
  bool replaces_classic_ = false;
  RequestToken last_token_ = 0;
};

TEST_F(ConsumerPartition, MembersSurviveAKill) {
  load(create());
  EXPECT_EQ(ask(ConsumerHarness::joining("a")), ErrorCode::kNone);
  EXPECT_EQ(ask(ConsumerHarness::joining("b")), ErrorCode::kNone);
  ConsumerGroupState before = partition_->consumer("g")->records();
  kill_and_load();
  ASSERT_NE(partition_->consumer("g"), nullptr);
  EXPECT_TRUE(partition_->consumer("g")->records().is_same(before));
  EXPECT_EQ(partition_->classic("g", false), nullptr);
}

TEST_F(ConsumerPartition, WhatWaitsBehindAFailedWriteIsNotWritten) {
  load(create());
  EXPECT_EQ(ask(ConsumerHarness::joining("a")), ErrorCode::kNone);
  ConsumerGroupState before = partition_->consumer("g")->records();
  fail_next_write();
  const RequestToken b = send(ConsumerHarness::joining("b"));
  take_turn();
  const RequestToken c = send(ConsumerHarness::joining("c"));
  settle();
  EXPECT_EQ(told(b), ErrorCode::kNotCoordinator);
  EXPECT_EQ(told(c), ErrorCode::kNotCoordinator);
  EXPECT_TRUE(partition_->consumer("g")->records().is_same(before));
  EXPECT_EQ(ask(ConsumerHarness::joining("d")), ErrorCode::kNone);
  ConsumerGroupState after = partition_->consumer("g")->records();
  kill_and_load();
  EXPECT_TRUE(partition_->consumer("g")->records().is_same(after));
  EXPECT_EQ(partition_->consumer("g")->member_count(), 2U);
}

TEST_F(ConsumerPartition, AGroupWhoseFirstWriteFailsIsNone) {
  load(create());
  fail_next_write();
  EXPECT_EQ(ask(ConsumerHarness::joining("a")), ErrorCode::kNotCoordinator);
  EXPECT_EQ(partition_->groups().find("g"), nullptr);
}

TEST_F(ConsumerPartition, AGroupWhoseFirstWritesFailTogetherIsNone) {
  load(create());
  for (const bool in_one_batch : {true, false}) {
    fail_next_write();
    const RequestToken a = send(ConsumerHarness::joining("a"));
    if (!in_one_batch) take_turn();
    const RequestToken b = send(ConsumerHarness::joining("b"));
    settle();
    EXPECT_EQ(told(a), ErrorCode::kNotCoordinator);
    EXPECT_EQ(told(b), ErrorCode::kNotCoordinator);
    EXPECT_EQ(partition_->groups().find("g"), nullptr);
  }
  EXPECT_EQ(ask(ConsumerHarness::joining("a")), ErrorCode::kNone);
}

TEST_F(ConsumerPartition, AWriteIsRefusedWhileAnotherIsUnderWay) {
  load(create());
  for (const bool is_on_its_way : {true, false}) {
    const RequestToken a = send(ConsumerHarness::joining(is_on_its_way ? "a" : "b"));
    if (is_on_its_way) take_turn();
    const RequestToken large = send(too_large("large"));
    EXPECT_EQ(told(large), ErrorCode::kUnknownServerError);
    settle();
    EXPECT_EQ(told(a), ErrorCode::kNone);
  }
  ConsumerGroupState before = partition_->consumer("g")->records();
  EXPECT_EQ(before.members().size(), 2U);
  kill_and_load();
  EXPECT_TRUE(partition_->consumer("g")->records().is_same(before));
}

TEST_F(ConsumerPartition, AGroupWhoseFirstWriteIsRefusedIsNone) {
  load(create());
  EXPECT_EQ(ask(too_large("large")), ErrorCode::kUnknownServerError);
  EXPECT_EQ(partition_->groups().find("g"), nullptr);
}

TEST_F(ConsumerPartition, ManyMembersEndInSeveralWrites) {
  load(create());
  const auto id = [](int i) { return std::to_string(i) + std::string(20'000, 'm'); };
  std::vector<LeavingMember> all;
  for (int i = 0; i < 40; ++i) {
    ASSERT_EQ(ask(ConsumerHarness::joining(id(i))), ErrorCode::kNone);
    all.push_back({id(i), std::nullopt, ""});
  }
  const auto write = [&] {
    std::vector<ConsumerWrite> writes = std::exchange(listener_.effects.writes, {});
    for (ConsumerWrite& one : writes) EXPECT_EQ(partition_->write_consumer("g", std::move(one)), ErrorCode::kNone);
    settle();
  };
  ConsumerGroup& group = *partition_->consumer("g");
  GroupNow later = partition_->now();
  later.ms += 10'000'000;
  for (int i = 0; i < 20 && group.member_count() > 0; ++i) {
    group.on_time(later, listener_.effects);
    write();
    EXPECT_EQ(group.wake_at_ms() <= later.ms, group.member_count() > 0);
  }
  EXPECT_EQ(group.member_count(), 0U);
  for (int i = 0; i < 40; ++i) ASSERT_EQ(ask(ConsumerHarness::joining(id(i))), ErrorCode::kNone);
  const std::vector<ErrorCode> left = group.remove_members(all, ++last_token_, partition_->now(), listener_.effects);
  EXPECT_EQ(left, std::vector<ErrorCode>(40, ErrorCode::kNone));
  EXPECT_GT(listener_.effects.writes.size(), 1U);
  write();
  EXPECT_EQ(told(last_token_), ErrorCode::kNone);
  EXPECT_EQ(group.member_count(), 0U);
}

TEST_F(ConsumerPartition, AnEmptyClassicGroupGivesWayWhenThatIsWritten) {
  load(create());
  EXPECT_EQ(commit("", -1), ErrorCode::kNone);
  ASSERT_NE(partition_->classic("g", true), nullptr);
  replaces_classic_ = true;
  fail_next_write();
  EXPECT_EQ(ask(ConsumerHarness::joining("a")), ErrorCode::kNotCoordinator);
  EXPECT_NE(partition_->classic("g", false), nullptr);
  EXPECT_EQ(ask(ConsumerHarness::joining("a")), ErrorCode::kNone);
  EXPECT_EQ(partition_->classic("g", false), nullptr);
  EXPECT_EQ(partition_->groups().find("g")->classic, nullptr);
  EXPECT_NE(partition_->offsets("g")->find("t", 0), nullptr);  // offsets are of both
  kill_and_load();
  EXPECT_NE(partition_->consumer("g"), nullptr);
  EXPECT_NE(partition_->offsets("g")->find("t", 0), nullptr);
}

TEST_F(ConsumerPartition, AClassicGroupWithMembersComesBackWhenItsUpgradeIsNotWritten) {
  load(create());
  const auto bring_over = [&](std::string member_id) {
    ClassicGroup& classic = *partition_->classic("g", false);
    ClassicEffects effects;
    auto changes = consumer_group_of(classic, listener_.configs.broker(), listener_.topics);
    classic.suspend(effects);
    partition_->make_consumer("g").consumer->replace_classic(std::move(*changes), {});
    return ask(ConsumerHarness::joining(std::move(member_id)));
  };
  ClassicStart start{.generation = 3, .protocol_name = "range"};
  start.members.push_back({.member_id = "old", .protocols = {{"range", subscription_to({"t"})}}, .assignment = ""});
  ClassicEffects effects;
  partition_->classic("g", true)->take_over(start, partition_->now(), effects);
  fail_next_write();
  EXPECT_EQ(bring_over("a"), ErrorCode::kNotCoordinator);
  ASSERT_NE(partition_->classic("g", false), nullptr);
  EXPECT_EQ(listener_.back_count, 1);
  EXPECT_EQ(partition_->classic("g", false)->heartbeat("old", std::nullopt, 3, partition_->now()), ErrorCode::kNone);
  EXPECT_EQ(bring_over("a"), ErrorCode::kNone);
  EXPECT_EQ(partition_->groups().find("g")->classic, nullptr);
  kill_and_load();
  EXPECT_EQ(partition_->consumer("g")->member_count(), 2U);
}

TEST_F(ConsumerPartition, AGroupThatBecomesClassicIsWaitedFor) {
  load(create());
  ask(ConsumerHarness::joining("a"));
  JoinRequest joining = MigrationHarness::joining("old");
  joining.token = ++last_token_;
  ConsumerGroup& group = *partition_->consumer("g");
  group.join(joining, partition_->now(), listener_.effects);
  partition_->write_consumer("g", std::move(listener_.effects.writes.at(0)));
  settle();
  EXPECT_FALSE(partition_->is_settling("g"));
  const RequestToken left = send(ConsumerHarness::beating("a", kLeaveEpoch));
  EXPECT_TRUE(partition_->is_settling("g"));
  EXPECT_EQ(wait(partition_->delete_group("g")), ErrorCode::kNonEmptyGroup);
  EXPECT_EQ(wait(partition_->settled("g")), ErrorCode::kNone);
  EXPECT_EQ(told(left), ErrorCode::kNone);
  EXPECT_TRUE(listener_.effects.classic.has_value());
  EXPECT_EQ(partition_->consumer("g"), nullptr);
  kill_and_load();
  ASSERT_NE(partition_->classic("g", false), nullptr);
  EXPECT_EQ(partition_->classic("g", false)->member_count(), 1U);
}

TEST_F(ConsumerPartition, AClassicGroupIsNotWrittenBehindWhatTookItsPlace) {
  load(create());
  const auto write_classic = [&] {
    GroupRecords records;
    protocol::GroupMetadataValue value;
    value.protocol_type = "consumer";
    records.add_group_metadata("g", value);
    return wait(partition_->write_group("g", std::move(records)));
  };
  EXPECT_EQ(write_classic(), ErrorCode::kGroupIdNotFound);
  ASSERT_NE(partition_->classic("g", true), nullptr);
  EXPECT_EQ(write_classic(), ErrorCode::kNone);
  replaces_classic_ = true;
  const RequestToken a = send(ConsumerHarness::joining("a"));
  EXPECT_EQ(write_classic(), ErrorCode::kGroupIdNotFound);
  settle();
  EXPECT_EQ(told(a), ErrorCode::kNone);
  ask(ConsumerHarness::beating("a", kLeaveEpoch));
  EXPECT_EQ(wait(partition_->delete_consumer("g")), ErrorCode::kNone);
  kill_and_load();
  EXPECT_EQ(partition_->groups().find("g"), nullptr);
}

TEST_F(ConsumerPartition, ADeletedGroupIsGoneWithItsOffsets) {
  load(create());
  ask(ConsumerHarness::joining("a"));
  EXPECT_EQ(commit("a", 2), ErrorCode::kNone);
  EXPECT_EQ(wait(partition_->delete_group("g")), ErrorCode::kNonEmptyGroup);
  ask(ConsumerHarness::beating("a", kLeaveEpoch));
  EXPECT_EQ(wait(partition_->delete_group("g")), ErrorCode::kNone);
  EXPECT_EQ(partition_->groups().find("g"), nullptr);
  kill_and_load();
  EXPECT_EQ(partition_->groups().size(), 0U);
}

TEST_F(ConsumerPartition, WhoMakesRoomForAClassicGroupLeavesItsOffsets) {
  load(create());
  ask(ConsumerHarness::joining("a"));
  commit("a", 2);
  EXPECT_EQ(wait(partition_->delete_consumer("g")), ErrorCode::kNonEmptyGroup);
  ask(ConsumerHarness::beating("a", kLeaveEpoch));
  EXPECT_EQ(wait(partition_->delete_consumer("g")), ErrorCode::kNone);
  EXPECT_EQ(partition_->consumer("g"), nullptr);
  EXPECT_NE(partition_->offsets("g")->find("t", 0), nullptr);
  kill_and_load();
  EXPECT_EQ(partition_->consumer("g"), nullptr);
  EXPECT_NE(partition_->offsets("g")->find("t", 0), nullptr);
}

TEST_F(ConsumerPartition, CommitsAndFetchesGoByMemberEpochs) {
  load(create());
  EXPECT_EQ(commit("a", 2), ErrorCode::kGroupIdNotFound);
  ask(ConsumerHarness::joining("a"));
  EXPECT_EQ(commit("a", 2), ErrorCode::kNone);
  EXPECT_EQ(commit("a", 2, 0, false), ErrorCode::kUnsupportedVersion);
  EXPECT_EQ(commit("a", 3), ErrorCode::kStaleMemberEpoch);
  EXPECT_EQ(commit("a", 1), ErrorCode::kStaleMemberEpoch);
  EXPECT_EQ(commit("", -1), ErrorCode::kUnknownMemberId);
  const auto fetched = [&](std::optional<std::string> member_id, int32_t epoch) {
    OffsetFetch fetch{.group_id = "g", .member_id = std::move(member_id), .member_epoch = epoch};
    fetch.topics.push_back({"t", {}, {{.partition = 0}}});
    const ErrorCode error = wait(fetch_offsets(*partition_, fetch));
    if (error == ErrorCode::kNone) {
      EXPECT_EQ(fetch.topics[0].rows[0].offset, 5);
    }
    return error;
  };
  EXPECT_EQ(fetched(std::nullopt, -1), ErrorCode::kNone);
  EXPECT_EQ(fetched("a", 2), ErrorCode::kNone);
  EXPECT_EQ(fetched("a", 1), ErrorCode::kStaleMemberEpoch);
  EXPECT_EQ(fetched("b", 2), ErrorCode::kUnknownMemberId);
}

TEST_F(ConsumerPartition, OffsetsOfWhatIsReadAreNotDeleted) {
  load(create());
  ask(ConsumerHarness::joining("a"));
  commit("a", 2);
  commit("a", 2, 0, true, "other");
  OffsetDelete deletion{.group_id = "g", .topics = {{"t", {0}}, {"other", {0}}}};
  EXPECT_EQ(wait(delete_offsets(*partition_, deletion)), ErrorCode::kNone);
  EXPECT_EQ(deletion.topics[0].error, ErrorCode::kGroupSubscribedToTopic);
  EXPECT_EQ(deletion.topics[1].error, ErrorCode::kNone);
  EXPECT_NE(partition_->offsets("g")->find("t", 0), nullptr);
  EXPECT_EQ(partition_->offsets("g")->find("other", 0), nullptr);
}

TEST_F(ConsumerPartition, OffsetsExpireSinceTheirCommit) {
  load(create());
  options_groups_.retention_ms = 1000;
  ask(ConsumerHarness::joining("a"));
  commit("a", 2);
  commit("a", 2, 0, true, "other");
  settle();
  wait(expire_offsets(*partition_));
  EXPECT_NE(partition_->offsets("g")->find("t", 0), nullptr);      // it is read
  EXPECT_EQ(partition_->offsets("g")->find("other", 0), nullptr);  // also while the group has members
  ask(ConsumerHarness::beating("a", kLeaveEpoch));
  wait(expire_offsets(*partition_));
  EXPECT_EQ(partition_->groups().find("g"), nullptr);
}

}  // namespace
}  // namespace klamm::coordinator::test
