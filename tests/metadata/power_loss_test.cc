#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "cluster.h"
#include "reactor/when_all.h"
#include "tests/sim/seeds.h"
#include "tests/sim/sim_disk.h"
#include "tests/sim/sim_runtime.h"

// The power fails at a moment drawn from the seed, also while a node starts or commits; what was synced is left,
// and of the rest nothing or something.
namespace klamm::metadata::test {
namespace {

using reactor::Task;

constexpr const char* kDepth = "producer.state.batches.to.retain";

struct Acknowledged {
  std::map<std::string, Uuid> topics;
  std::map<std::string, Uuid> perhaps_deleted;  // without an answer
  // The newest that was answered, and what was asked since without an answer.
  std::map<std::string, std::set<std::string>> depths;
  std::set<int64_t> producer_id_blocks;
};

class PowerLoss : public ::testing::TestWithParam<uint64_t> {
 protected:
  PowerLoss() : world_({.seed = GetParam()}) {}

  // One life of the node, until the power fails or `calls` have been answered.
  void live(uint32_t shard_count, int64_t power_ns, int calls) {
    is_off_ = false;
    if (power_ns > 0) {
      world_.at(world_.now_ns() + power_ns, [this] {
        is_off_ = true;
        world_.disk().add_fault({.operation = sim::DiskOperation::kAny, .path_part = "", .count = UINT64_MAX});
      });
    }
    sim::SimRuntime runtime(world_, shard_count);
    bool ended = false;
    // Outlives its coroutines, which find their captures in it.
    const std::function<Task<void>(reactor::Shard&)> main = [&](reactor::Shard& shard) -> Task<void> {
      if (shard.id() != 0) co_return;
      Node node;
      NodeSetup setup = setup_in("/data");
      // With half of the seeds snapshots of the metadata are written and old segments removed all the time.
      if (GetParam() % 2 == 1) {
        setup.metadata_log.segments.segment_bytes = 3000;
        setup.metadata_log.snapshot_bytes = 2000;
        setup.metadata_log.retention_bytes = 9000;
      }
      const bool started = co_await node.start(std::move(setup));
      EXPECT_TRUE(started || is_off_) << node.why();
      if (started && !is_off_) co_await expect_all_there(node);
      for (int i = 0; started && i < calls && !is_off_; ++i) co_await call(node, i);
      co_await node.end();
      ended = true;
    };
    runtime.start(main);
    EXPECT_TRUE(runtime.run_until([&] { return ended; }));
    EXPECT_TRUE(runtime.stop());
    const bool loses_all = world_.random_between(0, 1) == 0;
    world_.disk().lose_unsynced(loses_all ? sim::SimDisk::Left::kNothing : sim::SimDisk::Left::kSome);
    world_.disk().clear_faults();
  }

  Task<void> expect_all_there(Node& node) {
    for (const auto& [name, id] : std::exchange(acknowledged_.perhaps_deleted, {})) {
      if (node.image().topic(id) != nullptr) acknowledged_.topics[name] = id;
    }
    for (const auto& [name, id] : acknowledged_.topics) {
      const TopicImage* topic = node.image().topic(name);
      EXPECT_TRUE(topic != nullptr && topic->id == id) << name;
      if (topic == nullptr) continue;
      expect_depth(node.image(), name);
      for (int32_t index = 0; index < topic->partition_count(); ++index) {
        const bool leads = co_await reactor::on_shard(topic->owner_shard(index), [&node, id, index] {
          storage::Partition* partition = node.logs(reactor::Shard::current().id()).find(id, index);
          return partition != nullptr && partition->is_leader();
        });
        EXPECT_TRUE(leads || is_off_) << name << "-" << index;
      }
    }
  }

  // A setting of Klamm's, which is in a file of its own.
  void expect_depth(const MetadataImage& image, const std::string& name) {
    const ConfigImage* config = image.topic_config(name);
    const std::string* depth = config == nullptr ? nullptr : config->find(kDepth);
    EXPECT_NE(depth, nullptr) << name;
    if (depth == nullptr) return;
    EXPECT_TRUE(acknowledged_.depths[name].contains(*depth)) << name << " has " << *depth;
    acknowledged_.depths[name] = {*depth};
  }

