#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>

#include "coordinator/assignor/assignor.h"
#include "coordinator/consumer_group.h"
#include "coordinator/member_reconciliation.h"
#include "coordinator/sort_unique.h"

// Group epochs and target assignments: when partitions are given out anew, to whom, and a member's way there.
namespace klamm::coordinator {

using protocol::ErrorCode;

// What most members want; without any wish the broker's first.
std::string ConsumerGroup::preferred_assignor() const {
  const std::string* preferred = &configs_.broker().assignors.front();
  int32_t votes = 0;
  // Of several with as many votes Kafka takes `uniform` before `range`.
  for (auto one = state_.assignors().rbegin(); one != state_.assignors().rend(); ++one) {
    if (one->second <= votes) continue;
    preferred = &one->first;
    votes = one->second;
  }
  return *preferred;
}

bool ConsumerGroup::is_homogeneous() const {
  const auto member_count = static_cast<int32_t>(state_.members().size());
  if (state_.regexes().empty()) {
    return std::ranges::all_of(state_.topics(),
                               [&](const auto& topic) { return topic.second.by_name == member_count; });
  }
  if (state_.regexes().begin()->second != member_count) return false;
  return std::ranges::all_of(state_.topics(),
                             [](const auto& topic) { return topic.second.by_regex == 1 && topic.second.by_name == 0; });
}

uint64_t ConsumerGroup::metadata_hash() const {
  std::vector<uint64_t> hashes;
  for (const auto& [topic, readers] : state_.topics()) {
    if (topics_.find(topic)) hashes.push_back(topics_.hash(topic));
  }
  return group_topics_hash(hashes);
}

void ConsumerGroup::update_epoch(bool is_needed, RebalanceCause cause, const std::string& reason, Draft& draft) {
  if (!is_needed && !needs_refresh_) return;
  const uint64_t hash = metadata_hash();
  if (is_needed) {
    new_epoch(hash, cause, reason, draft);
  } else if (hash != state_.metadata_hash()) {
    new_epoch(hash, RebalanceCause::kTopics, "topics that it reads have changed", draft);
  }
  needs_refresh_ = false;
  if (state_.has_partition_metadata()) change(draft, PartitionMetadataChange());
}

std::vector<Uuid> ConsumerGroup::subscribed_topics(const MemberMetadata& metadata) const {
  std::vector<Uuid> ids;
  const auto add = [&](const std::string& topic) {
    if (const auto found = topics_.find(topic)) ids.push_back(found->id);
  };
  std::ranges::for_each(metadata.topics, add);
  if (metadata.has_regex()) {
    const auto resolved = state_.resolved_regexes().find(*metadata.topic_regex);
    if (resolved != state_.resolved_regexes().end()) std::ranges::for_each(resolved->second.topics, add);
  }
  sort_unique(ids);
  return ids;
}

bool ConsumerGroup::is_target_due(GroupNow now) const {
  const int64_t interval_ms = configs_.of(group_id_).assignment_interval_ms;
  const int64_t last_ms = state_.assignment_timestamp_ms();
  // A time beyond all clocks, which a log may name, holds nothing up.
  int64_t due_ms = 0;
  const bool is_due = __builtin_add_overflow(last_ms, interval_ms, &due_ms) || now.wall_ms >= due_ms;
  return last_ms == 0 || interval_ms == 0 || is_due;
}

std::optional<GroupError> ConsumerGroup::update_target(GroupNow now, Draft& draft) {
  if (state_.assignment_epoch() >= state_.group_epoch() || !is_target_due(now)) return std::nullopt;

  // Members of one subscription share its topics.
  std::map<std::pair<std::vector<std::string>, std::optional<std::string>>, std::vector<Uuid>> subscriptions;
  AssignorGroup group;
  group.is_homogeneous = is_homogeneous();
  group.members.reserve(state_.members().size());
  for (const auto& [id, member] : state_.members()) {
    const auto [place, is_new] =
        subscriptions.try_emplace(std::pair(member.metadata.topics, member.metadata.topic_regex));
    if (is_new) place->second = subscribed_topics(member.metadata);
    AssignorMember& row = group.members.emplace_back();
    row.member_id = id;
    if (member.metadata.instance_id) row.instance_id = *member.metadata.instance_id;
    row.subscribed = place->second;
    if (const TopicPartitions& target = state_.target(id); !target.empty()) row.target = &target;
  }
  std::set<Uuid> seen;
  for (const auto& [topic, readers] : state_.topics()) {
    const auto found = topics_.find(topic);
    if (found && seen.insert(found->id).second) group.topics.push_back({found->id, found->partition_count});
  }
  const Assignor* assignor = find_assignor(preferred_assignor());
  if (assignor == nullptr) assignor = find_assignor(configs_.broker().assignors.front());
  auto assigned = assignor->assign(group);
  if (!assigned) {
    return GroupError{assigned.error(), fmt::format("Failed to compute a new target assignment for epoch {}: {}",
                                                    state_.group_epoch(), protocol::name(assigned.error()))};
  }
  std::vector<std::string> ids;
  for (const AssignorMember& member : group.members) ids.emplace_back(member.member_id);
  for (size_t i = 0; i < ids.size(); ++i) {
    const auto before = state_.targets().find(ids[i]);
    if (before != state_.targets().end() && before->second == (*assigned)[i]) continue;
    change(draft, TargetMemberChange{std::move(ids[i]), std::move((*assigned)[i])});
  }
  change(draft, TargetEpochChange{{{state_.group_epoch(), now.wall_ms}}});
  return std::nullopt;
}

std::optional<GroupError> ConsumerGroup::reconcile_member(const std::string& member_id, const TopicPartitions* owned,
                                                          bool has_subscription_changed, GroupNow now, Draft& draft) {
  const ConsumerMember& member = *state_.find(member_id);
  if (!has_subscription_changed && member.current.is_reconciled_to(state_.assignment_epoch())) return std::nullopt;
  const std::vector<Uuid> subscribed = subscribed_topics(member.metadata);
  auto next = reconcile(
      {.current = member.current,
       .assignment_epoch = state_.assignment_epoch(),
       .target = state_.target(member_id),
       .subscribed = subscribed,
       .has_subscription_changed = has_subscription_changed,
       .owned = owned,
       .is_owned = [this](const Uuid& topic, int32_t partition) { return state_.is_owned(topic, partition); }});
  if (!next) {
    return GroupError{ErrorCode::kFencedMemberEpoch,
                      "The consumer group member is in a unknown state. The member must abandon all its partitions and "
                      "rejoin."};
  }
  if (*next == member.current) return std::nullopt;
  // One of the classic protocol has to join anew for that, in time.
  const bool owes_partitions = next->state == MemberState::kUnrevokedPartitions && !member.uses_classic_protocol();
  change(draft, CurrentAssignmentChange{member_id, std::move(*next)});
  ConsumerMember& changed = *state_.find(member_id);
  changed.rebalance_deadline_ms = kNever;
  if (owes_partitions) {
    changed.rebalance_deadline_ms = now.ms + std::max(changed.metadata.rebalance_timeout_ms, 0);
    want_wake(changed.rebalance_deadline_ms);
  }
  return std::nullopt;
}

}  // namespace klamm::coordinator
