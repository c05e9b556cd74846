#include <algorithm>

#include "coordinator/assignor/java_order.h"
#include "coordinator/assignor/topic_table.h"
#include "coordinator/assignor/uniform_assignor.h"

namespace klamm::coordinator {
namespace {

using protocol::Uuid;

struct FreePartition {
  Uuid topic;
  int32_t partition = 0;
};

// Leaves a member the first of its partitions of a topic, as Kafka meets them in its table.
void keep_first(std::vector<int32_t>& partitions, size_t kept_count, const Uuid& topic,
                std::vector<FreePartition>& into) {
  std::vector<int32_t> kept;
  for (const uint32_t place : java_table_order(partitions, java_table_capacity(partitions.size()))) {
    if (kept.size() < kept_count) {
      kept.push_back(partitions[place]);
    } else {
      into.push_back({topic, partitions[place]});
    }
  }
  std::ranges::sort(kept);
  partitions = std::move(kept);
}

// First every member keeps of its present partitions what is not above its quota, then those below theirs are filled up
// with what is left.
class Homogeneous {
 public:
  explicit Homogeneous(const AssignorGroup& group)
      : group_(group), topics_(group.topics), result_(group.members.size()) {}

  AssignorResult run() {
    const std::span<const Uuid> subscribed = group_.members.front().subscribed;
    if (subscribed.empty()) return std::move(result_);
    is_subscribed_.resize(topics_.size());
    for (const Uuid& id : subscribed) {
      const uint32_t topic = topics_.find(id);
      if (topic == TopicTable::kNone) return std::unexpected(protocol::ErrorCode::kUnknownServerError);
      is_subscribed_[topic] = true;
    }
    note_owned();
    collect_free(subscribed);
    keep_present();
    if (!fill_up()) return std::unexpected(protocol::ErrorCode::kUnknownServerError);
    return std::move(result_);
  }

 private:
  bool is_subscribed(const Uuid& id) const {
    const uint32_t topic = topics_.find(id);
    return topic != TopicTable::kNone && is_subscribed_[topic];
  }

  void note_owned() {
    is_owned_.resize(topics_.size());
    for (uint32_t i = 0; i < topics_.size(); ++i)
      is_owned_[i].resize(static_cast<size_t>(topics_.at(i).partition_count));
    for (const AssignorMember& member : group_.members) {
      if (member.target == nullptr) continue;
      for (const auto& [id, partitions] : *member.target) {
        const uint32_t topic = topics_.find(id);
        if (topic == TopicTable::kNone) continue;
        for (const int32_t partition : partitions) {
          const auto place = static_cast<size_t>(partition);
          if (place < is_owned_[topic].size()) is_owned_[topic][place] = true;
        }
      }
    }
  }

  void collect_free(std::span<const Uuid> subscribed) {
    std::vector<int32_t> hashes;
    for (const Uuid& id : subscribed) hashes.push_back(java_hash_code(id));
    for (const uint32_t place : java_table_order(hashes, java_table_capacity(hashes.size()))) {
      const uint32_t topic = topics_.find(subscribed[place]);
      const int32_t count = topics_.at(topic).partition_count;
      for (int32_t partition = 0; partition < count; ++partition) {
        if (!is_owned_[topic][static_cast<size_t>(partition)]) free_.push_back({subscribed[place], partition});
      }
      partition_count_ += static_cast<size_t>(count);
    }
  }

  void keep_present() {
    const size_t member_count = group_.members.size();
    const size_t quota = partition_count_ / member_count;
    size_t larger_count = partition_count_ % member_count;  // members that may have one more
    size_t undecided_count = member_count;
    for (const uint32_t index : members_in_table_order(group_.members)) {
      const bool may_have_more = larger_count > 0;
      const size_t allowed = quota + (may_have_more ? 1 : 0);
      const size_t kept = keep(index, allowed);
      // Who does not need the one more leaves it to those behind, while they are enough to take all that there are.
      const bool leaves_it = may_have_more && kept < allowed && undecided_count > larger_count;
      if (may_have_more && !leaves_it) --larger_count;
      --undecided_count;
      const size_t wanted = allowed - (leaves_it ? 1 : 0);
      if (kept < wanted) below_quota_.push_back({index, wanted - kept});
    }
  }

  // How many partitions the member keeps, at most `allowed`.
  size_t keep(uint32_t index, size_t allowed) {
    const TopicPartitions* target = group_.members[index].target;
    if (target == nullptr) return 0;
    std::vector<TopicPartitions::const_iterator> entries;
    std::vector<int32_t> hashes;
    for (auto entry = target->begin(); entry != target->end(); ++entry) {
      entries.push_back(entry);
      hashes.push_back(java_hash_code(entry->first));
    }
    size_t kept = 0;
    for (const uint32_t place : java_table_order(hashes, java_table_capacity(hashes.size()))) {
      const auto& [id, present] = *entries[place];
      if (!is_subscribed(id)) continue;
      std::vector<int32_t> partitions = present;
      const size_t room = allowed - kept;
      if (partitions.size() > room) keep_first(partitions, room, id, free_);
      kept += partitions.size();
      if (!partitions.empty()) result_[index].emplace(id, std::move(partitions));
    }
    return kept;
  }

  bool fill_up() {
    size_t next = 0;
    for (const BelowQuota& member : below_quota_) {
      TopicPartitions& target = result_[member.index];
      std::vector<std::vector<int32_t>*> touched;
      for (size_t i = 0; i < member.missing && next < free_.size(); ++i, ++next) {
        std::vector<int32_t>& partitions = target[free_[next].topic];
        partitions.push_back(free_[next].partition);
        if (touched.empty() || touched.back() != &partitions) touched.push_back(&partitions);
      }
      for (std::vector<int32_t>* partitions : touched) std::ranges::sort(*partitions);
    }
    return next == free_.size();
  }

  struct BelowQuota {
    uint32_t index = 0;
    size_t missing = 0;
  };

  const AssignorGroup& group_;
  const TopicTable topics_;
  std::vector<bool> is_subscribed_;
  std::vector<std::vector<bool>> is_owned_;
  std::vector<FreePartition> free_;  // in the order in which they are given out
  size_t partition_count_ = 0;
  std::vector<BelowQuota> below_quota_;
  std::vector<TopicPartitions> result_;
};

}  // namespace

AssignorResult assign_homogeneous(const AssignorGroup& group) {
  return Homogeneous(group).run();
}

}  // namespace klamm::coordinator
