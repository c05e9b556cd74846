#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/group_partition.h"

namespace klamm::coordinator::test {

/// A cluster's topics, by name.
class FakeTopics final : public GroupTopics {
 public:
  std::optional<GroupTopic> find(std::string_view name) const override {
    const auto found = topics.find(name);
    return found == topics.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<std::string> name(const Uuid& id) const override {
    for (const auto& [name, topic] : topics) {
      if (topic.id == id) return name;
    }
    return std::nullopt;
  }
  uint64_t hash(std::string_view name) const override {
    return topic_hash(name, topics.find(name)->second, [](int32_t) { return std::vector<std::string>(); });
  }
  int64_t version() const override { return now_version; }
  int64_t version_with_new_topics() const override { return new_topics_version; }

  /// Makes the topic, or gives it so many partitions.
  const Uuid& set(const std::string& name, int32_t partition_count) {
    ++now_version;
    const auto [place, is_new] = topics.try_emplace(name);
    if (is_new) {
      place->second.id = Uuid::from_halves(7, ++last_id);
      new_topics_version = now_version;
    }
    place->second.partition_count = partition_count;
    return place->second.id;
  }
  const Uuid& id(const std::string& name) const { return topics.find(name)->second.id; }

  std::map<std::string, GroupTopic, std::less<>> topics;
  int64_t now_version = 1;
  int64_t new_topics_version = 1;
  uint64_t last_id = 0;
};

/// Makes groups that nobody drives.
class StillGroups final : public GroupPartitionListener {
 public:
  std::unique_ptr<ClassicGroup> make_classic(std::string group_id) override {
    return std::make_unique<ClassicGroup>(std::move(group_id), rules, GroupNow{.ms = 1, .wall_ms = 1});
  }
  std::unique_ptr<ConsumerGroup> make_consumer(std::string group_id) override {
    return std::make_unique<ConsumerGroup>(std::move(group_id), configs, topics);
  }
  void on_loaded(GroupPartition&) noexcept override { ++loaded_count; }
  void on_unloaded(GroupPartition&) noexcept override { ++unloaded_count; }
  void on_consumer_written(GroupPartition& partition, ConsumerGroup& group, uint64_t write_id,
                           protocol::ErrorCode error) noexcept override {
    written.emplace_back(write_id, error);
    group.written(write_id, error, partition.now(), effects);
  }
  void on_classic_back(GroupPartition& partition, ClassicGroup& group) noexcept override {
    ++back_count;
    group.resume(partition.now());
  }
  void on_topics_changed(GroupPartition&, const std::vector<std::string>& names) noexcept override {
    changed_topics.insert(changed_topics.end(), names.begin(), names.end());
  }
  void on_new_topics(int64_t version) noexcept override { new_topics_version = version; }

  ClassicGroupRules rules;
  GroupConfigs configs;
  FakeTopics topics;
  ConsumerEffects effects;
  int loaded_count = 0;
  int unloaded_count = 0;
  int back_count = 0;
  std::vector<std::pair<uint64_t, protocol::ErrorCode>> written;
  std::vector<std::string> changed_topics;
  int64_t new_topics_version = -1;
};

}  // namespace klamm::coordinator::test
