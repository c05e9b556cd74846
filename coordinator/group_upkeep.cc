#include "coordinator/group_upkeep.h"

#include <algorithm>
#include <utility>

#include "coordinator/offset_expiry.h"
#include "reactor/log.h"
#include "reactor/sleep.h"

namespace klamm::coordinator {

using protocol::ErrorCode;
using reactor::Task;

namespace {

// Deletions that go into one write: so many keys of usual length stay far below a batch's bound.
constexpr size_t kDeletionsMax = 1000;
// Groups looked at before others get a turn.
constexpr size_t kGroupsAtATime = 256;

bool is_active(const GroupPartition& partition) {
  return partition.state() == GroupPartition::State::kActive;
}

std::vector<std::string> group_ids(GroupPartition& partition) {
  std::vector<std::string> ids;
  ids.reserve(partition.groups().size());
  partition.groups().for_each([&](const StoredGroup& group) { ids.push_back(group.id); });
  return ids;
}

// False: the partition takes no writes now.
Task<bool> delete_all(GroupPartition& partition, std::string group_id, std::vector<OffsetChange> changes) {
  for (size_t first = 0; first < changes.size(); first += kDeletionsMax) {
    const auto begin = changes.begin() + static_cast<ptrdiff_t>(first);
    const auto end = changes.begin() + static_cast<ptrdiff_t>(std::min(first + kDeletionsMax, changes.size()));
    std::vector<OffsetChange> some(std::make_move_iterator(begin), std::make_move_iterator(end));
    const ErrorCode error = co_await partition.change_offsets(group_id, std::move(some));
    if (error != ErrorCode::kNone) co_return false;
  }
  co_return true;
}

std::vector<OffsetChange> offsets_of_topics(const StoredGroup& group, const std::vector<DeletedTopic>& topics) {
  std::vector<OffsetChange> changes;
  for (const DeletedTopic& topic : topics) {
    const GroupOffsets::ByPartition* offsets = group.offsets.find_topic(topic.name);
    if (offsets == nullptr) continue;
    for (const auto& [partition, offset] : *offsets) {
      if (!offset.is_of_other_topic(topic.id)) changes.push_back({topic.name, partition, std::nullopt});
    }
  }
  return changes;
}

}  // namespace

Task<void> expire_offsets(GroupPartition& partition) {
  const reactor::GatePass pass(partition.gate());
  if (!pass || !is_active(partition)) co_return;
  size_t looked_at = 0;
  size_t deleted_offsets = 0;
  size_t deleted_groups = 0;
  for (const std::string& id : group_ids(partition)) {
    if (++looked_at % kGroupsAtATime == 0) co_await reactor::yield_now();
    if (!is_active(partition)) co_return;
    const StoredGroup* group = partition.groups().find(id);
    if (group == nullptr || group->pending_write_count != 0) continue;
    ExpiredOffsets expired =
        find_expired(*group, partition.transactional(), partition.now().wall_ms, partition.options().retention_ms);
    if (expired.group_has_ended && expired.changes.size() <= kDeletionsMax) {
      // One write, so that nobody sees a group that is half gone.
      const size_t count = expired.changes.size();
      if (co_await partition.delete_group(id) != ErrorCode::kNone) co_return;
      deleted_offsets += count;
      ++deleted_groups;
    } else if (!expired.changes.empty()) {
      const size_t count = expired.changes.size();
      const bool is_done = co_await delete_all(partition, id, std::move(expired.changes));
      if (!is_done) co_return;
      deleted_offsets += count;
    }
  }
  if (deleted_offsets + deleted_groups != 0) {
    KLAMM_LOG(reactor::LogLevel::kInfo, "__consumer_offsets-{}: {} offsets have expired and {} groups with them",
              partition.index(), deleted_offsets, deleted_groups);
  }
}

Task<void> forget_topics(GroupPartition& partition, std::vector<DeletedTopic> topics) {
  const reactor::GatePass pass(partition.gate());
  if (!pass) co_return;
  co_await partition.loaded();
  if (!is_active(partition)) co_return;
  size_t looked_at = 0;
  for (const std::string& id : group_ids(partition)) {
    if (++looked_at % kGroupsAtATime == 0) co_await reactor::yield_now();
    // A commit that is on its way was checked against the topics before.
    const StoredGroup* group = partition.groups().find(id);
    if (group != nullptr && group->pending_write_count != 0) {
      const ErrorCode error = co_await partition.wait_for_writes();
      if (error != ErrorCode::kNone) co_return;
      group = partition.groups().find(id);
    }
    if (!is_active(partition)) co_return;
    if (group == nullptr) continue;
    std::vector<OffsetChange> changes = offsets_of_topics(*group, topics);
    if (changes.empty()) continue;
    const bool is_done = co_await delete_all(partition, id, std::move(changes));
    if (!is_done) co_return;
  }
}

}  // namespace klamm::coordinator
