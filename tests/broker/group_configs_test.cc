#include "broker/group_configs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "broker/group_options.h"
#include "broker/iso_duration.h"
#include "metadata/image_builder.h"

// Expected codes, messages and values were given by Apache Kafka 4.4.0 (tests/oracle/group_configs.py).
namespace klamm::broker {
namespace {

using enum metadata::ConfigOperation;
using metadata::ConfigChange;
using metadata::ConfigResourceType;
using metadata::ConfigSource;
using protocol::ErrorCode;

class GroupConfigsTest : public testing::Test {
 protected:
  metadata::ApiError check(std::string group, std::vector<ConfigChange> changes, bool replaces = false) const {
    metadata::ResourceConfigChange change{ConfigResourceType::kGroup, std::move(group), std::move(changes)};
    change.replaces = replaces;
    return check_group_config_change(options_, builder_.image(), change);
  }
  metadata::ApiError set(std::string key, std::string value) const {
    return check("g", {{std::move(key), kSet, std::move(value)}});
  }
  void has(ConfigResourceType type, std::string name, std::string key, std::string value) {
    builder_.set_klamm_setting({type, std::move(name), std::move(key), std::move(value)});
  }
  void is_given(std::string_view option, std::string_view value) {
    ASSERT_TRUE(set_option(options_, *find_option(option), value));
  }
  BrokerConfig shown(std::string_view key) const {
    for (BrokerConfig& config : group_configs(options_, builder_.image(), "g")) {
      if (config.name == key) return std::move(config);
    }
    ADD_FAILURE() << key;
    return {};
  }

