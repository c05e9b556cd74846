#include "coordinator/group_partition.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <map>
#include <string>
#include <vector>

#include "coordinator/group_upkeep.h"
#include "coordinator/offset_requests.h"
#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "tests/coordinator/group_listener.h"
#include "tests/coordinator/kafka_group_log.h"
#include "tests/protocol/hex.h"
#include "tests/storage/log_fixture.h"
#include "tests/storage/sim_storage_world.h"

namespace klamm::coordinator::test {
namespace {

using protocol::ErrorCode;
using reactor::Task;
using storage::Offset;
using Offsets = std::map<std::string, int64_t>;  // "group topic-partition" -> offset

using Groups = StillGroups;

// One partition of groups over a log on a simulated disk.
class GroupPartitionTest : public storage::test::LogTest {
 protected:
  std::unique_ptr<reactor::test::World> make_world() override {
    auto world = std::make_unique<storage::test::SimStorageWorld>(sim::SimOptions{.seed = 5});
    disk_ = &world->disk();
    return world;
  }
  void TearDown() override {
    close();
    LogTest::TearDown();
  }

  void serve(storage::Partition& log) {
    log_ = &log;
    partition_ = std::make_unique<GroupPartition>(world_->shard(), log, options_groups_, listener_, codec_);
  }
  void load(storage::Partition& log) {
    serve(log);
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

  static OffsetChange change(std::string topic, int32_t index, int64_t offset, std::string metadata = "") {
    OffsetChange made{std::move(topic), index, CommittedOffset()};
    made.offset->offset = offset;
    made.offset->metadata = std::move(metadata);
    made.offset->commit_timestamp_ms = 77;
    return made;
  }
  template <class... Changes>
  Task<ErrorCode> commit_task(std::string group, Changes... changes) {
    OffsetCommit commit;
    commit.group_id = std::move(group);
    (commit.changes.push_back(std::move(changes)), ...);
    return commit_offsets(*partition_, std::move(commit));
  }
  template <class... Changes>
  ErrorCode commit(std::string group, Changes... changes) {
    return wait(commit_task(std::move(group), std::move(changes)...));
  }
  std::vector<ErrorCode> at_once(std::vector<Task<ErrorCode>> tasks) {
    return wait(reactor::when_all(std::move(tasks)));
  }
  Offsets seen() {
    Offsets all;
    partition_->groups().for_each([&](const StoredGroup& group) {
      group.offsets.for_each([&](std::string_view topic, int32_t index, const CommittedOffset& offset) {
        all[group.id + " " + std::string(topic) + "-" + std::to_string(index)] = offset.offset;
      });
    });
    return all;
  }
  // What a broker that starts now would see.
  void expect_same_after_a_kill() {
    const Offsets before = seen();
    const size_t group_count = partition_->groups().size();
    kill_and_load();
    EXPECT_EQ(seen(), before);
    EXPECT_EQ(partition_->groups().size(), group_count);
  }
  size_t batch_count() {
    size_t count = 0;
    for (Offset from(0); from < log_->log_end_offset();) {
      auto read = wait(log_->read(from, 1 << 20, true, storage::ReadEnd::kLogEnd));
      const auto bytes = bytes_of(read->range);
      protocol::BatchIterator batches(bytes);
      for (auto batch = batches.next(); batch && batch->has_value(); batch = batches.next()) {
        ++count;
        from = Offset((*batch)->header.next_offset());
      }
    }
    return count;
  }
  void settle() {
    const auto nap = []() -> Task<void> { co_await reactor::sleep_for(1'000'000'000); };
    wait(nap());
  }

  sim::SimDisk* disk_ = nullptr;
  OffsetOptions options_groups_;
  Groups listener_;
  storage::Partition* log_ = nullptr;
  std::unique_ptr<GroupPartition> partition_;
};

TEST_F(GroupPartitionTest, CommittedOffsetsSurviveAKill) {
  load(create());
  EXPECT_EQ(commit("a", change("t", 0, 5, "note"), change("t", 1, 6)), ErrorCode::kNone);
  EXPECT_EQ(commit("b", change("t", 0, 7)), ErrorCode::kNone);
  EXPECT_EQ(commit("a", change("t", 0, 8, "newer")), ErrorCode::kNone);
  EXPECT_EQ(seen(), (Offsets{{"a t-0", 8}, {"a t-1", 6}, {"b t-0", 7}}));
  expect_same_after_a_kill();
  const CommittedOffset* offset = partition_->offsets("a")->find("t", 0);
  EXPECT_EQ(offset->metadata, "newer");
  EXPECT_EQ(offset->commit_timestamp_ms, 77);
  EXPECT_EQ(offset->record_offset, 3);
}

TEST_F(GroupPartitionTest, ReadsWhatKafkaWrote) {
  storage::Partition& log = create();
  auto bytes = protocol::from_hex(kKafkaGroupLog);
  ASSERT_TRUE(wait(log.append_as_replica(bytes)).has_value());
  load(log);
  EXPECT_EQ(seen(), (Offsets{{"audit ledger-0", 42}, {"audit ledger-1", 7}, {"audit ledger-3", 100}}));
  ASSERT_NE(partition_->classic("audit", false), nullptr);
  EXPECT_EQ(partition_->classic("audit", false)->member_count(), 1U);
}

TEST_F(GroupPartitionTest, WritesOfOneRoundLeaveTogether) {
  load(create());
  std::vector<Task<ErrorCode>> commits;
  for (int i = 0; i < 100; ++i) commits.push_back(commit_task("g" + std::to_string(i), change("t", 0, i)));
  for (const ErrorCode error : at_once(std::move(commits))) EXPECT_EQ(error, ErrorCode::kNone);
  EXPECT_EQ(seen().size(), 100U);
  EXPECT_EQ(log_->log_end_offset(), Offset(100));
  EXPECT_EQ(batch_count(), 1U);
  expect_same_after_a_kill();
}

TEST_F(GroupPartitionTest, ABatchStaysWithinTheTopicsBound) {
  config_.max_message_bytes = 2000;
  load(create());
  std::vector<Task<ErrorCode>> commits;
  for (int i = 0; i < 10; ++i) {
    commits.push_back(commit_task("g" + std::to_string(i), change("t", 0, i, std::string(500, 'm'))));
  }
  for (const ErrorCode error : at_once(std::move(commits))) EXPECT_EQ(error, ErrorCode::kNone);
  EXPECT_EQ(batch_count(), 4U);
  // What does not fit by itself is refused, and leaves nothing behind.
  EXPECT_EQ(commit("large", change("t", 0, 1, std::string(2000, 'm'))), ErrorCode::kUnknownServerError);
  EXPECT_EQ(partition_->groups().find("large"), nullptr);
  expect_same_after_a_kill();
}

TEST_F(GroupPartitionTest, TheOrderOfTheLogIsTheOrderOfTheCommits) {
  load(create());
  std::vector<Task<ErrorCode>> commits;
  for (int i = 1; i <= 20; ++i) commits.push_back(commit_task("g", change("t", 0, i)));
  at_once(std::move(commits));
  EXPECT_EQ(seen(), (Offsets{{"g t-0", 20}}));
  expect_same_after_a_kill();
}

TEST_F(GroupPartitionTest, AFailedWriteLeavesNothingBehind) {
  load(create());
  ASSERT_EQ(commit("a", change("t", 0, 1)), ErrorCode::kNone);
  disk_->add_fault({.operation = sim::DiskOperation::kWrite, .path_part = ".log", .error = EIO});
  EXPECT_EQ(commit("a", change("t", 0, 2)), ErrorCode::kNotCoordinator);
  EXPECT_EQ(commit("new", change("t", 0, 2)), ErrorCode::kNotCoordinator);
  EXPECT_EQ(seen(), (Offsets{{"a t-0", 1}}));
  EXPECT_EQ(partition_->groups().find("new"), nullptr);
  settle();
  EXPECT_EQ(commit("a", change("t", 0, 3)), ErrorCode::kNone);
  EXPECT_EQ(seen(), (Offsets{{"a t-0", 3}}));
  expect_same_after_a_kill();
}

TEST_F(GroupPartitionTest, WhileItLoadsItSaysSo) {
  load(create());
  for (int i = 0; i < 50; ++i) ASSERT_EQ(commit("g", change("t", i, i, std::string(4000, 'm'))), ErrorCode::kNone);
  const Offsets before = seen();
  close();
  serve(crash());
  OffsetFetch fetch;
  fetch.group_id = "g";
  fetch.all_topics = true;
  EXPECT_EQ(wait(fetch_offsets(*partition_, fetch)), ErrorCode::kCoordinatorLoadInProgress);
  // The load and commits that come while it goes on.
  std::vector<ErrorCode> told;
  const auto ask = [&]() -> Task<void> {
    while (partition_->state() == GroupPartition::State::kLoading) {
      told.push_back(co_await commit_task("g", change("t", 0, 1000)));
      OffsetDelete deletion;
      deletion.group_id = "g";
      told.push_back(co_await delete_offsets(*partition_, deletion));
      co_await reactor::yield_now();
    }
  };
  std::vector<Task<void>> both;
  both.push_back(partition_->load());
  both.push_back(ask());
  wait(reactor::when_all(std::move(both)));
  ASSERT_GE(told.size(), 2U);
  for (const ErrorCode error : told) EXPECT_EQ(error, ErrorCode::kCoordinatorLoadInProgress);
  EXPECT_EQ(listener_.loaded_count, 2);
  EXPECT_EQ(seen(), before);
}

TEST_F(GroupPartitionTest, APartitionThatCannotBeReadAnswersNotCoordinator) {
  load(create());
  ASSERT_EQ(commit("g", change("t", 0, 1)), ErrorCode::kNone);
  close();
  disk_->add_fault({.operation = sim::DiskOperation::kRead, .path_part = ".log", .count = UINT64_MAX});
  serve(*log_);
  wait(partition_->load());
  EXPECT_EQ(partition_->state(), GroupPartition::State::kFailed);
  EXPECT_EQ(commit("g", change("t", 0, 2)), ErrorCode::kNotCoordinator);
  disk_->clear_faults();
}

TEST_F(GroupPartitionTest, ADeletedPartitionEndsWhatWaits) {
  load(create());
  std::vector<Task<ErrorCode>> tasks;
  const auto remove = [](storage::LogManager& logs) -> Task<ErrorCode> {
    const auto removed = co_await logs.remove(storage::test::kTopicId, 0);
    co_return removed ? ErrorCode::kNone : ErrorCode::kUnknownServerError;
  };
  tasks.push_back(commit_task("g", change("t", 0, 1)));
  tasks.push_back(remove(*manager_));
  tasks.push_back(commit_task("g", change("t", 0, 2)));
  const auto errors = at_once(std::move(tasks));
  EXPECT_EQ(errors[0], ErrorCode::kNotCoordinator);
  EXPECT_EQ(errors[1], ErrorCode::kNone);
  EXPECT_EQ(errors[2], ErrorCode::kNotCoordinator);
  EXPECT_EQ(listener_.unloaded_count, 1);
  EXPECT_EQ(partition_->state(), GroupPartition::State::kClosed);
}

TEST_F(GroupPartitionTest, WhoWantsStableOffsetsWaitsForWritesOnTheirWay) {
  load(create());
  OffsetFetch stable{.group_id = "g", .all_topics = false, .require_stable = true, .topics = {}};
  stable.topics.push_back({"t", {}, {{.partition = 0, .metadata = ""}}});
  OffsetFetch any = stable;
  any.require_stable = false;
  std::vector<Task<ErrorCode>> tasks;
  tasks.push_back(commit_task("g", change("t", 0, 5)));
  tasks.push_back(fetch_offsets(*partition_, any));
  tasks.push_back(fetch_offsets(*partition_, stable));
  at_once(std::move(tasks));
  EXPECT_EQ(any.topics[0].rows[0].offset, -1);
  EXPECT_EQ(stable.topics[0].rows[0].offset, 5);
}

TEST_F(GroupPartitionTest, AnOffsetOfAnotherTopicOfThatNameIsNotFound) {
  load(create());
  const auto id = protocol::Uuid::from_halves(1, 2);
  OffsetChange of_id = change("t", 0, 5);
  of_id.offset->topic_id = id;
  ASSERT_EQ(commit("g", of_id, change("t", 1, 6)), ErrorCode::kNone);
  const auto fetched = [&](const protocol::Uuid& asked) {
    OffsetFetch fetch{.group_id = "g", .all_topics = false, .require_stable = false, .topics = {}};
    fetch.topics.push_back({"t", asked, {{.partition = 0, .metadata = ""}, {.partition = 1, .metadata = ""}}});
    EXPECT_EQ(wait(fetch_offsets(*partition_, fetch)), ErrorCode::kNone);
    return std::vector<int64_t>{fetch.topics[0].rows[0].offset, fetch.topics[0].rows[1].offset};
  };
  EXPECT_EQ(fetched(id), (std::vector<int64_t>{5, 6}));
  EXPECT_EQ(fetched({}), (std::vector<int64_t>{5, 6}));
  EXPECT_EQ(fetched(protocol::Uuid::from_halves(3, 4)), (std::vector<int64_t>{-1, 6}));
}

TEST_F(GroupPartitionTest, DeletionsAreStored) {
  load(create());
  ASSERT_EQ(commit("g", change("t", 0, 5), change("t", 1, 6)), ErrorCode::kNone);
  OffsetDelete deletion;
  deletion.group_id = "g";
  deletion.topics.push_back({"t", {0, 9}, ErrorCode::kNone});
  EXPECT_EQ(wait(delete_offsets(*partition_, deletion)), ErrorCode::kNone);
  EXPECT_EQ(log_->log_end_offset(), Offset(3));  // nothing is written for what was not there
  EXPECT_EQ(seen(), (Offsets{{"g t-1", 6}}));
  expect_same_after_a_kill();
  deletion.group_id = "nobody";
  EXPECT_EQ(wait(delete_offsets(*partition_, deletion)), ErrorCode::kGroupIdNotFound);
  EXPECT_EQ(wait(partition_->delete_group("g")), ErrorCode::kNone);
  EXPECT_EQ(partition_->groups().find("g"), nullptr);
  expect_same_after_a_kill();
}

TEST_F(GroupPartitionTest, ExpiryDeletesOffsetsAndEndedGroups) {
  load(create());
  options_groups_.retention_ms = 1000;
  OffsetChange fresh = change("t", 0, 5);
  fresh.offset->commit_timestamp_ms = partition_->now().wall_ms;
  ASSERT_EQ(commit("kept", fresh, change("t", 1, 6)), ErrorCode::kNone);
  ASSERT_EQ(commit("old", change("t", 0, 7)), ErrorCode::kNone);
  wait(expire_offsets(*partition_));
  EXPECT_EQ(seen(), (Offsets{{"kept t-0", 5}}));
  EXPECT_EQ(partition_->groups().size(), 1U);
  expect_same_after_a_kill();
}

TEST_F(GroupPartitionTest, ExpiryDoesNotUndoACommitOnItsWay) {
  load(create());
  options_groups_.retention_ms = 1000;
  ASSERT_EQ(commit("g", change("t", 0, 5)), ErrorCode::kNone);
  OffsetChange fresh = change("t", 0, 6);
  fresh.offset->commit_timestamp_ms = partition_->now().wall_ms;
  const auto expire = [](GroupPartition& partition) -> Task<ErrorCode> {
    co_await expire_offsets(partition);
    co_return ErrorCode::kNone;
  };
  std::vector<Task<ErrorCode>> tasks;
  tasks.push_back(commit_task("g", fresh));
  tasks.push_back(expire(*partition_));
  at_once(std::move(tasks));
  EXPECT_EQ(seen(), (Offsets{{"g t-0", 6}}));
  expect_same_after_a_kill();
}

TEST_F(GroupPartitionTest, OffsetsOfADeletedTopicGo) {
  load(create());
  const auto id = protocol::Uuid::from_halves(1, 2);
  const auto of_id = [&](int32_t index, const protocol::Uuid& topic_id) {
    OffsetChange made = change("t", index, 5);
    made.offset->topic_id = topic_id;
    return made;
  };
  const auto other = protocol::Uuid::from_halves(3, 4);
  ASSERT_EQ(commit("g", of_id(0, id), of_id(1, other), of_id(2, {}), change("u", 0, 1)), ErrorCode::kNone);
  std::vector<DeletedTopic> deleted{{"t", id}};
  wait(forget_topics(*partition_, deleted));
  EXPECT_EQ(seen(), (Offsets{{"g t-1", 5}, {"g u-0", 1}}));
  expect_same_after_a_kill();
}

TEST_F(GroupPartitionTest, ACommitThatWaitsTooLongIsToldSo) {
  load(create());
  log_->set_durable_end(Offset(0));
  EXPECT_EQ(commit("g", change("t", 0, 5)), ErrorCode::kCoordinatorNotAvailable);
  // It is not seen before it is durable, and takes effect then.
  EXPECT_EQ(seen(), Offsets{});
  log_->set_durable_end(std::nullopt);
  settle();
  EXPECT_EQ(seen(), (Offsets{{"g t-0", 5}}));
}

TEST_F(GroupPartitionTest, ACommitIsCheckedAgainstItsGroup) {
  load(create());
  const auto told = [&](std::string group, std::string member, int32_t generation, bool is_new_version) {
    OffsetCommit commit;
    commit.group_id = std::move(group);
    commit.member_id = std::move(member);
    commit.generation = generation;
    commit.knows_member_epochs = is_new_version;
    commit.changes.push_back(change("t", 0, 1));
    return wait(commit_offsets(*partition_, std::move(commit)));
  };
  EXPECT_EQ(told("g", "nobody", 3, false), ErrorCode::kIllegalGeneration);
  EXPECT_EQ(told("g", "nobody", 3, true), ErrorCode::kGroupIdNotFound);
  EXPECT_EQ(told("g", "nobody", -1, true), ErrorCode::kNone);
  EXPECT_EQ(told("g", "nobody", 3, true), ErrorCode::kUnknownMemberId);
  partition_->groups().find_or_create("other").other.member_ids.insert("m");
  EXPECT_EQ(told("other", "", -1, true), ErrorCode::kUnknownMemberId);
  partition_->classic("classic", true);
  EXPECT_EQ(told("classic", "", -1, true), ErrorCode::kNone);
  EXPECT_EQ(told("classic", "nobody", 0, true), ErrorCode::kUnknownMemberId);
}

}  // namespace
}  // namespace klamm::coordinator::test
