#include "broker/admin/group_figures.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "broker/admin/metric_text.h"
#include "coordinator/group_partition.h"
#include "reactor/on_shard.h"
#include "reactor/sleep.h"

namespace klamm::broker {
namespace {

using coordinator::GroupPartition;
using coordinator::StoredGroup;

constexpr size_t kLagsPerTurn = 256;

// The first groups by name, of those that were seen.
struct FirstGroups {
  size_t groups_max;
  std::map<std::string, GroupFigures, std::less<>> by_id;
  uint64_t untold = 0;

  bool takes(std::string_view group_id) {
    if (by_id.size() < groups_max) return true;
    ++untold;
    if (groups_max == 0 || group_id >= by_id.rbegin()->first) return false;
    by_id.erase(std::prev(by_id.end()));
    return true;
  }
};

GroupFigures figures_of(const StoredGroup& group) {
  GroupFigures figures{.group_id = group.id, .commits = group.commit_count, .offsets = group.offsets.size()};
  if (group.consumer != nullptr) {
    figures.type = "consumer";
    figures.state = name(group.consumer->state());
    figures.members = group.consumer->member_count();
    figures.rebalances = group.consumer->rebalances();
    return figures;
  }
  figures.type = "classic";
  figures.state = name(coordinator::ClassicState::kEmpty);
  if (group.classic == nullptr) return figures;
  figures.state = name(group.classic->state());
  figures.members = group.classic->member_count();
  figures.rebalances = group.classic->rebalances();
  return figures;
}

reactor::Task<FirstGroups> first_groups_here(BrokerShard& shard, size_t groups_max) {
  FirstGroups first{.groups_max = groups_max, .by_id = {}};
  std::vector<int32_t> indexes;
  shard.groups().for_each([&](GroupPartition& partition) { indexes.push_back(partition.index()); });
  for (const int32_t index : indexes) {
    GroupPartition* partition = shard.groups().partition(index);
    if (partition == nullptr || partition->state() != GroupPartition::State::kActive) continue;
    partition->groups().for_each([&](StoredGroup& group) {
      if (!group.exists() || group.is_of_other_protocol() || !first.takes(group.id)) return;
      GroupFigures figures = figures_of(group);
      figures.shard = shard.id();
      first.by_id.emplace(group.id, std::move(figures));
    });
    co_await reactor::yield_now();
  }
  co_return first;
}

// The first offsets by topic and partition.
void collect_offsets(const StoredGroup& group, size_t lags_max, std::vector<LagFigures>& into) {
  std::vector<std::pair<std::string_view, const coordinator::GroupOffsets::ByPartition*>> topics;
  group.offsets.for_each_topic(
      [&](std::string_view topic, const auto& partitions) { topics.emplace_back(topic, &partitions); });
  std::ranges::sort(topics);
  for (const auto& [topic, partitions] : topics) {
    for (const auto& [partition, offset] : *partitions) {
      if (into.size() == lags_max) return;
      into.push_back({.topic = std::string(topic),
                      .partition = partition,
                      .committed_offset = offset.offset,
                      .topic_id = offset.topic_id});
    }
  }
}

struct Wanted {
  GroupFigures* group;
  size_t lags_max;
};

// A group may go between two turns, so each is found anew by its name.
reactor::Task<void> offsets_here(BrokerShard& shard, const std::vector<Wanted>& wanted) {
  size_t count = 0;
  for (const Wanted& one : wanted) {
    if (count >= kLagsPerTurn) {
      count = 0;
      co_await reactor::yield_now();
    }
    const auto partition = shard.groups().find(one.group->group_id);
    if (!partition) continue;
    const StoredGroup* group = (*partition)->groups().find(one.group->group_id);
    if (group != nullptr) collect_offsets(*group, one.lags_max, one.group->lags);
    count += one.group->lags.size() + 1;
  }
}

reactor::Task<void> ends_here(BrokerShard& shard, const std::vector<LagFigures*>& lags) {
  size_t count = 0;
  for (LagFigures* lag : lags) {
    if (++count % kLagsPerTurn == 0) co_await reactor::yield_now();
    const storage::Partition* partition = shard.logs().find(lag->topic_id, lag->partition);
    if (partition != nullptr && partition->is_leader()) lag->end_offset = partition->high_watermark().value;
  }
}

// Two names that are the same as labels, since they are no UTF-8, would make a page that cannot be read.
void take_groups(std::map<std::string, GroupFigures, std::less<>> found, size_t groups_max, GroupsFigures& into) {
  std::set<std::string> labels;
  for (auto& [id, figures] : found) {
    if (into.groups.size() < groups_max && labels.insert(escape_label(id)).second) {
      into.groups.push_back(std::move(figures));
    } else {
      ++into.untold_groups;
    }
  }
}

reactor::Task<void> collect_all_offsets(BrokerShard& home, size_t lags_max, GroupsFigures& figures) {
  std::vector<std::vector<Wanted>> by_shard(home.reactor().shard_count());
  for (GroupFigures& group : figures.groups) {
    const size_t share = std::min<size_t>(lags_max, group.offsets);
    lags_max -= share;
    figures.untold_lags += group.offsets - share;
    if (share > 0) by_shard[group.shard].push_back({&group, share});
  }
  for (reactor::ShardId id = 0; id < by_shard.size(); ++id) {
    if (by_shard[id].empty()) continue;
    const auto visit = [&home, &by_shard, id] { return offsets_here(home.peer(id), by_shard[id]); };
    co_await reactor::on_shard(id, visit);
  }
}

// An offset of a topic that is no more, or of another that had its name, has no end.
reactor::Task<void> collect_ends(BrokerShard& home, GroupsFigures& figures) {
  std::vector<std::vector<LagFigures*>> by_shard(home.reactor().shard_count());
  {
    const metadata::ImagePtr image = home.image();
    for (GroupFigures& group : figures.groups) {
      for (LagFigures& lag : group.lags) {
        const metadata::TopicImage* topic = image->topic(lag.topic);
        if (topic == nullptr || (lag.topic_id != protocol::Uuid{} && lag.topic_id != topic->id)) continue;
        lag.topic_id = topic->id;
        lag.owner_shard = topic->owner_shard(lag.partition);
        if (lag.owner_shard != metadata::kNoShard) by_shard[lag.owner_shard].push_back(&lag);
      }
    }
  }
  for (reactor::ShardId id = 0; id < by_shard.size(); ++id) {
    if (by_shard[id].empty()) continue;
    const auto visit = [&home, &by_shard, id] { return ends_here(home.peer(id), by_shard[id]); };
    co_await reactor::on_shard(id, visit);
  }
}

}  // namespace

reactor::Task<GroupsFigures> collect_groups(BrokerShard& home, size_t groups_max, size_t lags_max) {
  GroupsFigures figures;
  std::map<std::string, GroupFigures, std::less<>> found;
  for (reactor::ShardId id = 0; id < home.reactor().shard_count(); ++id) {
    const auto visit = [&home, id, groups_max] { return first_groups_here(home.peer(id), groups_max); };
    FirstGroups first = co_await reactor::on_shard(id, visit);
    figures.untold_groups += first.untold;
    found.merge(first.by_id);
  }
  take_groups(std::move(found), groups_max, figures);
  co_await collect_all_offsets(home, lags_max, figures);
  co_await collect_ends(home, figures);
  co_return figures;
}

}  // namespace klamm::broker
