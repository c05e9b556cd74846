#include "metadata/config_control.h"

#include <gtest/gtest.h>

#include "metadata/broker_control.h"
#include "metadata/replica_assignment.h"
#include "records.h"

// Expected codes and messages were given by Apache Kafka 4.4.0 as a single node.
namespace klamm::metadata {
namespace {

using namespace test;
using enum ConfigOperation;
using protocol::ErrorCode;

ConfigChange change(std::string key, ConfigOperation operation, std::optional<std::string> value = std::nullopt) {
  return {std::move(key), operation, std::move(value)};
}

class ConfigControlTest : public ::testing::Test {
 protected:
  ConfigControlTest() {
    options_.node_id = 1;
    options_.broker_lists = {{"log.cleanup.policy", "delete"}};
    apply({feature_record("metadata.version", 33), register_record(1, 0), unfence_broker_record(1, 0),
           topic_record("a", 1), partition_record(1, 0), topic_record("b", 2), partition_record(2, 0)});
  }
  void apply(const RecordValues& records) {
    for (const std::string& record : records) state_.apply_own(record);
    state_.finish({1, 1});
  }
  static ResourceConfigChange topic(std::string name, std::vector<ConfigChange> changes) {
    return {ConfigResourceType::kTopic, std::move(name), std::move(changes)};
  }
  static ResourceConfigChange broker(std::string name, std::vector<ConfigChange> changes) {
    return {ConfigResourceType::kBroker, std::move(name), std::move(changes)};
  }
  static ResourceConfigChange replacing(ResourceConfigChange resource) {
    resource.replaces = true;
    return resource;
  }
  Decision<ApiError> decide(std::vector<ResourceConfigChange> resources) const {
    auto decision = decide_alter_configs(state_.image(), options_, resources);
    EXPECT_TRUE(decision.has_value());
    return decision ? std::move(*decision) : Decision<ApiError>();
  }
  // Decides on it and makes it true.
  ApiError alter(ResourceConfigChange resource) {
    Decision<ApiError> decision = decide({std::move(resource)});
    apply(decision.records);
    return decision.answers.at(0);
  }
  ErrorCode code_of(ResourceConfigChange resource) const { return decide({std::move(resource)}).answers.at(0).code; }
  std::map<std::string, std::string, std::less<>> values_of(std::string_view name) const {
    const ConfigImage* config = state_.image().topic_config(name);
    return config == nullptr ? std::map<std::string, std::string, std::less<>>() : config->values;
  }

