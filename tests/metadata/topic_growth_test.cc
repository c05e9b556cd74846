#include <gtest/gtest.h>

#include "metadata/broker_control.h"
#include "metadata/topic_control.h"
#include "protocol/messages/partition_change_record.h"
#include "records.h"

// Expected codes and messages were given by Apache Kafka 4.4.0 as a single node.
namespace klamm::metadata {
namespace {

using namespace test;
using protocol::ErrorCode;
using Assignments = std::vector<std::vector<int32_t>>;

class TopicGrowthTest : public ::testing::Test {
 protected:
  TopicGrowthTest() {
    options_.node_id = 1;
    options_.directories = {{"/d", directory_id()}};
    apply({feature_record("metadata.version", 33), register_record(1, 0), unfence_broker_record(1, 0)});
    make_topic("a", 2);
    make_topic("b", 1);
  }
  void apply(const std::vector<std::string>& records) {
    for (const std::string& record : records) state_.apply_own(record);
    state_.finish({1, 1});
  }
  void make_topic(std::string name, int32_t partitions) {
    CreateTopicsCall call;
    call.topics.resize(1);
    call.topics[0].name = std::move(name);
    call.topics[0].num_partitions = partitions;
    call.topics[0].replication_factor = 1;
    apply(decide_create_topics(state_, options_, call, [&] { return topic_id(++ids_); }).records);
  }
  static TopicGrowthAsked to(std::string name, int32_t count, std::optional<Assignments> assignments = {}) {
    return {std::move(name), count, std::move(assignments)};
  }
  ControllerResult<Decision<GrownTopic>> grow(const std::vector<TopicGrowthAsked>& topics) const {
    return decide_create_partitions(state_, options_, topics);
  }
  ApiError error_of(const TopicGrowthAsked& asked) const {
    const auto decision = grow({asked});
    EXPECT_TRUE(decision.has_value());
    EXPECT_EQ(decision->answers.size(), 1U);
    EXPECT_EQ(decision->records.empty(), !decision->answers.at(0).error.ok());
    return decision->answers.at(0).error;
  }
  const TopicImage& topic(std::string_view name) const { return *state_.image().topic(name); }

