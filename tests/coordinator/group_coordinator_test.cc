#include "coordinator/group_coordinator.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "coordinator/offset_requests.h"
#include "reactor/sleep.h"
#include "tests/coordinator/group_listener.h"
#include "tests/metadata/cluster.h"

namespace klamm::coordinator::test {
namespace {

using metadata::test::create;
using metadata::test::new_topic;
using metadata::test::Node;
using protocol::ErrorCode;
using reactor::on_shard;
using reactor::ShardId;
using reactor::Task;

constexpr uint32_t kShards = 2;
constexpr int32_t kPartitions = 4;

using Groups = StillGroups;

// A node with a group coordinator on each shard.
class Cluster {
 public:
  Task<void> start(Node& node) {
    coordinators.resize(kShards);
    for (ShardId id = 0; id < kShards; ++id) {
      co_await on_shard(id, [&, id] {
        coordinators[id] =
            std::make_unique<GroupCoordinator>(reactor::Shard::current(), node.service(id), options, groups[id]);
      });
    }
  }
  Task<void> stop() {
    for (ShardId id = 0; id < kShards; ++id) {
      co_await on_shard(id, [this, id] { return coordinators[id]->stop(); });
      co_await on_shard(id, [this, id] { coordinators[id].reset(); });
    }
  }
  // Asks until the group's partition is loaded.
  Task<ErrorCode> commit(Node& node, std::string group, int64_t offset, protocol::Uuid topic_id = {}) {
    const ShardId owner = GroupCoordinator::owner_shard(node.image(), group);
    if (owner == metadata::kNoShard) co_return ErrorCode::kNotCoordinator;
    co_return co_await on_shard(owner, [&]() -> Task<ErrorCode> {
      auto partition = co_await loaded(owner, group);
      if (!partition) co_return partition.error();
      OffsetCommit request;
      request.group_id = group;
      OffsetChange& change = request.changes.emplace_back();
      change.topic = "t";
      change.offset.emplace().offset = offset;
      change.offset->topic_id = topic_id;
      co_return co_await commit_offsets(**partition, std::move(request));
    });
  }
  // -1: nothing; below that the error, negated.
  Task<int64_t> fetch(Node& node, std::string group) {
    const ShardId owner = GroupCoordinator::owner_shard(node.image(), group);
    co_return co_await on_shard(owner, [&]() -> Task<int64_t> {
      auto partition = co_await loaded(owner, group);
      if (!partition) co_return -static_cast<int64_t>(partition.error());
      OffsetFetch request;
      request.group_id = group;
      request.topics.push_back({"t", {}, {{.partition = 0, .metadata = ""}}});
      const ErrorCode error = co_await fetch_offsets(**partition, request);
      co_return error == ErrorCode::kNone ? request.topics[0].rows[0].offset : -static_cast<int64_t>(error);
    });
  }

  std::vector<std::unique_ptr<GroupCoordinator>> coordinators;
  OffsetOptions options;
  Groups groups[kShards];

