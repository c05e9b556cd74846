#include <gtest/gtest.h>

#include "coordinator/consumer_group_options.h"

namespace klamm::coordinator {
namespace {

void set(GroupConfigs& configs, std::string_view group_id, const GroupConfigs::Values& values) {
  configs.set_group(group_id, &values);
}

TEST(GroupConfigs, AreTheBrokersWhereAGroupHasNone) {
  const GroupConfigs configs;
  const GroupSettings settings = configs.of("any");
  EXPECT_EQ(settings.session_timeout_ms, 45000);
  EXPECT_EQ(settings.heartbeat_interval_ms, 5000);
  EXPECT_EQ(settings.assignment_interval_ms, 1000);
  EXPECT_EQ(settings.disconnect_grace_ms, -1);
  EXPECT_FALSE(configs.has_disconnect_grace());
}

TEST(GroupConfigs, OfAGroupWin) {
  GroupConfigs configs;
  set(configs, "own",
      {{"consumer.session.timeout.ms", "50000"},
       {"consumer.heartbeat.interval.ms", " +7000\t"},
       {"consumer.assignment.interval.ms", "0"},
       {"group.disconnect.grace.ms", "500"}});
  const GroupSettings own = configs.of("own");
  EXPECT_EQ(own.session_timeout_ms, 50000);
  EXPECT_EQ(own.heartbeat_interval_ms, 7000);
  EXPECT_EQ(own.assignment_interval_ms, 0);
  EXPECT_EQ(own.disconnect_grace_ms, 500);
  EXPECT_TRUE(configs.has_disconnect_grace());
  EXPECT_EQ(configs.of("other").session_timeout_ms, 45000);
  EXPECT_EQ(configs.of("other").disconnect_grace_ms, -1);
  configs.set_group("own", nullptr);
  EXPECT_EQ(configs.of("own").session_timeout_ms, 45000);
  EXPECT_FALSE(configs.has_disconnect_grace());
}

TEST(GroupConfigs, StayWithinTheBrokersRange) {
  GroupConfigs configs;
  set(configs, "short", {{"consumer.session.timeout.ms", "1000"}, {"consumer.heartbeat.interval.ms", "1"}});
  set(configs, "long", {{"consumer.session.timeout.ms", "99000"}, {"consumer.heartbeat.interval.ms", "99000"}});
  EXPECT_EQ(configs.of("short").session_timeout_ms, 45000);
  EXPECT_EQ(configs.of("short").heartbeat_interval_ms, 5000);
  EXPECT_EQ(configs.of("long").session_timeout_ms, 60000);
  EXPECT_EQ(configs.of("long").heartbeat_interval_ms, 15000);
  ConsumerGroupOptions wider;
  wider.session_timeout_ms = {45000, 1000, 200000};
  configs.set_broker(wider);
  EXPECT_EQ(configs.of("short").session_timeout_ms, 1000);
  EXPECT_EQ(configs.of("long").session_timeout_ms, 99000);
}

// Whether connections have to be watched at all hangs on it.
TEST(GroupConfigs, GraceIsThereAsLongAsOneGroupHasIt) {
  GroupConfigs configs;
  for (const char* group : {"a", "a", "b"}) set(configs, group, {{"group.disconnect.grace.ms", "5"}});
  configs.set_group("a", nullptr);
  configs.set_group("a", nullptr);
  EXPECT_TRUE(configs.has_disconnect_grace());
  set(configs, "b", {{"group.disconnect.grace.ms", "-1"}});
  EXPECT_FALSE(configs.has_disconnect_grace());
  set(configs, "b", {{"group.disconnect.grace.ms", "0"}});
  EXPECT_TRUE(configs.has_disconnect_grace());
}

TEST(GroupConfigs, PassOverWhatIsNoNumber) {
  GroupConfigs configs;
  set(configs, "odd", {{"consumer.session.timeout.ms", "soon"}, {"group.disconnect.grace.ms", "1e3"}});
  EXPECT_EQ(configs.of("odd").session_timeout_ms, 45000);
  EXPECT_EQ(configs.of("odd").disconnect_grace_ms, -1);
}

TEST(GroupConfigs, GraceOfAGroupMayBeOffWhereTheBrokersIsOn) {
  GroupConfigs configs;
  ConsumerGroupOptions broker;
  broker.disconnect_grace_ms = 300;
  configs.set_broker(broker);
  set(configs, "patient", {{"group.disconnect.grace.ms", "-1"}});
  EXPECT_EQ(configs.of("patient").disconnect_grace_ms, -1);
  EXPECT_EQ(configs.of("other").disconnect_grace_ms, 300);
  EXPECT_TRUE(configs.has_disconnect_grace());
}

}  // namespace
}  // namespace klamm::coordinator