  NodeOptions options_;
  ImageBuilder state_{"cluster", 1, 3};
  uint64_t ids_ = 100;
};

TEST_F(TopicGrowthTest, AddsPartitionsBehindThoseThatAreThere) {
  protocol::PartitionChangeRecord elected;
  elected.topic_id = topic("a").id;
  elected.partition_id = 1;
  elected.leader = 1;
  apply({encode_record(elected)});
  const PartitionImage before = *topic("a").partition(1);
  ASSERT_EQ(before.leader_epoch, 1);
  const auto decision = grow({to("a", 5)});
  ASSERT_TRUE(decision.has_value());
  EXPECT_TRUE(decision->answers.at(0).error.ok());
  ASSERT_EQ(decision->records.size(), 3U);
  apply(decision->records);
  ASSERT_EQ(topic("a").partition_count(), 5);
  EXPECT_EQ(*topic("a").partition(1), before);
  for (int32_t index = 2; index < 5; ++index) {
    const PartitionImage* added = topic("a").partition(index);
    EXPECT_EQ(added->replicas, std::vector<int32_t>{1});
    EXPECT_EQ(added->isr, std::vector<int32_t>{1});
    EXPECT_EQ(added->leader, 1);
    EXPECT_EQ(added->leader_epoch, 0);
    EXPECT_EQ(added->partition_epoch, 0);
    EXPECT_EQ(added->directory_of(1), directory_id());
  }
  EXPECT_EQ(state_.image().partition_count(), 6U);
}

TEST_F(TopicGrowthTest, PlacesThemOnTheLeastLoadedShards) {
  // a-0, a-1 and b-0 have filled the three shards evenly.
  const std::vector<ShardId> before{topic("a").owner_shard(0), topic("a").owner_shard(1), topic("b").owner_shard(0)};
  EXPECT_EQ(before, (std::vector<ShardId>{0, 1, 2}));
  apply(grow({to("b", 3)})->records);
  EXPECT_EQ(topic("b").owner_shard(0), 2U);
  EXPECT_EQ(topic("b").owner_shard(1), 0U);
  EXPECT_EQ(topic("b").owner_shard(2), 1U);
  apply(grow({to("a", 3)})->records);
  EXPECT_EQ(topic("a").owner_shard(2), 2U);
  EXPECT_EQ(topic("a").owner_shard(0), 0U);
}

TEST_F(TopicGrowthTest, ChecksNamesAndCounts) {
  EXPECT_EQ(error_of(to("nope", 3)), (ApiError{ErrorCode::kUnknownTopicOrPartition, ""}));
  EXPECT_EQ(error_of(to("__cluster_metadata", 3)), (ApiError{ErrorCode::kUnknownTopicOrPartition, ""}));
  EXPECT_EQ(error_of(to("a", 2)), (ApiError{ErrorCode::kInvalidPartitions, "Topic already has 2 partition(s)."}));
  for (const int32_t count : {1, 0, -1, INT32_MIN}) {
    EXPECT_EQ(error_of(to("a", count)),
              (ApiError{ErrorCode::kInvalidPartitions, "The topic a currently has 2 partition(s); " +
                                                           std::to_string(count) + " would not be an increase."}));
  }
}

TEST_F(TopicGrowthTest, LetsTheOthersGrowWhenOneIsRefused) {
  const auto decision = grow({to("a", 1), to("b", 2), to("nope", 2)});
  ASSERT_EQ(decision->answers.size(), 3U);
  EXPECT_EQ(decision->answers[0].error.code, ErrorCode::kInvalidPartitions);
  EXPECT_TRUE(decision->answers[1].error.ok());
  EXPECT_EQ(decision->answers[2].error.code, ErrorCode::kUnknownTopicOrPartition);
  EXPECT_EQ(decision->records.size(), 1U);
}

TEST_F(TopicGrowthTest, AnswersDuplicatesOnceAndFirst) {
  const auto decision = grow({to("b", 2), to("a", 3), to("a", 4), to("a", 3)});
  ASSERT_EQ(decision->answers.size(), 2U);
  EXPECT_EQ(decision->answers[0].name, "a");
  EXPECT_EQ(decision->answers[0].error, (ApiError{ErrorCode::kInvalidRequest, "Duplicate topic name."}));
  EXPECT_EQ(decision->answers[1].name, "b");
  EXPECT_TRUE(decision->answers[1].error.ok());
  EXPECT_EQ(decision->records.size(), 1U);
}

TEST_F(TopicGrowthTest, RefusesAnExcessiveRequestAsAWhole) {
  const ApiError partitions{ErrorCode::kPolicyViolation,
                            "Excessively large number of additional partitions per request."};
  const auto error_of_all = [&](const std::vector<TopicGrowthAsked>& topics) {
    const auto decision = grow(topics);
    return decision ? ApiError{} : decision.error();
  };
  EXPECT_TRUE(error_of_all({to("a", 10'002)}).ok());
  EXPECT_EQ(error_of_all({to("a", 10'003)}), partitions);
  EXPECT_EQ(error_of_all({to("a", INT32_MAX), to("b", INT32_MAX)}), partitions);
  EXPECT_EQ(error_of_all({to("a", 6'000), to("b", 6'000)}), partitions);
  // It is looked at before the assignments are; a topic that is to shrink, is unknown or comes twice counts nothing.
  EXPECT_EQ(error_of_all({to("a", 10'003, Assignments{})}), partitions);
  EXPECT_EQ(error_of_all({to("a", 10'003), to("b", -5'000)}), partitions);
  EXPECT_TRUE(error_of_all({to("nope", 20'000)}).ok());
  EXPECT_TRUE(error_of_all({to("a", 10'003), to("a", 1)}).ok());

  std::vector<TopicGrowthAsked> many;
  for (int i = 0; i < 10'000; ++i) many.push_back(to("nope" + std::to_string(i), 1));
  EXPECT_TRUE(error_of_all(many).ok());
  many.push_back(to("b", 2));
  EXPECT_EQ(error_of_all(many),
            (ApiError{ErrorCode::kPolicyViolation, "Unable to perform excessively large batch operation."}));
}

TEST_F(TopicGrowthTest, TakesManualAssignments) {
  const auto refused = [&](int32_t count, Assignments assignments, const std::string& message) {
    EXPECT_EQ(error_of(to("a", count, std::move(assignments))),
              (ApiError{ErrorCode::kInvalidReplicaAssignment, message}));
  };
  refused(3, {}, "Attempted to add 1 additional partition(s), but only 0 assignment(s) were specified.");
  refused(3, {{1}, {1}}, "Attempted to add 1 additional partition(s), but only 2 assignment(s) were specified.");
  refused(4, {{1}, {}}, "The manual partition assignment includes an empty replica list.");
  refused(3, {{1, 8}}, "The manual partition assignment includes broker 8, but no such broker is registered.");
  refused(3, {{1, 1}}, "The manual partition assignment includes the broker 1 more than once.");
  apply({register_record(2, 5)});
  refused(3, {{1, 2}},
          "The manual partition assignment includes a partition with 2 replica(s), but this is not consistent with "
          "previous partitions, which have 1 replica(s).");
  refused(4, {{1}, {2}},
          "All brokers specified in the manual partition assignment for partition 3 are fenced or in controlled "
          "shutdown.");
  apply(grow({to("a", 4, Assignments{{1}, {1}})})->records);
  EXPECT_EQ(topic("a").partition_count(), 4);
  EXPECT_EQ(topic("a").partition(3)->leader, 1);
}

TEST_F(TopicGrowthTest, NeedsABrokerThatIsNotFenced) {
  apply({register_record(1, 7)});
  EXPECT_EQ(error_of(to("a", 3)),
            (ApiError{ErrorCode::kInvalidReplicationFactor,
                      "Unable to replicate the partition 1 time(s): All brokers are currently fenced or in controlled "
                      "shutdown."}));
}

TEST_F(TopicGrowthTest, SpreadsPartitionsOverLogDirectories) {
  const Uuid other = topic_id(4711);
  options_.directories.push_back({"/e", other});
  apply(grow({to("a", 4)})->records);
  EXPECT_EQ(topic("a").partition(2)->directory_of(1), other);
  EXPECT_EQ(topic("a").partition(3)->directory_of(1), other);
}

}  // namespace
}  // namespace klamm::metadata