  NodeOptions options_;
  ImageBuilder state_{"cluster", 1, 1};
};

TEST_F(ConfigControlTest, ChangesWhatIsNamedAndNothingElse) {
  EXPECT_TRUE(alter(topic("a", {change("retention.ms", kSet, "5"), change("segment.bytes", kSet, "2000000")})).ok());
  EXPECT_TRUE(alter(topic("a", {change("retention.ms", kDelete), change("nope", kDelete)})).ok());
  EXPECT_EQ(values_of("a").size(), 1U);
  EXPECT_EQ(values_of("a").at("segment.bytes"), "2000000");
  EXPECT_TRUE(values_of("b").empty());
}

TEST_F(ConfigControlTest, WritesNoRecordForATopicThatStaysTheSame) {
  alter(topic("a", {change("retention.ms", kSet, "5")}));
  EXPECT_TRUE(decide({topic("a", {change("retention.ms", kSet, "5")})}).records.empty());
  EXPECT_TRUE(decide({topic("a", {change("segment.bytes", kDelete)})}).records.empty());
  // But for a broker, as Kafka does.
  apply({config_record(4, "1", "x", "5")});
  EXPECT_EQ(decide({broker("1", {change("x", kSet, "5")})}).records.size(), 1U);
}

TEST_F(ConfigControlTest, AppendsToAndTakesFromLists) {
  alter(topic("a", {change("cleanup.policy", kAppend, "compact")}));
  EXPECT_EQ(values_of("a").at("cleanup.policy"), "delete,compact");
  alter(topic("a", {change("cleanup.policy", kAppend, "compact")}));
  EXPECT_EQ(values_of("a").at("cleanup.policy"), "delete,compact");
  alter(topic("a", {change("cleanup.policy", kSubtract, "delete,nope")}));
  EXPECT_EQ(values_of("a").at("cleanup.policy"), "compact");
  EXPECT_EQ(alter(topic("a", {change("retention.ms", kAppend, "1")})).message,
            "Can't APPEND to key retention.ms because its type is not LIST.");
  EXPECT_EQ(alter(topic("a", {change("cleanup.policy", kAppend, "")})).message,
            "Configuration 'cleanup.policy' values must not be empty.");
  // The default of a list is Kafka's, whatever the broker's is.
  options_.broker_values["log.cleanup.policy"] = "compact";
  alter(topic("b", {change("cleanup.policy", kAppend, "compact")}));
  EXPECT_EQ(values_of("b").at("cleanup.policy"), "delete,compact");
}

TEST_F(ConfigControlTest, OneErrorLeavesTheWholeResourceButNotTheOthers) {
  const auto decision = decide({topic("a", {change("retention.ms", kSet, "5"), change("segment.bytes", kSet, "x")}),
                                topic("b", {change("retention.ms", kSet, "6")})});
  EXPECT_EQ(decision.answers.at(0).code, ErrorCode::kInvalidConfig);
  EXPECT_TRUE(decision.answers.at(1).ok());
  apply(decision.records);
  EXPECT_TRUE(values_of("a").empty());
  EXPECT_EQ(values_of("b").at("retention.ms"), "6");
}

TEST_F(ConfigControlTest, ReplacingDeletesWhatIsNotNamed) {
  alter(topic("a", {change("retention.ms", kSet, "5"), change("segment.bytes", kSet, "2000000")}));
  EXPECT_TRUE(alter(replacing(topic("a", {change("cleanup.policy", kSet, "compact")}))).ok());
  EXPECT_EQ(values_of("a").size(), 1U);
  EXPECT_EQ(values_of("a").at("cleanup.policy"), "compact");
  EXPECT_TRUE(alter(replacing(topic("a", {}))).ok());
  EXPECT_TRUE(values_of("a").empty());
}

TEST_F(ConfigControlTest, ValuesAreCheckedBeforeTheTopicIsLookedFor) {
  EXPECT_EQ(code_of(topic("missing", {change("retention.ms", kSet, "5")})), ErrorCode::kUnknownTopicOrPartition);
  EXPECT_EQ(code_of(topic("missing", {change("retention.ms", kSet, "x")})), ErrorCode::kInvalidConfig);
  EXPECT_EQ(code_of(topic("not/legal", {change("retention.ms", kSet, "x")})), ErrorCode::kInvalidTopicException);
  EXPECT_EQ(code_of(topic("", {})), ErrorCode::kInvalidRequest);
  EXPECT_EQ(code_of(topic("a", {change("leader.replication.throttled.replicas", kSet, std::string(40'000, '*'))})),
            ErrorCode::kInvalidConfig);
}

TEST_F(ConfigControlTest, BrokersMustBeRegistered) {
  EXPECT_TRUE(alter(broker("1", {change("log.cleanup.policy", kAppend, "compact")})).ok());
  EXPECT_EQ(*state_.image().config(ConfigResourceType::kBroker, "1")->find("log.cleanup.policy"), "delete,compact");
  EXPECT_TRUE(alter(broker("", {change("x", kSet, "1")})).ok());
  EXPECT_EQ(code_of(broker("7", {})), ErrorCode::kBrokerIdNotRegistered);
  EXPECT_EQ(code_of(broker("x", {})), ErrorCode::kInvalidRequest);
  EXPECT_EQ(code_of({ConfigResourceType::kGroup, "g", {}}), ErrorCode::kInvalidRequest);
}

TEST_F(ConfigControlTest, MinInSyncReplicasIsOfTheClusterWhileTheElrIsOn) {
  EXPECT_EQ(decide({topic("a", {change("min.insync.replicas", kSet, "2")})}).records.size(), 1U);
  EXPECT_TRUE(alter(broker("1", {change("min.insync.replicas", kSet, "2")})).ok());
  apply({feature_record("eligible.leader.replicas.version", 1)});
  EXPECT_EQ(code_of(broker("1", {change("min.insync.replicas", kSet, "2")})), ErrorCode::kInvalidConfig);
  EXPECT_EQ(code_of(broker("", {change("min.insync.replicas", kDelete)})), ErrorCode::kInvalidConfig);
  // Each change comes with a ClearElrRecord.
  EXPECT_EQ(decide({broker("", {change("min.insync.replicas", kSet, "2")})}).records.size(), 2U);
  EXPECT_EQ(decide({topic("a", {change("min.insync.replicas", kSet, "2")})}).records.size(), 2U);
}

TEST_F(ConfigControlTest, RefusesTooManyChangesAtATime) {
  ResourceConfigChange many = broker("1", {});
  for (size_t i = 0; i <= kRecordsPerRequestMax; ++i)
    many.changes.push_back(change("x" + std::to_string(i), kSet, "1"));
  const auto decision = decide_alter_configs(state_.image(), options_, {many});
  ASSERT_FALSE(decision.has_value());
  EXPECT_EQ(decision.error().code, ErrorCode::kPolicyViolation);
}

}  // namespace
}  // namespace klamm::metadata
