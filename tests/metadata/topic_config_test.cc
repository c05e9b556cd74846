#include "metadata/topic_config.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "records.h"

namespace klamm::metadata {
namespace {

using namespace test;

class TopicConfigTest : public ::testing::Test {
 protected:
  void set(std::vector<std::string> records) {
    for (const std::string& record : records) state_.apply_own(record);
    state_.finish({1, 1});
  }
  ResolvedConfig resolve(std::string_view name) {
    return resolve_topic_config(*find_topic_config_key(name), state_.image(), options_,
                                state_.image().topic_config("t"));
  }
  storage::LogConfig log_config() {
    return resolve_log_config(state_.image(), options_, state_.image().topic_config("t"));
  }

  NodeOptions options_;
  ImageBuilder state_{"cluster", 1, 1};
};

TEST_F(TopicConfigTest, HasKafkasKeysAndItsOwnInOrder) {
  EXPECT_EQ(topic_config_keys().size(), 39U);
  EXPECT_TRUE(std::ranges::is_sorted(topic_config_keys(), {}, &TopicConfigKey::name));
  EXPECT_EQ(find_topic_config_key("nope"), nullptr);
  for (const TopicConfigKey& key : topic_config_keys()) {
    if (key.is_internal) continue;
    EXPECT_TRUE(validate_topic_config(key.name, std::string(key.default_value)).has_value()) << key.name;
  }
}

TEST_F(TopicConfigTest, ResolvesToTheDefaultsOfTheLog) {
  EXPECT_EQ(log_config(), storage::LogConfig{});
}

TEST_F(TopicConfigTest, PrefersTheTopicThenTheBrokerThenTheClusterThenTheProcess) {
  options_.broker_values["log.retention.hours"] = "1";
  EXPECT_EQ(log_config().retention_ms, 3'600'000);
  // Kafka shows no source for a value that comes from a less specific broker setting.
  EXPECT_EQ(resolve("retention.ms").value, "3600000");
  EXPECT_EQ(resolve("retention.ms").source, ConfigSource::kDefault);
  options_.broker_values["log.retention.minutes"] = "2";
  EXPECT_EQ(log_config().retention_ms, 120'000);
  options_.broker_values["log.retention.ms"] = "9";
  EXPECT_EQ(resolve("retention.ms").source, ConfigSource::kStaticBroker);
  set({config_record(4, "", "log.retention.ms", "8")});
  EXPECT_EQ(resolve("retention.ms").value, "8");
  EXPECT_EQ(resolve("retention.ms").source, ConfigSource::kDynamicDefaultBroker);
  set({config_record(4, "1", "log.retention.ms", "7")});
  EXPECT_EQ(resolve("retention.ms").source, ConfigSource::kDynamicBroker);
  set({config_record(2, "t", "retention.ms", " 6 ")});
  const ResolvedConfig resolved = resolve("retention.ms");
  EXPECT_EQ(resolved.value, "6");
  EXPECT_EQ(resolved.source, ConfigSource::kTopic);
  std::vector<std::string> names;
  for (const ConfigSynonym& synonym : resolved.synonyms) names.push_back(synonym.name + "=" + synonym.value);
  EXPECT_EQ(names, (std::vector<std::string>{"retention.ms=6", "log.retention.ms=7", "log.retention.ms=8",
                                             "log.retention.ms=9", "log.retention.minutes=2", "log.retention.hours=1",
                                             "log.retention.hours=168"}));
}

TEST_F(TopicConfigTest, ShowsSynonymsAsKafkaDoes) {
  EXPECT_TRUE(resolve("segment.ms").synonyms.empty());
  EXPECT_TRUE(resolve("flush.ms").synonyms.empty());
  EXPECT_TRUE(resolve("remote.storage.enable").synonyms.empty());
  ASSERT_EQ(resolve("cleanup.policy").synonyms.size(), 1U);
  EXPECT_EQ(resolve("cleanup.policy").synonyms[0].name, "log.cleanup.policy");
}

TEST_F(TopicConfigTest, ResolvesToTheLogsSettings) {
  set({config_record(2, "t", "cleanup.policy", "compact, delete"), config_record(2, "t", "compression.type", "zstd"),
       config_record(2, "t", "message.timestamp.type", "LogAppendTime"),
       config_record(2, "t", "internal.segment.bytes", "100"), config_record(2, "t", "preallocate", "True"),
       config_record(2, "t", "min.cleanable.dirty.ratio", "0.25"), config_record(2, "t", "max.message.bytes", "77")});
  const storage::LogConfig log = log_config();
  EXPECT_TRUE(log.cleanup_compact);
  EXPECT_TRUE(log.cleanup_delete);
  EXPECT_EQ(log.compression_type, storage::CompressionSetting::kZstd);
  EXPECT_EQ(log.message_timestamp_type, storage::TimestampType::kLogAppendTime);
  EXPECT_EQ(log.segment_bytes, 100);
  EXPECT_TRUE(log.preallocate);
  EXPECT_EQ(log.min_cleanable_dirty_ratio, 0.25);
  EXPECT_EQ(log.max_message_bytes, 77);
}

TEST_F(TopicConfigTest, HidesInternalSettingsThatAreNotSet) {
  EXPECT_EQ(resolve_topic_configs(state_.image(), options_, nullptr).size(), 38U);
  set({config_record(2, "t", "internal.segment.bytes", "100")});
  EXPECT_EQ(resolve_topic_configs(state_.image(), options_, state_.image().topic_config("t")).size(), 39U);
}

}  // namespace
}  // namespace klamm::metadata
