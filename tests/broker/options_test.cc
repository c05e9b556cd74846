#include "broker/options.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "broker/group_options.h"

namespace klamm::broker {
namespace {

std::string error_of(std::string_view name, std::string_view text) {
  Options options;
  const auto set = set_option(options, *find_option(name), text);
  return set ? "" : set.error();
}

TEST(Options, HaveTheirDefaults) {
  const Options options;
  EXPECT_EQ(options.num_partitions, 1);
  EXPECT_TRUE(options.auto_create_topics_enable);
  EXPECT_EQ(options.log_message_timestamp_before_max_ms, INT64_MAX);
  EXPECT_EQ(options.log_cleanup_policy, std::vector<std::string>{"delete"});
  EXPECT_FALSE(options.node_id);
  EXPECT_EQ(options.offsets_topic_replication_factor, 1);
  EXPECT_TRUE(check_options(options));
}

TEST(Options, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const OptionRow& row : option_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.text.empty()) << row.name;
  }
}

TEST(Options, AreSetFromText) {
  Options options;
  ASSERT_TRUE(set_option(options, *find_option("num.partitions"), " 6 "));
  ASSERT_TRUE(set_option(options, *find_option("auto.create.topics.enable"), "FALSE"));
  ASSERT_TRUE(set_option(options, *find_option("log.cleanup.policy"), "compact, delete"));
  ASSERT_TRUE(set_option(options, *find_option("log.roll.ms"), "5000"));
  EXPECT_EQ(options.num_partitions, 6);
  EXPECT_FALSE(options.auto_create_topics_enable);
  EXPECT_EQ(options.log_cleanup_policy, (std::vector<std::string>{"compact", "delete"}));
  EXPECT_EQ(options.roll_ms(), 5000);
  EXPECT_EQ(options.given.at("num.partitions"), "6");
}

TEST(Options, BrokerIdIsAnotherNameOfNodeId) {
  Options options;
  ASSERT_TRUE(set_option(options, *find_option("broker.id"), "7"));
  EXPECT_EQ(options.node_id, 7);
}

TEST(Options, TheWindowOfProducersHasTwoNamesAndBounds) {
  Options options;
  ASSERT_TRUE(set_option(options, *find_option("max.idempotence.batches.to.retain"), "50"));
  EXPECT_EQ(options.producer_state_batches_to_retain, 50);
  EXPECT_EQ(options.given.at("producer.state.batches.to.retain"), "50");
  EXPECT_NE(error_of("max.idempotence.batches.to.retain", "4"), "");
  EXPECT_NE(error_of("producer.state.batches.to.retain", "1001"), "");
}

TEST(Options, WrongTextsAreRefusedWithASentence) {
  EXPECT_EQ(error_of("num.partitions", "x"), "num.partitions=x: not a number");
  EXPECT_EQ(error_of("num.partitions", "1x"), "num.partitions=1x: not a number");
  EXPECT_EQ(error_of("num.partitions", "0"), "num.partitions=0: must be between 1 and 2147483647");
  EXPECT_EQ(error_of("num.partitions", "99999999999"), "num.partitions=99999999999: not a number");
  EXPECT_NE(error_of("auto.create.topics.enable", "yes"), "");
  EXPECT_NE(error_of("compression.type", "brotli"), "");
  EXPECT_NE(error_of("log.cleanup.policy", "shred"), "");
  EXPECT_NE(error_of("log.dirs", "a,,b"), "");
}

