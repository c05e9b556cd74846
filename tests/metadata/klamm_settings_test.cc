#include "metadata/klamm_settings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cluster.h"
#include "metadata/klamm_settings_file.h"
#include "records.h"
#include "tests/sim/sim_disk.h"
#include "tests/sim/sim_runtime.h"

namespace klamm::metadata::test {
namespace {

using enum ConfigOperation;
using protocol::ErrorCode;
using reactor::Task;

constexpr const char* kDepth = "producer.state.batches.to.retain";

TEST(KlammSettings, TextIsReadAsItWasWritten) {
  KlammSettings settings;
  EXPECT_EQ(parse_klamm_settings(klamm_settings_text(settings)), settings);
  settings.topics[topic_id(1)] = {{kDepth, "50"}, {"x", ""}};
  settings.topics[topic_id(2)] = {{kDepth, "\"quoted\"\n"}};
  settings.brokers[""] = {{"a", "1"}};
  settings.brokers["1"] = {{"a", "2"}};
  EXPECT_EQ(klamm_settings_text(settings).find("groups"), std::string::npos) << "an older Klamm reads it";
  EXPECT_EQ(parse_klamm_settings(klamm_settings_text(settings)), settings);
  settings.groups["g"] = {{"grace", "5"}};
  EXPECT_EQ(parse_klamm_settings(klamm_settings_text(settings)), settings);
}

// A file that the next start refuses would keep the broker down.
TEST(KlammSettings, TheLargestFileCanBeRead) {
  const std::string text(kKlammTextBytesMax, '"');
  ASSERT_TRUE(is_klamm_text(text));
  KlammSettings one;
  const size_t empty_bytes = klamm_settings_text(one).size();
  one.groups[text] = {{"group.disconnect.grace.ms", text}};
  one.topics[topic_id(1)] = {{kDepth, text}};
  EXPECT_LT((klamm_settings_text(one).size() - empty_bytes) * kKlammConfigsMax, KlammSettingsFile::kBytesMax);
}

TEST(KlammSettings, NoDamageGoesUnseen) {
  KlammSettings settings;
  settings.topics[topic_id(1)] = {{kDepth, "50"}};
  settings.brokers["1"] = {{"a", "2"}};
  settings.groups["g"] = {{"grace", "5"}};
  const std::string text = klamm_settings_text(settings);
  for (size_t size = 0; size + 1 < text.size(); ++size) {
    EXPECT_FALSE(parse_klamm_settings(text.substr(0, size)).has_value()) << size;
  }
  for (size_t at = 0; at < text.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = text;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      const auto read = parse_klamm_settings(damaged);
      EXPECT_TRUE(!read || *read == settings) << damaged;
    }
  }
  for (const char* wrong : {"", "5", "[]", "{}", R"({"version":1,"crc32c":0,"settings":{}})",
                            R"({"version":2,"crc32c":0,"settings":{}})", R"({"version":1,"crc32c":0,"settings":5})",
                            R"({"version":1,"crc32c":0,"settings":{"topics":{"x":5},"brokers":{}}})"}) {
    EXPECT_FALSE(parse_klamm_settings(wrong).has_value()) << wrong;
  }
}

// Starts a node in `path`, gives it to `body`, and ends it as a crash would.
void with_node(const std::string& path, const std::function<Task<void>(Node&)>& body) {
  run_on_shards(2, [&]() -> Task<void> {
    Node node;
    const bool started = co_await node.start(setup_in(path));
    EXPECT_TRUE(started) << node.why();
    if (started) co_await body(node);
    for (const std::string& said : node.warnings()) ADD_FAILURE() << said;
    co_await node.end();
  });
}

std::string file_text(const std::string& directory) {
  std::ifstream file(directory + "/klamm-settings.json");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Task<ApiError> alter(Node& node, std::string topic, std::vector<ConfigChange> changes) {
  std::vector<ResourceConfigChange> resources(1);
  resources[0].name = std::move(topic);
  resources[0].changes = std::move(changes);
  const CallContext context;
  auto answers = co_await node.controller().alter_configs(context, std::move(resources), false);
  co_return answers ? answers->at(0) : answers.error();
}

NewTopic topic_with(std::string name, std::string key, std::string value) {
  NewTopic topic = new_topic(std::move(name), 2);
  topic.configs.emplace_back(std::move(key), std::move(value));
  return topic;
}

// What the logs of the topic's two partitions go by, one on each shard.
Task<std::vector<int32_t>> depths(Node& node, std::string name) {
  std::vector<int32_t> found;
  const Uuid id = node.image().topic(name)->id;
  for (int32_t index = 0; index < 2; ++index) {
    const uint32_t shard = node.image().topic(name)->owner_shard(index);
    found.push_back(co_await reactor::on_shard(shard, [&node, shard, id, index] {
      return node.logs(shard).find(id, index)->config().producer_state_batches_to_retain;
    }));
  }
  co_return found;
}

Task<void> expect_depth(Node& node, std::string name, int32_t expected) {
  for (const int32_t depth : co_await depths(node, name)) EXPECT_EQ(depth, expected) << name;
}

TEST(KlammSettingsOfNode, ReachTheLogsAndOutliveAKilledProcess) {
  const TemporaryDirectory directory;
  with_node(directory.path(), [&](Node& node) -> Task<void> {
    co_await create(node, topic_with("a", kDepth, "50"), new_topic("b", 2));
    co_await expect_depth(node, "a", 50);
    co_await expect_depth(node, "b", 5);
    std::vector<ConfigChange> both{{kDepth, kSet, "7"}, {"retention.ms", kSet, "99"}};
    const ApiError altered = co_await alter(node, "b", both);
    EXPECT_TRUE(altered.ok()) << altered.message;
    co_await expect_depth(node, "b", 7);
    std::vector<ConfigChange> alone{{kDepth, kSet, "60"}};
    EXPECT_TRUE((co_await alter(node, "a", alone)).ok());
    co_await expect_depth(node, "a", 60);
  });
  with_node(directory.path(), [&](Node& node) -> Task<void> {
    co_await expect_depth(node, "a", 60);
    co_await expect_depth(node, "b", 7);
    EXPECT_EQ(*node.image().topic_config("b")->find("retention.ms"), "99");
    std::vector<ConfigChange> none{{kDepth, kDelete, std::nullopt}};
    EXPECT_TRUE((co_await alter(node, "b", none)).ok());
    co_await expect_depth(node, "b", 5);
    EXPECT_EQ(*node.image().topic_config("b")->find("retention.ms"), "99");
  });
  with_node(directory.path(), [&](Node& node) -> Task<void> { co_await expect_depth(node, "b", 5); });
}

TEST(KlammSettingsOfNode, AreNeverInTheMetadataLog) {
  const TemporaryDirectory directory;
  with_node(directory.path(), [&](Node& node) -> Task<void> {
    co_await create(node, topic_with("a", kDepth, "50"));
    std::vector<ConfigChange> changes{{kDepth, kSet, "51"}};
    EXPECT_TRUE((co_await alter(node, "a", changes)).ok());
  });
  for (const auto& file : std::filesystem::directory_iterator(directory.path() + "/__cluster_metadata-0")) {
    std::ifstream stream(file.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    EXPECT_EQ(bytes.find("batches.to.retain"), std::string::npos) << file.path();
  }
  EXPECT_NE(file_text(directory.path()).find("\"51\""), std::string::npos);
}

TEST(KlammSettingsOfNode, OneWrongSettingLeavesAllAsTheyWere) {
  const TemporaryDirectory directory;
  with_node(directory.path(), [&](Node& node) -> Task<void> {
    co_await create(node, topic_with("a", kDepth, "50"));
    for (const char* wrong : {"4", "1001", "x", ""}) {
      std::vector<ConfigChange> changes{{"retention.ms", kSet, "99"}, {kDepth, kSet, wrong}};
      EXPECT_EQ((co_await alter(node, "a", changes)).code, ErrorCode::kInvalidConfig) << wrong;
    }
    std::vector<ConfigChange> others{{kDepth, kSet, "60"}, {"retention.ms", kSet, "x"}};
    EXPECT_EQ((co_await alter(node, "a", others)).code, ErrorCode::kInvalidConfig);
    co_await expect_depth(node, "a", 50);
    EXPECT_EQ(node.image().topic_config("a")->find("retention.ms"), nullptr);
  });
}

TEST(KlammSettingsOfNode, GoWithTheirTopic) {
  const TemporaryDirectory directory;
  with_node(directory.path(), [&](Node& node) -> Task<void> {
    co_await create(node, topic_with("a", kDepth, "50"), topic_with("b", kDepth, "51"));
    std::vector<TopicReference> gone(1);
    gone[0].name = "a";
    const CallContext context;
    const auto deleted = co_await node.controller().delete_topics(context, gone);
    EXPECT_TRUE(deleted && deleted->at(0).error.ok());
    const auto in_file = parse_klamm_settings(file_text(directory.path()));
    EXPECT_TRUE(in_file && in_file->topics.size() == 1 && in_file->topics.contains(node.image().topic("b")->id));
    co_await create(node, new_topic("a", 2));
    co_await expect_depth(node, "a", 5);
  });
}

TEST(KlammSettingsOfNode, EntriesOfTopicsThatAreNotThereGoAtTheStart) {
  const TemporaryDirectory directory;
  with_node(directory.path(), [&](Node& node) -> Task<void> { co_await create(node, topic_with("a", kDepth, "50")); });
  auto settings = *parse_klamm_settings(file_text(directory.path()));
  settings.topics[topic_id(4711)] = {{kDepth, "9"}};
  std::ofstream(directory.path() + "/klamm-settings.json") << klamm_settings_text(settings);
  with_node(directory.path(), [&](Node& node) -> Task<void> { co_await expect_depth(node, "a", 50); });
  settings.topics.erase(topic_id(4711));
  EXPECT_EQ(parse_klamm_settings(file_text(directory.path())), settings);
}

TEST(KlammSettingsOfNode, AFileThatCannotBeTrustedStopsTheStart) {
  const TemporaryDirectory directory;
  with_node(directory.path(), [&](Node& node) -> Task<void> { co_await create(node, topic_with("a", kDepth, "50")); });
  const std::string good = file_text(directory.path());
  KlammSettings unknown;
  unknown.topics[topic_id(1)] = {{"retention.ms", "9"}};
  std::string changed = good;
  changed.replace(changed.find("50"), 2, "10");
  for (const std::string& text : {std::string(), changed, klamm_settings_text(unknown)}) {
    std::ofstream(directory.path() + "/klamm-settings.json") << text;
    run_on_shards(1, [&]() -> Task<void> {
      Node node;
      EXPECT_FALSE(co_await node.start(setup_in(directory.path())));
      EXPECT_NE(node.why().find("klamm-settings.json"), std::string::npos) << node.why();
      co_await node.end();
    });
  }
  std::ofstream(directory.path() + "/klamm-settings.json") << good;
  with_node(directory.path(), [&](Node& node) -> Task<void> { co_await expect_depth(node, "a", 50); });
}

TEST(KlammSettingsOfNode, NoFileIsMadeWithoutThem) {
  const TemporaryDirectory directory;
  with_node(directory.path(), [&](Node& node) -> Task<void> { co_await create(node, new_topic("a", 1)); });
  EXPECT_FALSE(std::filesystem::exists(directory.path() + "/klamm-settings.json"));
}

// A node over a simulated disk, given to `body` and ended as a crash would.
void with_sim_node(sim::SimWorld& world, const std::function<Task<void>(Node&)>& body) {
  sim::SimRuntime runtime(world, 2);
  bool ended = false;
  const std::function<Task<void>(reactor::Shard&)> main = [&](reactor::Shard& shard) -> Task<void> {
    if (shard.id() != 0) co_return;
    Node node;
    const bool started = co_await node.start(setup_in("/data"));
    EXPECT_TRUE(started) << node.why();
    if (started) co_await body(node);
    co_await node.end();
    ended = true;
  };
  runtime.start(main);
  EXPECT_TRUE(runtime.run_until([&] { return ended; }));
  EXPECT_TRUE(runtime.stop());
}

TEST(KlammSettingsOfNode, WithoutItsFileAChangeIsNotAnsweredAndNotMade) {
  sim::SimWorld world({.seed = 1});
  with_sim_node(world, [&](Node& node) -> Task<void> {
    co_await create(node, topic_with("a", kDepth, "50"));
    world.disk().add_fault({.operation = sim::DiskOperation::kAny, .path_part = "klamm-settings", .count = UINT64_MAX});
    std::vector<ConfigChange> both{{kDepth, kSet, "60"}, {"retention.ms", kSet, "99"}};
    EXPECT_EQ((co_await alter(node, "a", both)).code, ErrorCode::kKafkaStorageError);
    co_await expect_depth(node, "a", 50);
    // What the file holds is not known, so no further change is taken, as after a failure of the metadata log.
    std::vector<ConfigChange> more{{"retention.ms", kSet, "98"}};
    EXPECT_EQ((co_await alter(node, "a", more)).code, ErrorCode::kKafkaStorageError);
  });
  world.disk().clear_faults();
  with_sim_node(world, [&](Node& node) -> Task<void> {
    co_await expect_depth(node, "a", 50);
    EXPECT_EQ(node.image().topic_config("a")->find("retention.ms"), nullptr);
  });
}

}  // namespace
}  // namespace klamm::metadata::test
