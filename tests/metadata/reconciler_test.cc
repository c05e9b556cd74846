#include "metadata/reconciler.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "metadata/broker_control.h"
#include "records.h"

namespace klamm::metadata {
namespace {

using namespace test;
using enum PartitionActionKind;

constexpr uint32_t kShards = 3;

struct Known {
  ShardId shard = 0;
  int32_t leader_epoch = -1;
  bool operator==(const Known&) const = default;
};
using Partitions = std::map<std::pair<Uuid, int32_t>, Known>;

Partitions partitions_of(const MetadataImage& image) {
  Partitions all;
  image.for_each_topic([&](const TopicImage& topic) {
    for (int32_t index = 0; index < topic.partition_count(); ++index) {
      const PartitionImage* partition = topic.partition(index);
      all[{topic.id, index}] = {partition->owner_shard, partition->leader_epoch};
    }
  });
  return all;
}

// What shards hold after they have done a plan; every action must make sense when it comes.
void execute(Partitions& held, std::map<std::string, Uuid>& directory_names, const MetadataImage& before,
             const MetadataImage& after, const std::vector<ShardPlan>& plans) {
  const auto name_of = [&](const PartitionAction& action, const MetadataImage& image) {
    return image.topic(action.topic_id)->name + "-" + std::to_string(action.index);
  };
  const auto remove = [&](ShardId shard, const PartitionAction& action) {
    RC_ASSERT(action.kind == kDelete);
    const auto found = held.find({action.topic_id, action.index});
    RC_ASSERT(found != held.end());
    RC_ASSERT(found->second.shard == shard);
    held.erase(found);
    directory_names.erase(name_of(action, before));
  };
  for (ShardId shard = 0; shard < kShards; ++shard) {
    for (const PartitionAction& action : plans[shard].replaced) remove(shard, action);
  }
  for (ShardId shard = 0; shard < kShards; ++shard) {
    for (const PartitionAction& action : plans[shard].prepare) {
      const std::pair key(action.topic_id, action.index);
      if (action.kind == kCreate) {
        RC_ASSERT(!held.contains(key));
        held[key] = {shard, -1};
        RC_ASSERT(directory_names.emplace(name_of(action, after), action.topic_id).second);
      } else {
        RC_ASSERT(held.contains(key));
        RC_ASSERT(held[key].shard == shard);
        if (action.kind == kLead) held[key].leader_epoch = after.topic(key.first)->partition(key.second)->leader_epoch;
      }
    }
  }
  for (ShardId shard = 0; shard < kShards; ++shard) {
    for (const PartitionAction& action : plans[shard].retire) remove(shard, action);
  }
}

RC_GTEST_PROP(Reconciler, BringsTheShardsToWhatTheImageSays, ()) {
  ImageBuilder state("cluster", 1, kShards);
  std::map<std::string, uint64_t> topics;
  uint64_t next_id = 1;
  const auto random_change = [&] {
    const auto name = std::string(1, static_cast<char>('a' + *rc::gen::inRange(0, 6)));
    const int what = *rc::gen::inRange(0, 4);
    if (!topics.contains(name)) {
      state.apply_own(topic_record(name, next_id));
      const int partitions = *rc::gen::inRange(1, 5);
      for (int32_t index = 0; index < partitions; ++index) state.apply_own(partition_record(next_id, index));
      topics[name] = next_id++;
    } else if (what == 0) {
      state.apply_own(remove_topic_record(topics[name]));
      topics.erase(name);
    } else if (what == 1) {
      for (const std::string& record : elect_leader_records(state.image(), 1)) state.apply_own(record);
    } else {
      state.apply_own(config_record(2, name, "retention.ms", std::to_string(*rc::gen::inRange(1, 9))));
    }
    state.finish({0, 1});
  };

  Partitions held;
  std::map<std::string, Uuid> directory_names;
  MetadataImage before;
  const int steps = *rc::gen::inRange(1, 20);
  for (int step = 0; step < steps; ++step) {
    const int changes = *rc::gen::inRange(0, 4);
    for (int i = 0; i < changes; ++i) random_change();
    const MetadataImage& after = state.image();
    execute(held, directory_names, before, after, reconcile(before, after, 1, kShards, nullptr));
    RC_ASSERT(held == partitions_of(after));
    const auto again = reconcile(after, after, 1, kShards, nullptr);
    RC_ASSERT(std::ranges::all_of(again, &ShardPlan::empty));
    before = after;
  }
}

class ReconcilerTest : public ::testing::Test {
 protected:
  MetadataImage image(const std::vector<std::string>& records) {
    for (const std::string& record : records) state_.apply_own(record);
    state_.finish({0, 1});
    return state_.image();
  }
  ImageBuilder state_{"cluster", 1, 1};
};

TEST_F(ReconcilerTest, OpensWhatIsOnTheDisk) {
  const MetadataImage after = image({topic_record("a", 1), partition_record(1, 0), partition_record(1, 1)});
  storage::FoundPartition on_disk;
  on_disk.topic = "a";
  on_disk.index = 1;
  PartitionFinder finder;
  finder.add("/d", topic_id(1), on_disk);
  const auto plans = reconcile(MetadataImage{}, after, 1, 1, &finder);
  EXPECT_EQ(plans[0].prepare,
            (std::vector<PartitionAction>{
                {kCreate, topic_id(1), 0}, {kLead, topic_id(1), 0}, {kOpen, topic_id(1), 1}, {kLead, topic_id(1), 1}}));
}

TEST_F(ReconcilerTest, ConfiguresTheTopicWhoseSettingsChanged) {
  const MetadataImage before =
      image({topic_record("a", 1), partition_record(1, 0), topic_record("b", 2), partition_record(2, 0)});
  const MetadataImage after = image({config_record(2, "b", "retention.ms", "5")});
  EXPECT_EQ(reconcile(before, after, 1, 1, nullptr)[0].prepare,
            (std::vector<PartitionAction>{{kConfigure, topic_id(2), 0}}));
  const MetadataImage all = image({config_record(4, "", "log.retention.ms", "5")});
  EXPECT_EQ(reconcile(after, all, 1, 1, nullptr)[0].prepare.size(), 2U);
}

TEST_F(ReconcilerTest, RemovesFirstWhatALikeNamedTopicReplaces) {
  const MetadataImage before = image({topic_record("a", 1), partition_record(1, 0)});
  const MetadataImage after = image({remove_topic_record(1), topic_record("a", 2), partition_record(2, 0)});
  const auto plans = reconcile(before, after, 1, 1, nullptr);
  EXPECT_EQ(plans[0].replaced, (std::vector<PartitionAction>{{kDelete, topic_id(1), 0}}));
  EXPECT_TRUE(plans[0].retire.empty());
}

TEST_F(ReconcilerTest, LeavesPartitionsOfOtherNodesAlone) {
  const MetadataImage after = image({topic_record("a", 1), partition_record(1, 0)});
  EXPECT_TRUE(reconcile(MetadataImage{}, after, 2, 1, nullptr)[0].empty());
}

}  // namespace
}  // namespace klamm::metadata