TEST(Options, RetentionIsTakenFromTheFinestUnit) {
  Options options;
  EXPECT_EQ(options.retention_ms(), int64_t{168} * 3600 * 1000);
  options.log_retention_minutes = 5;
  EXPECT_EQ(options.retention_ms(), 300'000);
  options.log_retention_ms = 17;
  EXPECT_EQ(options.retention_ms(), 17);
  options.log_retention_ms = -1;
  EXPECT_EQ(options.retention_ms(), -1);
}

TEST(Options, LogDirsWinOverLogDir) {
  Options options;
  options.log_dir = {"/a"};
  EXPECT_EQ(options.data_directories(), std::vector<std::string>{"/a"});
  options.log_dirs = std::vector<std::string>{"/b", "/c"};
  EXPECT_EQ(options.data_directories(), (std::vector<std::string>{"/b", "/c"}));
}

TEST(Options, RelationsAreChecked) {
  Options options;
  options.process_roles = {"controller"};
  EXPECT_FALSE(check_options(options));
  options = Options();
  options.log_retention_ms = 0;
  EXPECT_FALSE(check_options(options));
  options = Options();
  options.receive_ring_buffer_count = 6;
  EXPECT_FALSE(check_options(options));
}

TEST(Options, TextOfAValueIsWhatSetsIt) {
  Options options;
  for (const OptionRow& row : option_table()) {
    const auto text = option_text(options, row);
    EXPECT_EQ(text.has_value(), row.default_text != nullptr) << row.name;
    if (!text) continue;
    EXPECT_EQ(*text, row.default_text) << row.name;
    EXPECT_TRUE(set_option(options, row, *text)) << row.name;
  }
}

// What check_options() says of these settings.
std::string check(const std::vector<std::pair<std::string_view, std::string_view>>& settings) {
  Options options;
  for (const auto& [name, value] : settings) EXPECT_TRUE(set_option(options, *find_option(name), value)) << name;
  const auto checked = check_options(options);
  return checked ? "" : checked.error();
}

TEST(Options, OfConsumerGroupsFitEachOther) {
  EXPECT_EQ(check({{"group.consumer.session.timeout.ms", "60000"}, {"group.consumer.heartbeat.interval.ms", "15000"}}),
            "");
  EXPECT_EQ(check({{"group.consumer.session.timeout.ms", "44999"}}),
            "group.consumer.session.timeout.ms must be greater than or equal to group.consumer.min.session.timeout.ms");
  EXPECT_EQ(check({{"group.consumer.session.timeout.ms", "60001"}}),
            "group.consumer.session.timeout.ms must be less than or equal to group.consumer.max.session.timeout.ms");
  EXPECT_EQ(check({{"group.consumer.min.session.timeout.ms", "60001"}}),
            "group.consumer.max.session.timeout.ms must be greater than or equal to "
            "group.consumer.min.session.timeout.ms");
  EXPECT_EQ(check({{"group.consumer.heartbeat.interval.ms", "15001"}}),
            "group.consumer.heartbeat.interval.ms must be less than or equal to "
            "group.consumer.max.heartbeat.interval.ms");
  EXPECT_EQ(check({{"group.consumer.session.timeout.ms", "5000"}, {"group.consumer.min.session.timeout.ms", "5000"}}),
            "group.consumer.heartbeat.interval.ms must be less than group.consumer.session.timeout.ms");
  EXPECT_EQ(check({{"group.consumer.assignment.interval.ms", "15001"}}),
            "group.consumer.assignment.interval.ms must be less than or equal to "
            "group.consumer.max.assignment.interval.ms");
}

TEST(Options, NameProtocolsAndPoliciesThatThereAre) {
  EXPECT_EQ(check({{"group.consumer.migration.policy", "Upgrade"}}), "");
  EXPECT_NE(check({{"group.consumer.migration.policy", "up"}}), "");
  EXPECT_EQ(check({{"group.coordinator.rebalance.protocols", "classic"}}), "");
  EXPECT_NE(check({{"group.coordinator.rebalance.protocols", "consumer"}}), "");
  EXPECT_NE(error_of("group.coordinator.rebalance.protocols", "classic,other"), "");
  EXPECT_NE(check({{"group.consumer.assignors", ""}}), "");
  EXPECT_NE(error_of("group.consumer.assignors", "org.example.Mine"), "");
  EXPECT_NE(error_of("group.consumer.regex.refresh.interval.ms", "9999"), "");
}

TEST(Options, OfGroupsBecomeTheCoordinators) {
  Options options;
  ASSERT_TRUE(set_option(options, *find_option("group.consumer.assignors"), "range"));
  ASSERT_TRUE(set_option(options, *find_option("group.consumer.migration.policy"), "DOWNGRADE"));
  ASSERT_TRUE(set_option(options, *find_option("group.coordinator.rebalance.protocols"), "classic"));
  ASSERT_TRUE(set_option(options, *find_option("group.consumer.max.size"), "7"));
  ASSERT_TRUE(set_option(options, *find_option("group.disconnect.grace.ms"), "250"));
  const coordinator::ConsumerGroupOptions groups = consumer_group_options(options);
  EXPECT_EQ(groups.session_timeout_ms.value, 45000);
  EXPECT_EQ(groups.session_timeout_ms.max, 60000);
  EXPECT_EQ(groups.heartbeat_interval_ms.max, 15000);
  EXPECT_EQ(groups.assignment_interval_ms.min, 0);
  EXPECT_EQ(groups.assignors, std::vector<std::string>{"range"});
  EXPECT_EQ(groups.migration_policy, coordinator::MigrationPolicy::kDowngrade);
  EXPECT_FALSE(groups.is_served);
  EXPECT_EQ(groups.max_size, 7);
  EXPECT_EQ(groups.disconnect_grace_ms, 250);
  EXPECT_TRUE(consumer_group_options(Options()).is_served);
}

}  // namespace
}  // namespace klamm::broker