 private:
  Task<std::expected<GroupPartition*, ErrorCode>> loaded(ShardId shard, const std::string group) {
    auto partition = coordinators[shard]->find(group);
    while (!partition && partition.error() == ErrorCode::kCoordinatorLoadInProgress) {
      co_await reactor::yield_now();
      partition = coordinators[shard]->find(group);
    }
    co_return partition;
  }
};

void with_cluster(const std::string& path, std::function<Task<void>(Node&, Cluster&)> body) {
  metadata::test::run_on_shards(kShards, [&]() -> Task<void> {
    Node node;
    const bool started = co_await node.start(metadata::test::setup_in(path));
    EXPECT_TRUE(started) << node.why();
    if (started) {
      Cluster cluster;
      co_await cluster.start(node);
      co_await body(node, cluster);
      co_await cluster.stop();
    }
    co_await node.end();  // as if it had been killed
  });
}

std::vector<std::string> group_names() {
  std::vector<std::string> names;
  for (int i = 0; i < 20; ++i) names.push_back("group-" + std::to_string(i));
  return names;
}

TEST(GroupCoordinator, TheGroupsPartitionIsKafkas) {
  // As the tools of Apache Kafka say: Utils.abs(id.hashCode()) % 50.
  EXPECT_EQ(GroupCoordinator::partition_for("audit", 50), 5);
  EXPECT_EQ(GroupCoordinator::partition_for("", 50), 0);
  EXPECT_EQ(GroupCoordinator::partition_for("polygenelubricants", 50), 0);  // the one hash without an absolute value
}

TEST(GroupCoordinator, FollowsThePartitionsOverShardsAndRestarts) {
  const metadata::test::TemporaryDirectory directory;
  with_cluster(directory.path(), [](Node& node, Cluster& cluster) -> Task<void> {
    EXPECT_EQ(co_await cluster.commit(node, "group-0", 1), ErrorCode::kNotCoordinator);
    co_await create(node, new_topic(std::string(kGroupTopic), kPartitions));
    std::set<ShardId> owners;
    int64_t offset = 0;
    for (const std::string& name : group_names()) {
      EXPECT_EQ(co_await cluster.commit(node, name, ++offset), ErrorCode::kNone);
      owners.insert(GroupCoordinator::owner_shard(node.image(), name));
    }
    EXPECT_EQ(owners.size(), kShards);
    // A shard that does not own the group says so.
    const ShardId owner = GroupCoordinator::owner_shard(node.image(), "group-0");
    const ShardId other = 1 - owner;
    const auto found = co_await on_shard(other, [&] { return cluster.coordinators[other]->find("group-0"); });
    EXPECT_FALSE(found.has_value());
    if (!found) EXPECT_EQ(found.error(), ErrorCode::kNotCoordinator);
  });
  with_cluster(directory.path(), [](Node& node, Cluster& cluster) -> Task<void> {
    int64_t offset = 0;
    for (const std::string& name : group_names()) EXPECT_EQ(co_await cluster.fetch(node, name), ++offset);
  });
}

TEST(GroupCoordinator, TheTopicMayGoAndComeBack) {
  const metadata::test::TemporaryDirectory directory;
  with_cluster(directory.path(), [](Node& node, Cluster& cluster) -> Task<void> {
    co_await create(node, new_topic(std::string(kGroupTopic), kPartitions));
    EXPECT_EQ(co_await cluster.commit(node, "g", 5), ErrorCode::kNone);
    std::vector<metadata::TopicReference> gone(1);
    gone[0].name = std::string(kGroupTopic);
    const auto deleted = co_await node.controller().delete_topics({}, gone);
    EXPECT_TRUE(deleted.has_value() && deleted->front().error.ok());
    EXPECT_EQ(co_await cluster.commit(node, "g", 6), ErrorCode::kNotCoordinator);
    EXPECT_EQ(cluster.groups[0].unloaded_count + cluster.groups[1].unloaded_count, kPartitions);
    co_await create(node, new_topic(std::string(kGroupTopic), kPartitions));
    EXPECT_EQ(co_await cluster.fetch(node, "g"), -1);
    EXPECT_EQ(co_await cluster.commit(node, "g", 7), ErrorCode::kNone);
    EXPECT_EQ(co_await cluster.fetch(node, "g"), 7);
  });
}

TEST(GroupCoordinator, OffsetsGoWithTheirTopic) {
  const metadata::test::TemporaryDirectory directory;
  with_cluster(directory.path(), [](Node& node, Cluster& cluster) -> Task<void> {
    co_await create(node, new_topic(std::string(kGroupTopic), kPartitions));
    const auto created = co_await create(node, new_topic("t"));
    for (const std::string& name : group_names()) {
      EXPECT_EQ(co_await cluster.commit(node, name, 5, created[0].id), ErrorCode::kNone);
    }
    std::vector<metadata::TopicReference> gone(1);
    gone[0].name = "t";
    const auto deleted = co_await node.controller().delete_topics({}, gone);
    EXPECT_TRUE(deleted.has_value() && deleted->front().error.ok());
    for (const std::string& name : group_names()) {
      while (co_await cluster.fetch(node, name) != -1) co_await reactor::yield_now();
    }
  });
  with_cluster(directory.path(), [](Node& node, Cluster& cluster) -> Task<void> {
    for (const std::string& name : group_names()) EXPECT_EQ(co_await cluster.fetch(node, name), -1);
  });
}

TEST(GroupCoordinator, LooksForWhatHasExpired) {
  const metadata::test::TemporaryDirectory directory;
  with_cluster(directory.path(), [](Node& node, Cluster& cluster) -> Task<void> {
    cluster.options.retention_ms = 1;
    cluster.options.retention_check_interval_ms = 20;
    co_await create(node, new_topic(std::string(kGroupTopic), kPartitions));
    for (const std::string& name : group_names()) {
      EXPECT_EQ(co_await cluster.commit(node, name, 5), ErrorCode::kNone);
    }
    for (const std::string& name : group_names()) {
      while (co_await cluster.fetch(node, name) != -1) co_await reactor::yield_now();
    }
  });
}

}  // namespace
}  // namespace klamm::coordinator::test
