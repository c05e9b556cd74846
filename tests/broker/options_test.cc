#include "broker/options.h"

#include <gtest/gtest.h>

#include <set>

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

}  // namespace
}  // namespace klamm::broker
