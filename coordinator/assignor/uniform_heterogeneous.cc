#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "coordinator/assignor/load_levels.h"
#include "coordinator/assignor/topic_table.h"
#include "coordinator/assignor/uniform_assignor.h"

namespace klamm::coordinator {
namespace {

using protocol::Uuid;

constexpr int32_t kNobody = -1;
// Rounds over all topics. Where subscriptions overlap without being equal, each about halves what is uneven.
constexpr int kRoundsMax = 16;

// Members are numbered in the order of Kafka's tables, topics in that of the TopicTable.
class Heterogeneous {
 public:
  explicit Heterogeneous(const AssignorGroup& group)
      : group_(group),
        topics_(group.topics),
        members_(members_in_table_order(group.members)),
        subscribers_(topics_.size()),
        owners_(topics_.size()),
        loads_(members_.size()) {}

  AssignorResult run() {
    if (!collect_subscribers()) return std::unexpected(protocol::ErrorCode::kUnknownServerError);
    for (uint32_t topic = 0; topic < topics_.size(); ++topic) {
      owners_[topic].assign(static_cast<size_t>(topics_.at(topic).partition_count), kNobody);
    }
    keep_present();
    std::vector<uint32_t> topics = topics_by_weight();
    LoadLevels levels(loads_);
    for (const uint32_t topic : topics) give_out_free(topic, levels);
    std::erase_if(topics, [&](uint32_t topic) { return subscribers_[topic].size() < 2; });
    even_out(topics, levels);
    return result();
  }

 private:
  const AssignorMember& member(size_t number) const { return group_.members[members_[number]]; }

  bool collect_subscribers() {
    for (size_t number = 0; number < members_.size(); ++number) {
      for (const Uuid& id : member(number).subscribed) {
        const uint32_t topic = topics_.find(id);
        if (topic == TopicTable::kNone) return false;
        subscribers_[topic].push_back(static_cast<int32_t>(number));
      }
    }
    return true;
  }

  void keep_present() {
    for (size_t number = 0; number < members_.size(); ++number) {
      const AssignorMember& each = member(number);
      if (each.target == nullptr) continue;
      for (const auto& [id, partitions] : *each.target) {
        if (!std::ranges::binary_search(each.subscribed, id)) continue;
        std::vector<int32_t>& owners = owners_[topics_.find(id)];
        for (const int32_t partition : partitions) {
          if (static_cast<size_t>(partition) >= owners.size()) continue;
          owners[static_cast<size_t>(partition)] = static_cast<int32_t>(number);
          ++loads_[number];
        }
      }
    }
  }

  // Those with the most partitions for each subscriber first, of equal ones those with the fewest subscribers.
  std::vector<uint32_t> topics_by_weight() const {
    std::vector<uint32_t> topics;
    for (uint32_t topic = 0; topic < topics_.size(); ++topic) {
      if (!subscribers_[topic].empty()) topics.push_back(topic);
    }
    std::ranges::sort(topics, {}, [&](uint32_t topic) {
      const AssignorTopic& described = topics_.at(topic);
      const size_t count = subscribers_[topic].size();
      // Java compares the halves of an id as signed numbers.
      return std::tuple(-static_cast<double>(described.partition_count) / static_cast<double>(count), count,
                        static_cast<int64_t>(described.id.most_significant()),
                        static_cast<int64_t>(described.id.least_significant()));
    });
    return topics;
  }

  void give_out_free(uint32_t topic, LoadLevels& levels) {
    std::vector<int32_t>& owners = owners_[topic];
    if (std::ranges::find(owners, kNobody) == owners.end()) return;
    levels.begin(subscribers_[topic]);
    for (int32_t& owner : owners) {
      if (owner != kNobody) continue;
      owner = levels.next_least_loaded();
      ++loads_[static_cast<size_t>(owner)];
    }
  }

  // Until a whole round over the topics has moved nothing.
  void even_out(const std::vector<uint32_t>& topics, LoadLevels& levels) {
    size_t unmoved_count = 0;
    for (int round = 0; round < kRoundsMax; ++round) {
      for (const uint32_t topic : topics) {
        if (unmoved_count == topics.size()) return;
        unmoved_count = even_out_topic(topic, levels) ? 1 : unmoved_count + 1;
      }
    }
  }

  // Whether a partition has moved.
  bool even_out_topic(uint32_t topic, LoadLevels& levels) {
    if (levels.begin(subscribers_[topic]) <= 1) return false;
    std::vector<int32_t>& owners = owners_[topic];
    OwnedPartitions owned(owners);
    bool has_moved = false;
    while (true) {
      int32_t giver = levels.next_most_loaded();
      while (giver != LoadLevels::kNoMember && !owned.has(giver)) {
        levels.pass_over_most_loaded();
        giver = levels.next_most_loaded();
      }
      if (giver == LoadLevels::kNoMember) break;
      const int32_t partition = owned.take_last(giver);
      const int32_t taker = levels.next_least_loaded();
      if (levels.is_even()) break;
      owners[static_cast<size_t>(partition)] = taker;
      --loads_[static_cast<size_t>(giver)];
      ++loads_[static_cast<size_t>(taker)];
      has_moved = true;
    }
    return has_moved;
  }

  // The partitions of a topic by owner, as they were at the beginning.
  class OwnedPartitions {
   public:
    explicit OwnedPartitions(const std::vector<int32_t>& owners) : partitions_(owners.size()) {
      std::iota(partitions_.begin(), partitions_.end(), 0);
      std::ranges::sort(partitions_, {}, [&](int32_t partition) {
        return std::pair(owners[static_cast<size_t>(partition)], partition);
      });
      for (size_t i = 0; i < partitions_.size(); ++i) {
        const auto owner = static_cast<size_t>(owners[static_cast<size_t>(partitions_[i])]);
        if (owner >= ranges_.size()) ranges_.resize(owner + 1);
        if (ranges_[owner].end == 0) ranges_[owner].begin = i;
        ranges_[owner].end = i + 1;
      }
    }

    bool has(int32_t owner) const {
      const auto place = static_cast<size_t>(owner);
      return place < ranges_.size() && ranges_[place].begin < ranges_[place].end;
    }
    int32_t take_last(int32_t owner) { return partitions_[--ranges_[static_cast<size_t>(owner)].end]; }

   private:
    struct Range {
      size_t begin = 0;
      size_t end = 0;
    };
    std::vector<int32_t> partitions_;
    std::vector<Range> ranges_;  // by owner
  };

  AssignorResult result() const {
    std::vector<TopicPartitions> result(group_.members.size());
    for (uint32_t topic = 0; topic < topics_.size(); ++topic) {
      const Uuid& id = topics_.at(topic).id;
      for (size_t partition = 0; partition < owners_[topic].size(); ++partition) {
        const int32_t owner = owners_[topic][partition];
        if (owner != kNobody)
          result[members_[static_cast<size_t>(owner)]][id].push_back(static_cast<int32_t>(partition));
      }
    }
    return result;
  }

  const AssignorGroup& group_;
  const TopicTable topics_;
  const std::vector<uint32_t> members_;            // their indices in the group
  std::vector<std::vector<int32_t>> subscribers_;  // of each topic, ascending
  std::vector<std::vector<int32_t>> owners_;       // of each topic's partitions
  std::vector<int32_t> loads_;                     // partitions of each member
};

}  // namespace

AssignorResult assign_heterogeneous(const AssignorGroup& group) {
  return Heterogeneous(group).run();
}

}  // namespace klamm::coordinator
