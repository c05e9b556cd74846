#include <gtest/gtest.h>

#include "metadata/broker_control.h"
#include "metadata/topic_control.h"
#include "records.h"

// Expected codes and messages were given by Apache Kafka 4.4.0 as a single node.
namespace klamm::metadata {
namespace {

using namespace test;
using protocol::ErrorCode;

class TopicCreationTest : public ::testing::Test {
 protected:
  TopicCreationTest() {
    options_.node_id = 1;
    options_.directories = {{"/d", directory_id()}};
    apply({feature_record("metadata.version", 33), register_record(1, 0), unfence_broker_record(1, 0)});
  }
  void apply(const std::vector<std::string>& records) {
    for (const std::string& record : records) state_.apply_own(record);
    state_.finish({1, 1});
  }
  Decision<CreatedTopic> create(std::vector<NewTopic> topics, bool validate_only = false) {
    return decide_create_topics(state_, options_, {std::move(topics), validate_only}, [&] { return topic_id(++ids_); });
  }
  ApiError error_of(NewTopic topic) {
    const auto decision = create({std::move(topic)});
    EXPECT_EQ(decision.records.empty(), !decision.answers.at(0).error.ok());
    return decision.answers.at(0).error;
  }
  static NewTopic topic(std::string name, int32_t partitions = 1, int16_t factor = 1) {
    NewTopic made;
    made.name = std::move(name);
    made.num_partitions = partitions;
    made.replication_factor = factor;
    return made;
  }
  static NewTopic assigned(std::vector<std::pair<int32_t, std::vector<int32_t>>> assignments) {
    NewTopic made = topic("a1", -1, -1);
    for (auto& [index, brokers] : assignments) made.assignments.push_back({index, brokers});
    return made;
  }
  static NewTopic configured(std::string key, std::optional<std::string> value) {
    NewTopic made = topic("a1");
    made.configs.emplace_back(std::move(key), std::move(value));
    return made;
  }

