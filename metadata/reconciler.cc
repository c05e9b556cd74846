#include "metadata/reconciler.h"

#include <algorithm>

namespace klamm::metadata {

namespace {

using enum PartitionActionKind;

// What of a partition belongs to this node.
bool is_here(const PartitionImage* partition, int32_t node_id) {
  return partition != nullptr && std::ranges::find(partition->replicas, node_id) != partition->replicas.end();
}

class Reconciliation {
 public:
  Reconciliation(const MetadataImage& before, const MetadataImage& after, int32_t node_id, uint32_t shard_count,
                 const PartitionFinder* found)
      : before_(before), after_(after), node_id_(node_id), found_(found), plans_(shard_count) {}

  std::vector<ShardPlan> plan(const ImageDifference& difference) {
    difference.for_each_topic(
        [&](const TopicImage* old_topic, const TopicImage* new_topic) { compare_topics(old_topic, new_topic); });
    if (difference.brokers_configs_differ()) {
      after_.for_each_topic([&](const TopicImage& topic) { configure(topic); });
    } else {
      difference.for_each_configured_topic([&](std::string_view name) {
        if (const TopicImage* topic = after_.topic(name)) configure(*topic);
      });
    }
    return std::move(plans_);
  }

 private:
  void compare_topics(const TopicImage* old_topic, const TopicImage* new_topic) {
    const int32_t count = std::max(old_topic == nullptr ? 0 : old_topic->partition_count(),
                                   new_topic == nullptr ? 0 : new_topic->partition_count());
    for (int32_t index = 0; index < count; ++index) {
      const PartitionImage* was = old_topic == nullptr ? nullptr : old_topic->partition(index);
      const PartitionImage* is = new_topic == nullptr ? nullptr : new_topic->partition(index);
      compare_partitions(new_topic == nullptr ? *old_topic : *new_topic, index, was, is);
    }
  }

  void compare_partitions(const TopicImage& topic, int32_t index, const PartitionImage* was, const PartitionImage* is) {
    const bool was_here = is_here(was, node_id_);
    const bool stays = is_here(is, node_id_);
    const PartitionAction action{kDelete, topic.id, index};
    if (was_here && !stays) {
      ShardPlan& plan = plans_[was->owner_shard];
      const TopicImage* successor = after_.topic(topic.name);
      const bool name_is_taken = successor != nullptr && successor->id != topic.id;
      (name_is_taken ? plan.replaced : plan.retire).push_back(action);
      return;
    }
    if (!stays) return;
    std::vector<PartitionAction>& prepare = plans_[is->owner_shard].prepare;
    if (!was_here) {
      const bool is_on_disk = found_ != nullptr && found_->find(topic.id, index) != nullptr;
      prepare.push_back({is_on_disk ? kOpen : kCreate, topic.id, index});
    }
    const bool changed = !was_here || was->leader != is->leader || was->leader_epoch != is->leader_epoch ||
                         was->partition_epoch != is->partition_epoch;
    if (changed) prepare.push_back({is->leader == node_id_ ? kLead : kFollow, topic.id, index});
  }

  // New partitions are made with their settings already.
  void configure(const TopicImage& topic) {
    const TopicImage* old_topic = before_.topic(topic.id);
    if (old_topic == nullptr) return;
    for (int32_t index = 0; index < topic.partition_count(); ++index) {
      const PartitionImage* is = topic.partition(index);
      if (!is_here(is, node_id_) || !is_here(old_topic->partition(index), node_id_)) continue;
      plans_[is->owner_shard].prepare.push_back({kConfigure, topic.id, index});
    }
  }

  const MetadataImage& before_;
  const MetadataImage& after_;
  int32_t node_id_;
  const PartitionFinder* found_;
  std::vector<ShardPlan> plans_;
};

}  // namespace

void PartitionFinder::add(const std::string& log_directory, const Uuid& topic_id,
                          const storage::FoundPartition& partition) {
  found_[{topic_id, partition.index}] = Found{log_directory, partition.points};
}

const PartitionFinder::Found* PartitionFinder::find(const Uuid& topic_id, int32_t index) const {
  const auto found = found_.find({topic_id, index});
  return found == found_.end() ? nullptr : &found->second;
}

std::vector<ShardPlan> reconcile(const MetadataImage& before, const MetadataImage& after, int32_t node_id,
                                 uint32_t shard_count, const PartitionFinder* found) {
  return Reconciliation(before, after, node_id, shard_count, found).plan(ImageDifference(before, after));
}

}  // namespace klamm::metadata
