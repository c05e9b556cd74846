#include "broker/server_properties.h"

#include <gtest/gtest.h>

namespace klamm::broker {
namespace {

std::expected<std::vector<std::string>, std::string> apply(Options& options, std::string_view text) {
  const auto properties = parse_properties(text);
  if (!properties) return std::unexpected(properties.error());
  return apply_properties(options, *properties);
}

std::string error_of(std::string_view text) {
  Options options;
  const auto applied = apply(options, text);
  return applied ? "" : applied.error();
}

TEST(ServerProperties, KnownKeysApply) {
  Options options;
  const auto warnings = apply(options, "num.partitions=3\nlog.dirs=/a,/b\nnum.partitions=4\n");
  ASSERT_TRUE(warnings);
  EXPECT_TRUE(warnings->empty());
  EXPECT_EQ(options.num_partitions, 4);
  EXPECT_EQ(options.log_dirs, (std::vector<std::string>{"/a", "/b"}));
}

TEST(ServerProperties, AWrongValueIsAnError) {
  EXPECT_NE(error_of("num.partitions=none"), "");
}

TEST(ServerProperties, OtherKafkaKeysShareOneWarning) {
  Options options;
  const auto warnings = apply(options, "num.io.threads=8\nnum.network.threads=3\nlistener.name.a.num.io.threads=2\n");
  ASSERT_TRUE(warnings);
  ASSERT_EQ(warnings->size(), 1U);
  EXPECT_EQ((*warnings)[0],
            "These settings of Kafka have no effect in Klamm: num.io.threads, num.network.threads, "
            "listener.name.a.num.io.threads.");
  EXPECT_EQ(options.given.at("num.io.threads"), "8");
}

TEST(ServerProperties, AnUnknownKeyIsWarnedOfWithTheNearestName) {
  Options options;
  const auto warnings = apply(options, "num.partitons=3\nzookeeper.connect=x\n");
  ASSERT_TRUE(warnings);
  ASSERT_EQ(warnings->size(), 2U);
  EXPECT_EQ((*warnings)[0], "num.partitons (line 1) is no setting that is known; is num.partitions meant?");
  EXPECT_EQ(options.num_partitions, 1);
}

TEST(ServerProperties, KeysThatRestrictAccessOrMoveDataStopTheStart) {
  EXPECT_NE(error_of("authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer"), "");
  EXPECT_NE(error_of("ssl.keystore.location=/k"), "");
  EXPECT_NE(error_of("sasl.enabled.mechanisms=PLAIN"), "");
  EXPECT_NE(error_of("listener.name.internal.ssl.keystore.location=/k"), "");
  EXPECT_NE(error_of("listener.name.internal.plain.sasl.jaas.config=x"), "");
  EXPECT_NE(error_of("listener.name.internal.sasl.enabled.mechanisms=x"), "");
  EXPECT_NE(error_of("remote.log.storage.system.enable=true"), "");
  EXPECT_NE(error_of("remote.log.storage.system.enable= TRUE"), "");
  EXPECT_NE(error_of("security.inter.broker.protocol=SSL"), "");
  EXPECT_NE(error_of("create.topic.policy.class.name=x.Y"), "");
  EXPECT_NE(error_of("config.providers=file"), "");
  EXPECT_NE(error_of("delegation.token.secret.key=x"), "");
}

TEST(ServerProperties, TheirHarmlessValuesDoNot) {
  EXPECT_EQ(error_of("authorizer.class.name="), "");
  EXPECT_EQ(error_of("remote.log.storage.system.enable=false"), "");
  EXPECT_EQ(error_of("security.inter.broker.protocol=PLAINTEXT"), "");
}

TEST(ServerProperties, ARefusalNamesTheKey) {
  EXPECT_TRUE(error_of("listener.name.x.ssl.key.password=1").starts_with("listener.name.x.ssl.key.password is set"));
}

TEST(ServerProperties, TwoNamesOfOneSettingMustAgree) {
  EXPECT_NE(error_of("node.id=1\nbroker.id=2"), "");
  EXPECT_EQ(error_of("node.id=1\nbroker.id=1"), "");
  EXPECT_EQ(error_of("node.id=2\nnode.id=1\nbroker.id=1"), "");
  EXPECT_NE(error_of("producer.state.batches.to.retain=9\nmax.idempotence.batches.to.retain=10"), "");
  EXPECT_EQ(error_of("max.idempotence.batches.to.retain=10"), "");
}

TEST(ServerProperties, AnOverrideWinsAndAnUnknownNameIsAnError) {
  Options options;
  ASSERT_TRUE(apply(options, "num.partitions=3"));
  ASSERT_TRUE(apply_override(options, "num.partitions=5"));
  EXPECT_EQ(options.num_partitions, 5);
  EXPECT_EQ(apply_override(options, "num.partitons=5").error(),
            "num.partitons is no setting that is known; is num.partitions meant?");
  EXPECT_FALSE(apply_override(options, "num.partitions"));
  EXPECT_FALSE(apply_override(options, "sasl.mechanism.controller.protocol=PLAIN"));
}

TEST(ServerProperties, AnOverrideWithoutEffectIsWarnedOf) {
  Options options;
  const auto warnings = apply_override(options, "num.io.threads=5");
  ASSERT_TRUE(warnings);
  EXPECT_EQ(warnings->size(), 1U);
}

TEST(ServerProperties, AFileOfACombinedNodeApplies) {
  Options options;
  const auto warnings = apply(options,
                              "process.roles=broker,controller\nnode.id=1\n"
                              "controller.quorum.voters=1@localhost:9093\n"
                              "listeners=PLAINTEXT://:9092,CONTROLLER://:9093\ninter.broker.listener.name=PLAINTEXT\n"
                              "advertised.listeners=PLAINTEXT://localhost:9092\ncontroller.listener.names=CONTROLLER\n"
                              "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SSL:SSL\n"
                              "num.network.threads=3\nlog.dirs=/tmp/x\n");
  ASSERT_TRUE(warnings);
  EXPECT_EQ(warnings->size(), 1U);
  EXPECT_TRUE(check_options(options));
}

}  // namespace
}  // namespace klamm::broker
