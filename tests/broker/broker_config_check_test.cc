#include "broker/broker_config_check.h"

#include <gtest/gtest.h>

// Expected codes were given by Apache Kafka 4.4.0 (tests/oracle/alter_configs.py), but for what Klamm refuses on
// purpose.
namespace klamm::broker {
namespace {

using enum metadata::ConfigOperation;
using metadata::ConfigChange;
using protocol::ErrorCode;

class BrokerConfigCheckTest : public testing::Test {
 protected:
  metadata::ApiError check(std::string broker, std::vector<ConfigChange> changes) const {
    const metadata::ResourceConfigChange change{metadata::ConfigResourceType::kBroker, std::move(broker),
                                                std::move(changes)};
    return check_broker_config_change({options_, image_, 1}, change);
  }
  metadata::ApiError set(std::string key, std::string value, std::string broker = "1") const {
    return check(std::move(broker), {{std::move(key), kSet, std::move(value)}});
  }

  Options options_;
  metadata::MetadataImage image_;
};

TEST_F(BrokerConfigCheckTest, TakesLiveOptionsAndWhatKafkaCanChange) {
  EXPECT_TRUE(set("max.connections", " 12 ").ok());
  EXPECT_TRUE(set("log.cleanup.policy", "compact, delete", "").ok());
  EXPECT_TRUE(set("log.cleaner.backoff.ms", "0").ok());
  EXPECT_TRUE(set("fetch.session.eviction.ms", "5").ok());
  EXPECT_TRUE(set("nobody.knows.it", "5").ok());
  EXPECT_TRUE(set("leader.replication.throttled.rate", "5").ok());
  EXPECT_TRUE(set("listener.name.plaintext.max.connections", "5").ok());
  EXPECT_TRUE(check("1", {{"num.partitions", kDelete, {}}}).ok());
}

TEST_F(BrokerConfigCheckTest, RefusesWhatIsReadAtTheStart) {
  EXPECT_EQ(set("num.partitions", "5").message, "Cannot update these configs dynamically: [num.partitions]");
  EXPECT_FALSE(set("broker.id", "5").ok());
  EXPECT_FALSE(set("spin.us", "5").ok());
  // Kafka can change these.
  EXPECT_FALSE(set("listeners", "PLAINTEXT://:9092").ok());
}

TEST_F(BrokerConfigCheckTest, RefusesWrongValues) {
  EXPECT_EQ(set("max.connections", "x").message,
            "Invalid value x for configuration max.connections: Not a number of type INT");
  EXPECT_EQ(set("max.connections", "-1").message,
            "Invalid value -1 for configuration max.connections: Value must be at least 0");
  EXPECT_EQ(set("compression.type", "brotli").code, ErrorCode::kInvalidRequest);
  EXPECT_FALSE(set("compression.lz4.level", "18").ok());
  EXPECT_FALSE(set("log.preallocate", "maybe").ok());
  EXPECT_FALSE(set("log.retention.ms", "0").ok());
  EXPECT_FALSE(set("leader.replication.throttled.rate", "x").ok());
  EXPECT_FALSE(set("listener.name.plaintext.max.connections", "x").ok());
  EXPECT_FALSE(set("listener.name.plaintext.max.connections", "0").ok());
  EXPECT_EQ(set("max.connections", "0").message, "Invalid max.connections 0") << "it would be the listener's bound too";
  EXPECT_EQ(set("max.connection.creation.rate", "0").message, "Invalid max.connection.creation.rate 0");
  EXPECT_TRUE(set("listener.name.nosuch.max.connections", "0").ok()) << "as Kafka";
  EXPECT_FALSE(set("max.connections.per.ip", "0").ok());
  EXPECT_FALSE(set("max.connections.per.ip.overrides", "127.0.0.1:x").ok());
  EXPECT_FALSE(set("cordoned.log.dirs", "/elsewhere").ok());
  EXPECT_TRUE(set("cordoned.log.dirs", options_.data_directories().front()).ok());
}

TEST_F(BrokerConfigCheckTest, RefusesWhatWouldRestrictAccess) {
  EXPECT_EQ(set("listener.name.plaintext.ssl.keystore.type", "JKS").code, ErrorCode::kInvalidRequest);
  EXPECT_FALSE(set("ssl.keystore.type", "JKS").ok());
  EXPECT_FALSE(set("sasl.enabled.mechanisms", "PLAIN").ok());
}

TEST_F(BrokerConfigCheckTest, SomeMayBeSetOnOneBrokerOnly) {
  EXPECT_FALSE(set("cordoned.log.dirs", "*", "").ok());
  EXPECT_TRUE(set("cordoned.log.dirs", "*", "1").ok());
  EXPECT_TRUE(set("listener.name.plaintext.max.connections", "5", "").ok());
  EXPECT_FALSE(set("listener.name.plaintext.max.connections.per.ip", "5", "").ok());
}

TEST_F(BrokerConfigCheckTest, ThreadsAtMostDoubleOrHalve) {
  for (const char* good : {"4", "8", "16"}) EXPECT_TRUE(set("num.io.threads", good).ok()) << good;
  for (const char* bad : {"0", "3", "17"}) EXPECT_FALSE(set("num.io.threads", bad).ok()) << bad;
  options_.given["num.io.threads"] = "20";
  EXPECT_TRUE(set("num.io.threads", "40").ok());
}

TEST_F(BrokerConfigCheckTest, OnlyListsAreAppendedTo) {
  EXPECT_TRUE(check("1", {{"log.cleanup.policy", kAppend, "compact"}}).ok());
  EXPECT_FALSE(check("1", {{"log.cleanup.policy", kAppend, "burn"}}).ok());
  EXPECT_EQ(check("1", {{"max.connections", kAppend, "1"}}).code, ErrorCode::kInvalidConfig);
  EXPECT_EQ(check("1", {{"nobody.knows.it", kSubtract, "1"}}).code, ErrorCode::kInvalidConfig);
}

}  // namespace
}  // namespace klamm::broker