  NodeOptions options_;
  ImageBuilder state_{"cluster", 1, 1};
  uint64_t ids_ = 100;
};

TEST_F(TopicCreationTest, RefusesValuesThatKlammsFileCannotHold) {
  const std::string key = "producer.state.batches.to.retain";
  EXPECT_TRUE(error_of(configured(key, " 50")).ok());
  EXPECT_EQ(error_of(configured(key, std::string(256, ' ') + "50")).code, ErrorCode::kInvalidConfig);
  EXPECT_EQ(error_of(configured(key, "50\n")).code, ErrorCode::kInvalidConfig);
}

TEST_F(TopicCreationTest, CreatesWithDefaults) {
  options_.broker_values["num.partitions"] = "3";
  const auto decision = create({topic("a", -1, -1)});
  const CreatedTopic& answer = decision.answers.at(0);
  EXPECT_TRUE(answer.error.ok());
  EXPECT_EQ(answer.num_partitions, 3);
  EXPECT_EQ(answer.replication_factor, 1);
  EXPECT_EQ(answer.configs.size(), 38U);
  ASSERT_EQ(decision.records.size(), 4U);
  apply(decision.records);
  const TopicImage* created = state_.image().topic("a");
  ASSERT_NE(created, nullptr);
  EXPECT_EQ(created->id, answer.id);
  const PartitionImage* partition = created->partition(2);
  EXPECT_EQ(partition->replicas, std::vector<int32_t>{1});
  EXPECT_EQ(partition->isr, std::vector<int32_t>{1});
  EXPECT_EQ(partition->leader, 1);
  EXPECT_EQ(partition->leader_epoch, 0);
  EXPECT_EQ(partition->directory_of(1), directory_id());
}

TEST_F(TopicCreationTest, WritesNoRecordsToValidate) {
  const auto decision = create({topic("a")}, /*validate_only=*/true);
  EXPECT_TRUE(decision.answers.at(0).error.ok());
  EXPECT_TRUE(decision.records.empty());
}

TEST_F(TopicCreationTest, ChecksCounts) {
  EXPECT_EQ(
      error_of(topic("a1", 1, 2)),
      (ApiError{ErrorCode::kInvalidReplicationFactor,
                "Unable to replicate the partition 2 time(s): The target replication factor of 2 cannot be reached "
                "because only 1 broker(s) are registered or some brokers have all their log directories "
                "cordoned."}));
  for (const int16_t factor : {int16_t{0}, int16_t{-2}}) {
    EXPECT_EQ(error_of(topic("a1", 0, factor)),
              (ApiError{ErrorCode::kInvalidReplicationFactor,
                        "Replication factor must be larger than 0, or -1 to use the default value."}));
  }
  for (const int32_t partitions : {0, -2}) {
    EXPECT_EQ(
        error_of(topic("a1", partitions)),
        (ApiError{ErrorCode::kInvalidPartitions, "Number of partitions was set to an invalid non-positive value."}));
  }
  EXPECT_TRUE(error_of(topic("a1", 9999)).ok());
  EXPECT_EQ(error_of(topic("a1", 10'000)),
            (ApiError{ErrorCode::kPolicyViolation, "Unable to perform excessively large batch operation."}));
  EXPECT_EQ(error_of(topic("a1", 10'001)),
            (ApiError{ErrorCode::kPolicyViolation, "Excessively large number of partitions per request."}));
}

TEST_F(TopicCreationTest, RefusesAllOfAnExcessiveRequest) {
  const auto decision = create({topic("a1", 6000), topic("a2", 6000), topic("bad name")});
  ASSERT_EQ(decision.answers.size(), 3U);
  for (const CreatedTopic& answer : decision.answers) EXPECT_EQ(answer.error.code, ErrorCode::kPolicyViolation);
  EXPECT_TRUE(decision.records.empty());
}

TEST_F(TopicCreationTest, ChecksNames) {
  const std::string prefix = "Topic name is invalid: ";
  const std::string rest = " contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'";
  const auto invalid = [&](std::string why) { return ApiError{ErrorCode::kInvalidTopicException, prefix + why}; };
  EXPECT_EQ(error_of(topic("")), invalid("the empty string is not allowed"));
  EXPECT_EQ(error_of(topic(".")), invalid("'.' is not allowed"));
  EXPECT_EQ(error_of(topic("..")), invalid("'..' is not allowed"));
  EXPECT_EQ(error_of(topic("a b")), invalid("'a b'" + rest));
  EXPECT_EQ(error_of(topic("ä")), invalid("'ä'" + rest));
  EXPECT_TRUE(error_of(topic(std::string(249, 'x'))).ok());
  const std::string long_name(250, 'x');
  EXPECT_EQ(error_of(topic(long_name)),
            invalid("the length of '" + long_name + "' is longer than the max allowed length 249"));
  EXPECT_EQ(error_of(topic("__cluster_metadata")),
            (ApiError{ErrorCode::kInvalidRequest, "Creation of internal topic __cluster_metadata is prohibited."}));
  EXPECT_TRUE(error_of(topic("__consumer_offsets")).ok());
}

TEST_F(TopicCreationTest, RefusesNamesThatExistOrCollide) {
  apply({topic_record("my.topic_x", 1)});
  EXPECT_EQ(error_of(topic("my.topic_x")),
            (ApiError{ErrorCode::kTopicAlreadyExists, "Topic 'my.topic_x' already exists."}));
  EXPECT_EQ(error_of(topic("my_topic.x")), (ApiError{ErrorCode::kInvalidTopicException,
                                                     "Topic 'my_topic.x' collides with existing topic: my.topic_x"}));
}

TEST_F(TopicCreationTest, AnswersDuplicatesOnceAndLast) {
  const auto decision = create({topic("d1"), topic("d1"), topic("d2")});
  ASSERT_EQ(decision.answers.size(), 2U);
  EXPECT_EQ(decision.answers[0].name, "d2");
  EXPECT_TRUE(decision.answers[0].error.ok());
  EXPECT_EQ(decision.answers[1].name, "d1");
  EXPECT_EQ(decision.answers[1].error, (ApiError{ErrorCode::kInvalidRequest, "Duplicate topic name."}));
}

TEST_F(TopicCreationTest, TakesManualAssignments) {
  const auto decision = create({assigned({{1, {1}}, {0, {1}}})});
  EXPECT_EQ(decision.answers.at(0).num_partitions, 2);
  EXPECT_EQ(decision.answers.at(0).replication_factor, 1);

  NewTopic with_factor = assigned({{0, {1}}});
  with_factor.replication_factor = 1;
  with_factor.num_partitions = 1;
  EXPECT_EQ(error_of(with_factor),
            (ApiError{ErrorCode::kInvalidRequest,
                      "A manual partition assignment was specified, but replication factor was not set to -1."}));
  NewTopic with_count = assigned({{0, {1}}});
  with_count.num_partitions = 1;
  EXPECT_EQ(error_of(with_count),
            (ApiError{ErrorCode::kInvalidRequest,
                      "A manual partition assignment was specified, but numPartitions was not set to -1."}));
  const auto refused = [&](NewTopic each, const std::string& message) {
    EXPECT_EQ(error_of(std::move(each)), (ApiError{ErrorCode::kInvalidReplicaAssignment, message}));
  };
  refused(assigned({{0, {1}}, {0, {1}}}), "Found multiple manual partition assignments for partition 0");
  refused(assigned({{0, {1}}, {2, {1}}}), "partitions should be a consecutive 0-based integer sequence");
  refused(assigned({{-1, {1}}}), "partitions should be a consecutive 0-based integer sequence");
  refused(assigned({{0, {}}}), "The manual partition assignment includes an empty replica list.");
  refused(assigned({{0, {7}}}), "The manual partition assignment includes broker 7, but no such broker is registered.");
  refused(assigned({{0, {1, 1}}}), "The manual partition assignment includes the broker 1 more than once.");
}

TEST_F(TopicCreationTest, ChecksSettings) {
  const auto message_of = [&](const std::string& key, std::optional<std::string> value) {
    const ApiError error = error_of(configured(key, std::move(value)));
    EXPECT_TRUE(error.ok() || error.code == ErrorCode::kInvalidConfig);
    return error.message;
  };
  EXPECT_EQ(message_of("foo", "1"), "Unknown topic config name: foo");
  EXPECT_EQ(message_of("", "1"), "Unknown topic config name: ");
  EXPECT_EQ(message_of("retention.ms", std::nullopt), "Null value not supported for topic configs: retention.ms");
  EXPECT_EQ(message_of("retention.ms", "abc"),
            "Invalid value abc for configuration retention.ms: Not a number of type LONG");
  EXPECT_EQ(message_of("retention.ms", ""), "Invalid value  for configuration retention.ms: Not a number of type LONG");
  EXPECT_EQ(message_of("retention.ms", "-2"),
            "Invalid value -2 for configuration retention.ms: Value must be at least -1");
  EXPECT_EQ(message_of("retention.ms", " 5 "), "");
  EXPECT_EQ(message_of("retention.bytes", "-5"), "");
  EXPECT_EQ(message_of("cleanup.policy", "compact, x"),
            "Invalid value x for configuration cleanup.policy: String must be one of: compact, delete");
  EXPECT_EQ(message_of("cleanup.policy", ""), "");
  EXPECT_EQ(message_of("cleanup.policy", "compact,delete"), "");
  EXPECT_EQ(message_of("compression.type", "none"),
            "Invalid value none for configuration compression.type: String must be one of: uncompressed, zstd, lz4, "
            "snappy, gzip, producer");
  EXPECT_EQ(message_of("min.cleanable.dirty.ratio", "2"),
            "Invalid value 2.0 for configuration min.cleanable.dirty.ratio: Value must be no more than 1");
  EXPECT_EQ(message_of("min.cleanable.dirty.ratio", "-0.1"),
            "Invalid value -0.1 for configuration min.cleanable.dirty.ratio: Value must be at least 0");
  EXPECT_EQ(message_of("segment.bytes", "10"),
            "Invalid value 10 for configuration segment.bytes: Value must be at least 1048576");
  EXPECT_EQ(message_of("segment.bytes", "3000000000"),
            "Invalid value 3000000000 for configuration segment.bytes: Not a number of type INT");
  EXPECT_EQ(message_of("preallocate", "maybe"),
            "Invalid value maybe for configuration preallocate: Expected value to be either true or false");
  EXPECT_EQ(message_of("preallocate", "TRUE"), "");
  EXPECT_EQ(message_of("compression.gzip.level", "0"),
            "Invalid value 0 for configuration compression.gzip.level: Value must be between 1 and 9 or equal to -1");
  EXPECT_EQ(message_of("compression.gzip.level", "-1"), "");
  EXPECT_EQ(message_of("compression.zstd.level", "-200000"),
            "Invalid value -200000 for configuration compression.zstd.level: Value must be at least -131072");
  EXPECT_EQ(
      message_of("leader.replication.throttled.replicas", "x"),
      "Invalid value [x] for configuration leader.replication.throttled.replicas: "
      "leader.replication.throttled.replicas must be the literal '*' or a list of replicas in the following format: "
      "[partitionId]:[brokerId],[partitionId]:[brokerId],...");
  EXPECT_EQ(message_of("leader.replication.throttled.replicas", "0:1,1:2"), "");
  EXPECT_EQ(message_of("leader.replication.throttled.replicas", "*"), "");
  EXPECT_EQ(message_of("remote.storage.enable", "true"),
            "Tiered Storage functionality is disabled in the broker. Topic cannot be configured with remote log "
            "storage.");
  EXPECT_EQ(message_of("delete.retention.ms", "9223372036854775808"),
            "Invalid value 9223372036854775808 for configuration delete.retention.ms: Not a number of type LONG");
  EXPECT_EQ(message_of("internal.segment.bytes", "100"), "");

  NewTopic lags = topic("a1");
  lags.configs = {{"min.compaction.lag.ms", "10"}, {"max.compaction.lag.ms", "5"}};
  EXPECT_EQ(error_of(lags).message,
            "conflict topic config setting min.compaction.lag.ms (10) > max.compaction.lag.ms (5)");
}

TEST_F(TopicCreationTest, SpreadsPartitionsOverLogDirectories) {
  const Uuid other = topic_id(4711);
  options_.directories.push_back({"/e", other});
  apply(create({topic("a", 3)}).records);
  const TopicImage* made = state_.image().topic("a");
  EXPECT_EQ(made->partition(0)->directory_of(1), directory_id());
  EXPECT_EQ(made->partition(1)->directory_of(1), other);
  apply(create({topic("b", 1)}).records);
  EXPECT_EQ(state_.image().topic("b")->partition(0)->directory_of(1), other);
}

TEST_F(TopicCreationTest, DeletesByNameAndId) {
  apply({topic_record("zz", 1), topic_record("yy", 2)});
  const auto remove = [&](std::vector<TopicReference> topics) {
    return decide_delete_topics(state_, options_, topics);
  };
  auto decision = remove({{"zz", {}}, {std::nullopt, topic_id(2)}});
  ASSERT_EQ(decision.records.size(), 2U);
  for (const DeletedTopic& answer : decision.answers) {
    EXPECT_TRUE(answer.error.ok());
    EXPECT_TRUE(answer.name.has_value());
    EXPECT_FALSE(answer.id.is_zero());
  }
  const auto error_of_one = [&](std::vector<TopicReference> topics) {
    const auto refused = remove(std::move(topics));
    EXPECT_EQ(refused.answers.size(), 1U);
    EXPECT_TRUE(refused.records.empty());
    return refused.answers.at(0).error;
  };
  EXPECT_EQ(error_of_one({{"nope", {}}}).code, ErrorCode::kUnknownTopicOrPartition);
  EXPECT_EQ(error_of_one({{std::nullopt, topic_id(9)}}).code, ErrorCode::kUnknownTopicId);
  EXPECT_EQ(error_of_one({{std::nullopt, {}}}),
            (ApiError{ErrorCode::kInvalidRequest, "Neither topic name nor id were specified."}));
  EXPECT_EQ(error_of_one({{"zz", topic_id(1)}}),
            (ApiError{ErrorCode::kInvalidRequest, "You may not specify both topic name and topic id."}));
  EXPECT_EQ(error_of_one({{"zz", {}}, {"zz", {}}}), (ApiError{ErrorCode::kInvalidRequest, "Duplicate topic name."}));
  EXPECT_EQ(error_of_one({{std::nullopt, topic_id(1)}, {std::nullopt, topic_id(1)}}),
            (ApiError{ErrorCode::kInvalidRequest, "Duplicate topic id."}));
  EXPECT_EQ(error_of_one({{"zz", {}}, {std::nullopt, topic_id(1)}}),
            (ApiError{ErrorCode::kInvalidRequest, "The provided topic name maps to an ID that was already supplied."}));
  options_.broker_values["delete.topic.enable"] = "false";
  EXPECT_EQ(error_of_one({{"zz", {}}}).code, ErrorCode::kTopicDeletionDisabled);
}

}  // namespace
}  // namespace klamm::metadata
