#include "coordinator/member_reconciliation.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace klamm::coordinator {

namespace {

// Whether the member still has anything of what it is to give up, as far as is known.
bool has_any_of(const OwnedPartitions& revoked, const TopicPartitions* owned) {
  if (owned == nullptr) return true;
  return std::ranges::any_of(*owned, [&](const auto& topic) {
    return std::ranges::any_of(
        topic.second, [&](int32_t partition) { return find_partition(revoked, topic.first, partition) != nullptr; });
  });
}

bool is_subscribed(const Reconciliation& step, const Uuid& topic) {
  return std::ranges::binary_search(step.subscribed, topic);
}

CurrentAssignment at_epoch(const Reconciliation& step, int32_t member_epoch, MemberState state) {
  CurrentAssignment next;
  next.member_epoch = member_epoch;
  next.previous_member_epoch = step.current.member_epoch;
  next.state = state;
  return next;
}

// What of the member's partitions it may keep, what it has to give up, and what it is still to get.
struct Split {
  OwnedPartitions kept;
  OwnedPartitions revoked;
  OwnedPartitions added;
  bool has_unreleased = false;
};

void split_owned(const Reconciliation& step, Split& split) {
  for (const auto& [topic, partitions] : step.current.assigned) {
    const auto found = step.target.find(topic);
    const bool is_wanted = found != step.target.end() && is_subscribed(step, topic);
    for (const OwnedPartition& one : partitions) {
      const bool is_kept = is_wanted && std::ranges::binary_search(found->second, one.partition);
      (is_kept ? split.kept : split.revoked)[topic].push_back(one);
    }
  }
}

void split_target(const Reconciliation& step, Split& split) {
  for (const auto& [topic, partitions] : step.target) {
    if (!is_subscribed(step, topic)) continue;
    for (const int32_t partition : partitions) {
      if (find_partition(step.current.assigned, topic, partition) != nullptr) continue;
      // What the member itself is about to give up is given back to it.
      const bool is_own = find_partition(step.current.pending_revocation, topic, partition) != nullptr;
      if (!is_own && step.is_owned(topic, partition)) {
        split.has_unreleased = true;
      } else {
        split.added[topic].push_back({partition, step.assignment_epoch});
      }
    }
  }
}

void add_all(OwnedPartitions& into, const OwnedPartitions& added) {
  for (const auto& [topic, partitions] : added) {
    std::vector<OwnedPartition>& all = into[topic];
    all.insert(all.end(), partitions.begin(), partitions.end());
    std::ranges::sort(all);
  }
}

CurrentAssignment go_on(const Reconciliation& step, int32_t member_epoch) {
  Split split;
  split_owned(step, split);
  split_target(step, split);
  if (!split.revoked.empty() && has_any_of(split.revoked, step.owned)) {
    CurrentAssignment next = at_epoch(step, member_epoch, MemberState::kUnrevokedPartitions);
    next.assigned = std::move(split.kept);
    next.pending_revocation = std::move(split.revoked);
    return next;
  }
  const MemberState state = split.has_unreleased ? MemberState::kUnreleasedPartitions : MemberState::kStable;
  CurrentAssignment next = at_epoch(step, step.assignment_epoch, state);
  next.assigned = std::move(split.kept);
  add_all(next.assigned, split.added);
  return next;
}

// The member has changed what it reads: what it reads no more it gives up now, before there is a new target.
CurrentAssignment give_up_unread(const Reconciliation& step) {
  OwnedPartitions kept;
  OwnedPartitions unread;
  for (const auto& [topic, partitions] : step.current.assigned) {
    (is_subscribed(step, topic) ? kept : unread)[topic] = partitions;
  }
  if (unread.empty()) return step.current;
  OwnedPartitions revoked = step.current.pending_revocation;
  add_all(revoked, unread);
  if (has_any_of(revoked, step.owned)) {
    CurrentAssignment next = at_epoch(step, step.current.member_epoch, MemberState::kUnrevokedPartitions);
    next.assigned = std::move(kept);
    next.pending_revocation = std::move(revoked);
    return next;
  }
  CurrentAssignment next = at_epoch(step, step.current.member_epoch, step.current.state);
  next.assigned = std::move(kept);
  next.pending_revocation = step.current.pending_revocation;
  return next;
}

}  // namespace

std::expected<CurrentAssignment, UnknownStateError> reconcile(const Reconciliation& step) {
  const CurrentAssignment& current = step.current;
  switch (current.state) {
    case MemberState::kStable:
      if (current.member_epoch != step.assignment_epoch) return go_on(step, current.member_epoch);
      return step.has_subscription_changed ? give_up_unread(step) : current;
    case MemberState::kUnrevokedPartitions:
      if (!has_any_of(current.pending_revocation, step.owned)) return go_on(step, current.member_epoch);
      return step.has_subscription_changed ? give_up_unread(step) : current;
    case MemberState::kUnreleasedPartitions:
      return go_on(step, current.member_epoch);
    case MemberState::kUnknown:
      break;
  }
  // Only a member that has nothing can be told from scratch.
  if (step.owned == nullptr || !step.owned->empty()) return std::unexpected(UnknownStateError());
  return go_on(step, step.assignment_epoch);
}

}  // namespace klamm::coordinator