  Options options_;
  metadata::ImageBuilder builder_{"cluster", 1, 1};
};

TEST_F(GroupConfigsTest, TakesWhatIsInTheBrokersRange) {
  EXPECT_TRUE(set("consumer.session.timeout.ms", " 45000 ").ok());
  EXPECT_TRUE(set("consumer.session.timeout.ms", "60000").ok());
  EXPECT_EQ(set("consumer.session.timeout.ms", "44999").code, ErrorCode::kInvalidConfig);
  EXPECT_EQ(set("consumer.session.timeout.ms", "60001").message,
            "consumer.session.timeout.ms must be in the range 45000 to 60000 inclusive.");
  is_given("group.consumer.max.session.timeout.ms", "70000");
  EXPECT_TRUE(set("consumer.session.timeout.ms", "70000").ok());
  EXPECT_EQ(set("streams.num.standby.replicas", "3").message,
            "streams.num.standby.replicas must be less than or equal to 2");
  EXPECT_EQ(set("streams.task.offset.interval.ms", "1").message,
            "streams.task.offset.interval.ms must be greater than or equal to 15000");
}

TEST_F(GroupConfigsTest, RefusesWhatIsNone) {
  EXPECT_EQ(set("nope", "1").message, "Unknown group config name: nope");
  EXPECT_EQ(set("consumer.session.timeout.ms", "x").message,
            "Invalid value x for configuration consumer.session.timeout.ms: Not a number of type INT");
  EXPECT_EQ(check("", {{"consumer.session.timeout.ms", kSet, "50000"}}).message,
            "Default group resources are not allowed.");
  EXPECT_EQ(check("", {{"consumer.session.timeout.ms", kSet, "50000"}}).code, ErrorCode::kInvalidRequest);
  EXPECT_EQ(check("g", {{"streams.rack.aware.assignment.tags", kAppend, "a"}}).message,
            "Can't APPEND to key streams.rack.aware.assignment.tags because its type is not LIST.");
  EXPECT_EQ(set("streams.rack.aware.assignment.tags", "a, a").message,
            "streams.rack.aware.assignment.tags must not contain duplicate tag keys.");
  EXPECT_EQ(set("streams.rack.aware.assignment.tags", "a,").message,
            "Configuration 'streams.rack.aware.assignment.tags' values must not be empty.");
  EXPECT_FALSE(set("share.isolation.level", "READ_COMMITTED").ok());
  EXPECT_FALSE(set("streams.assignor.name", "mine").ok());
  EXPECT_FALSE(set("share.auto.offset.reset", "LATEST").ok());
  EXPECT_TRUE(set("share.auto.offset.reset", "by_duration:PT1H").ok());
}

TEST_F(GroupConfigsTest, TheSessionIsLongerThanTheHeartbeatInterval) {
  is_given("group.consumer.max.heartbeat.interval.ms", "50000");
  EXPECT_EQ(set("consumer.heartbeat.interval.ms", "45000").message,
            "consumer.session.timeout.ms must be greater than consumer.heartbeat.interval.ms");
  EXPECT_TRUE(set("consumer.heartbeat.interval.ms", "44999").ok());
  EXPECT_TRUE(
      check("g", {{"consumer.heartbeat.interval.ms", kSet, "45000"}, {"consumer.session.timeout.ms", kSet, "45001"}})
          .ok());
}

TEST_F(GroupConfigsTest, WhatAGroupHasIsCheckedWithTheChange) {
  has(ConfigResourceType::kGroup, "g", "consumer.session.timeout.ms", "70000");
  EXPECT_FALSE(set("consumer.assignment.interval.ms", "5").ok()) << "the broker's range was another one";
  EXPECT_TRUE(
      check("g", {{"consumer.assignment.interval.ms", kSet, "5"}, {"consumer.session.timeout.ms", kDelete, {}}}).ok());
  EXPECT_TRUE(check("g", {{"consumer.assignment.interval.ms", kSet, "5"}}, true).ok());
  EXPECT_TRUE(check("other", {{"consumer.assignment.interval.ms", kSet, "5"}}).ok());
}

TEST_F(GroupConfigsTest, ShowsWhatStandsBehind) {
  EXPECT_EQ(shown("consumer.session.timeout.ms").value, "45000");
  EXPECT_EQ(shown("consumer.session.timeout.ms").source, ConfigSource::kDefault);
  EXPECT_EQ(shown("consumer.session.timeout.ms").synonyms.front().name, "group.consumer.session.timeout.ms");
  is_given("group.consumer.assignment.interval.ms", "1500");
  has(ConfigResourceType::kBroker, "", "group.consumer.assignment.interval.ms", "3000");
  EXPECT_EQ(shown("consumer.assignment.interval.ms").value, "3000");
  EXPECT_EQ(shown("consumer.assignment.interval.ms").source, ConfigSource::kDynamicDefaultBroker);
  has(ConfigResourceType::kGroup, "g", "consumer.assignment.interval.ms", " +7 ");
  const BrokerConfig own = shown("consumer.assignment.interval.ms");
  EXPECT_EQ(own.value, "7");
  EXPECT_EQ(own.source, ConfigSource::kGroup);
  const std::vector<metadata::ConfigSynonym> expected{
      {"consumer.assignment.interval.ms", "7", ConfigSource::kGroup},
      {"group.consumer.assignment.interval.ms", "3000", ConfigSource::kDynamicDefaultBroker},
      {"group.consumer.assignment.interval.ms", "1500", ConfigSource::kStaticBroker},
      {"group.consumer.assignment.interval.ms", "1000", ConfigSource::kDefault}};
  ASSERT_EQ(own.synonyms.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(own.synonyms[i].name, expected[i].name);
    EXPECT_EQ(own.synonyms[i].value, expected[i].value);
    EXPECT_EQ(own.synonyms[i].source, expected[i].source);
  }
}

TEST_F(GroupConfigsTest, ShowsInternalOnesWhereTheyAreSet) {
  const auto has_it = [&] {
    const auto all = group_configs(options_, builder_.image(), "g");
    return std::ranges::find(all, "consumer.assignor.offload.enable", &BrokerConfig::name) != all.end();
  };
  EXPECT_FALSE(has_it());
  has(ConfigResourceType::kGroup, "g", "consumer.assignor.offload.enable", "False");
  EXPECT_TRUE(has_it());
  EXPECT_EQ(shown("consumer.assignor.offload.enable").value, "False");
}

TEST_F(GroupConfigsTest, KlammsOwnIsOneOfThem) {
  EXPECT_TRUE(set("group.disconnect.grace.ms", "-1").ok());
  EXPECT_TRUE(set("group.disconnect.grace.ms", "500").ok());
  EXPECT_FALSE(set("group.disconnect.grace.ms", "-2").ok());
  has(ConfigResourceType::kBroker, "1", "group.disconnect.grace.ms", "300");
  EXPECT_EQ(shown("group.disconnect.grace.ms").value, "300");
}

TEST_F(GroupConfigsTest, ReachTheCoordinator) {
  has(ConfigResourceType::kGroup, "g", "consumer.session.timeout.ms", "+50000");
  coordinator::GroupConfigs configs;
  configs.set_group("g", &builder_.image().config(ConfigResourceType::kGroup, "g")->values);
  EXPECT_EQ(configs.of("g").session_timeout_ms, 50000);
}

TEST(GroupConfigKeys, NameSettingsThatThereAre) {
  for (const GroupConfigKey& key : group_config_keys()) {
    for (const std::string_view name : {key.synonym, key.min, key.max}) {
      EXPECT_TRUE(name.empty() || find_option(name) != nullptr || find_kafka_setting(name) != nullptr) << name;
    }
    EXPECT_TRUE(!key.synonym.empty() || key.default_text != nullptr) << key.name;
    EXPECT_EQ(find_group_config_key(key.name), &key);
  }
}

TEST(IsoDuration, IsReadAsJavaDoes) {
  for (const char* text :
       {"PT1H", "P1D", "pt1.5s", "P1DT2H3M4S", "PT0S", "+PT1H", "PT1.S", "PT1,5S", "-PT-1H", "PT1H-30M"}) {
    EXPECT_TRUE(is_iso_duration(text)) << text;
  }
  for (const char* text : {"", "P", "PT", "P1DT", "PT1H30", "PT1S1M", " PT1H", "PT1H ", "1H", "-PT1H", "PT-1H",
                           "PT1H-90M", "P999999999999999D", "PT99999999999999999999S", "PT.5S", "P1H", "PT90M-1H"}) {
    EXPECT_FALSE(is_iso_duration(text)) << text;
  }
}

}  // namespace
}  // namespace klamm::broker