  Task<void> alter(Node& node, std::string name) {
    const std::string depth = std::to_string(world_.random_between(5, 1000));
    std::vector<ResourceConfigChange> changes(1);
    changes[0].name = name;
    changes[0].changes.push_back({kDepth, ConfigOperation::kSet, depth});
    if (world_.random_between(0, 1) == 1) changes[0].changes.push_back({"retention.ms", ConfigOperation::kSet, depth});
    acknowledged_.depths[name].insert(depth);
    const CallContext context;
    const auto altered = co_await node.controller().alter_configs(context, std::move(changes), false);
    if (altered) {
      EXPECT_TRUE(altered->at(0).ok()) << altered->at(0).message;
      acknowledged_.depths[name] = {depth};
    } else {
      EXPECT_TRUE(is_off_) << altered.error().message;
    }
  }

  Task<void> remove(Node& node, std::string name) {
    acknowledged_.perhaps_deleted.insert(acknowledged_.topics.extract(name));
    std::vector<TopicReference> topics(1);
    topics[0].name = name;
    const CallContext context;
    const auto removed = co_await node.controller().delete_topics(context, topics);
    if (removed) {
      EXPECT_TRUE(removed->at(0).error.ok()) << removed->at(0).error.message;
      EXPECT_EQ(acknowledged_.perhaps_deleted.erase(name), 1U);
    } else {
      EXPECT_TRUE(is_off_) << removed.error().message;
    }
  }

  Task<void> call(Node& node, int number) {
    if (number % 4 == 3 && !acknowledged_.topics.empty()) {
      auto topic = acknowledged_.topics.begin();
      std::advance(topic, world_.random_between(0, static_cast<int64_t>(acknowledged_.topics.size()) - 1));
      const std::string name = topic->first;
      if (world_.random_between(0, 2) == 0) {
        co_await remove(node, name);
      } else {
        co_await alter(node, name);
      }
      co_return;
    }
    if (number % 3 == 2) {
      const int64_t epoch = node.image().this_broker()->epoch;
      const auto block = co_await node.controller().allocate_producer_ids({}, 1, epoch);
      if (block) {
        EXPECT_TRUE(acknowledged_.producer_id_blocks.insert(block->first).second) << block->first;
      } else {
        EXPECT_TRUE(is_off_) << block.error().message;
      }
      co_return;
    }
    // At times several that leave in one write, each larger than a sector.
    const bool is_many = world_.random_between(0, 7) == 0;
    std::vector<Task<void>> creations;
    for (int i = 0; i < (is_many ? 3 : 1); ++i) creations.push_back(create(node, is_many ? 16 : 2));
    co_await reactor::when_all(std::move(creations));
  }

  Task<void> create(Node& node, int32_t partitions) {
    CreateTopicsCall topics;
    topics.topics.push_back(new_topic("t" + std::to_string(next_topic_++), partitions));
    topics.topics[0].configs.emplace_back(kDepth, "50");
    acknowledged_.depths[topics.topics[0].name] = {"50"};
    const auto created = co_await node.controller().create_topics({}, std::move(topics));
    if (created) {
      EXPECT_TRUE(created->at(0).error.ok()) << created->at(0).error.message;
      acknowledged_.topics[created->at(0).name] = created->at(0).id;
    } else {
      EXPECT_TRUE(is_off_) << created.error().message;
    }
  }

  sim::SimWorld world_;
  Acknowledged acknowledged_;
  int next_topic_ = 0;
  bool is_off_ = false;
};

TEST_P(PowerLoss, LosesNothingThatWasAnswered) {
  for (uint32_t round = 0; round < 6; ++round) {
    const auto shard_count = static_cast<uint32_t>(world_.random_between(1, 3));
    live(shard_count, world_.random_between(1, 60) * 1'000'000, 1000);
  }
  live(2, 0, 3);
  live(2, 0, 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, PowerLoss, sim::seeds(40));

}  // namespace
}  // namespace klamm::metadata::test
