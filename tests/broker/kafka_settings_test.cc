#include "broker/kafka_settings.h"

#include <gtest/gtest.h>

#include <set>

#include "broker/options.h"

namespace klamm::broker {
namespace {

TEST(KafkaSettings, AreFoundByName) {
  ASSERT_NE(find_kafka_setting("num.io.threads"), nullptr);
  EXPECT_STREQ(find_kafka_setting("num.io.threads")->default_text, "8");
  EXPECT_EQ(find_kafka_setting("num.io.thread"), nullptr);
  EXPECT_TRUE(find_kafka_setting("ssl.key.password")->is_sensitive());
}

TEST(KafkaSettings, ANearNameIsSuggested) {
  EXPECT_EQ(nearest_setting_name("num.partition"), "num.partitions");
  EXPECT_EQ(nearest_setting_name("log.dirss"), "log.dirs");
  EXPECT_EQ(nearest_setting_name("socket.congestion.contro"), "socket.congestion.control");
  EXPECT_EQ(nearest_setting_name("zq"), "");
}

// What the text of the row must then explain.
bool has_own_default(std::string_view name) {
  static const std::set<std::string_view> names = {
      "controller.listener.names",
      "log.dir",
      "offsets.topic.replication.factor",
      "process.roles",
      "share.coordinator.state.topic.min.isr",
      "share.coordinator.state.topic.replication.factor",
      "socket.receive.buffer.bytes",
      "socket.send.buffer.bytes",
      "transaction.state.log.min.isr",
      "transaction.state.log.replication.factor",
  };
  return names.contains(name);
}

// What can be altered while Klamm runs, but not while Kafka does.
bool changes_here_only(std::string_view name) {
  static const std::set<std::string_view> names = {
      "connections.max.idle.ms",     "queued.max.request.bytes", "socket.listen.backlog.size",
      "socket.receive.buffer.bytes", "socket.request.max.bytes", "socket.send.buffer.bytes",
  };
  return names.contains(name);
}

TEST(KafkaSettings, OptionsOfKafkaHaveKafkasTypesAndDefaults) {
  for (const OptionRow& row : option_table()) {
    if (row.origin == OptionOrigin::kKlamm) {
      EXPECT_EQ(find_kafka_setting(row.name), nullptr) << row.name;
      continue;
    }
    const KafkaSetting* setting = find_kafka_setting(row.name);
    ASSERT_NE(setting, nullptr) << row.name;
    const SettingType wanted = setting->type == SettingType::kShort ? SettingType::kInt : setting->type;
    EXPECT_EQ(option_type(row), wanted) << row.name;
    EXPECT_TRUE(!row.is_live || setting->kind == SettingKind::kDynamic || changes_here_only(row.name)) << row.name;
    EXPECT_EQ(is_kept_by_klamm(row), changes_here_only(row.name)) << row.name;
    if (has_own_default(row.name)) {
      EXPECT_STRNE(row.default_text, setting->default_text) << row.name;
    } else {
      EXPECT_STREQ(row.default_text, setting->default_text) << row.name;
    }
  }
}

}  // namespace
}  // namespace klamm::broker
