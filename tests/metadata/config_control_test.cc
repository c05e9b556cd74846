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
  EXPECT_EQ(code_of({ConfigResourceType::kClientMetrics, "g", {}}), ErrorCode::kInvalidRequest);
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

TEST_F(ConfigControlTest, KeepsWhatTheBrokerHasCheckedOfGroups) {
  const auto group = [](std::string name, std::vector<ConfigChange> changes) {
    return ResourceConfigChange{ConfigResourceType::kGroup, std::move(name), std::move(changes)};
  };
  options_.klamm_group_settings = {"grace"};
  EXPECT_TRUE(alter(group("g", {change("consumer.session.timeout.ms", kSet, "50000")})).ok());
  EXPECT_EQ(*state_.image().config(ConfigResourceType::kGroup, "g")->find("consumer.session.timeout.ms"), "50000");
  EXPECT_TRUE(decide({group("g", {change("consumer.session.timeout.ms", kSet, "50000")})}).records.empty());
  const Decision<ApiError> own = decide({group("g", {change("grace", kSet, "5")})});
  EXPECT_TRUE(own.records.empty());
  EXPECT_EQ(own.klamm_settings, (std::vector<KlammSettingChange>{{ConfigResourceType::kGroup, "g", "grace", "5"}}));
  EXPECT_EQ(code_of(group("", {change("consumer.session.timeout.ms", kSet, "50000")})), ErrorCode::kInvalidRequest);
  EXPECT_EQ(code_of(group("g", {change("cleanup.policy", kAppend, "compact")})), ErrorCode::kInvalidConfig);
  EXPECT_TRUE(alter(group("g", {change("consumer.session.timeout.ms", kDelete)})).ok());
  EXPECT_EQ(state_.image().config(ConfigResourceType::kGroup, "g"), nullptr);
}

TEST_F(ConfigControlTest, AsksTheBrokerWithWhatIsSetByThen) {
  // At most two settings on a group.
  options_.check_config_change = [](const MetadataImage& image, const ResourceConfigChange& change) -> ApiError {
    const ConfigImage* now = image.config(change.type, change.name);
    if (now == nullptr || now->values.size() + change.changes.size() <= 2) return {};
    return {ErrorCode::kInvalidConfig, "too many"};
  };
  const auto group = [](std::string key) {
    return ResourceConfigChange{ConfigResourceType::kGroup, "g", {change(std::move(key), kSet, "5")}};
  };
  EXPECT_TRUE(alter(group("a")).ok());
  EXPECT_EQ(code_of(group("c")), ErrorCode::kNone);
  EXPECT_TRUE(alter(group("b")).ok());
  EXPECT_EQ(code_of(group("c")), ErrorCode::kInvalidConfig);
  EXPECT_EQ(code_of(topic("a", {change("retention.ms", kSet, "5")})), ErrorCode::kNone);
}

// They stand in a file of JSON, which a name of other bytes cannot; Kafka's settings take any name.
TEST_F(ConfigControlTest, RefusesNamesAndValuesThatKlammsFileCannotHold) {
  const auto group = [](std::string name, std::string key, std::string value) {
    return ResourceConfigChange{ConfigResourceType::kGroup, std::move(name), {change(std::move(key), kSet, value)}};
  };
  options_.klamm_group_settings = {"grace"};
  for (const std::string& name : {std::string("\xff"), std::string("g\xc3"), std::string("\xed\xa0\x80"),
                                  std::string("a\nb"), std::string("\0", 1), std::string(256, 'g')}) {
    EXPECT_EQ(code_of(group(name, "grace", "5")), ErrorCode::kInvalidRequest) << name;
    EXPECT_EQ(code_of(group(name, "consumer.session.timeout.ms", "50000")), ErrorCode::kNone) << name;
  }
  for (const std::string& name :
       {std::string("gr\xc3\xbc\xc3\x9f"), std::string("a \"b\" \\"), std::string(255, 'g')}) {
    EXPECT_EQ(code_of(group(name, "grace", "5")), ErrorCode::kNone) << name;
  }
  for (const std::string& value : {std::string(256, ' ') + "5", std::string("\xff"), std::string("5\n")}) {
    EXPECT_EQ(code_of(group("g", "grace", value)), ErrorCode::kInvalidConfig) << value;
  }
  const std::string blanks(256, ' ');
  EXPECT_EQ(code_of(topic("a", {change("producer.state.batches.to.retain", kSet, blanks + "50")})),
            ErrorCode::kInvalidConfig);
}

TEST_F(ConfigControlTest, TakesAwayAndReplacesWhereThereIsNoRoomForMore) {
  const auto group = [](size_t number, std::vector<ConfigChange> changes) {
    return ResourceConfigChange{ConfigResourceType::kGroup, "g" + std::to_string(number), std::move(changes)};
  };
  options_.klamm_group_settings = {"grace"};
  for (size_t i = 0; i < kKlammConfigsMax; ++i) {
    state_.set_klamm_setting({ConfigResourceType::kGroup, "g" + std::to_string(i), "grace", "5"});
  }
  EXPECT_EQ(code_of(group(kKlammConfigsMax, {change("grace", kSet, "5")})), ErrorCode::kPolicyViolation);
  EXPECT_EQ(code_of(group(0, {change("grace", kSet, "6")})), ErrorCode::kNone);
  EXPECT_EQ(code_of(group(0, {change("grace", kDelete)})), ErrorCode::kNone);
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
