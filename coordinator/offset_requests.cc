#include "coordinator/offset_requests.h"

#include <utility>

#include "coordinator/consumer_subscription.h"

namespace klamm::coordinator {

using protocol::ErrorCode;
using reactor::Task;

namespace {

ErrorCode check_commit(const ConsumerGroup& group, const OffsetCommit& commit) {
  const auto check = group.check_commit(commit.member_id, commit.generation, commit.knows_member_epochs);
  if (!check.is_older) return check.error;
  for (const OffsetChange& change : commit.changes) {
    if (!group.may_commit(commit.member_id, commit.generation, change.offset->topic_id, change.partition)) {
      return group.stale_error(commit.member_id);
    }
  }
  return ErrorCode::kNone;
}

ErrorCode check_commit(const StoredGroup* group, const OffsetCommit& commit) {
  const bool is_from_outside = commit.generation < 0;
  if (group == nullptr || !group->exists()) {
    if (is_from_outside) return ErrorCode::kNone;
    return commit.knows_member_epochs ? ErrorCode::kGroupIdNotFound : ErrorCode::kIllegalGeneration;
  }
  if (group->consumer != nullptr) return check_commit(*group->consumer, commit);
  if (group->classic != nullptr) {
    return group->classic->check_commit(commit.member_id, commit.instance_id, commit.generation);
  }
  if (group->is_of_other_protocol() && !group->other.member_ids.empty()) return ErrorCode::kUnknownMemberId;
  return is_from_outside ? ErrorCode::kNone : ErrorCode::kUnknownMemberId;
}

void answer(const CommittedOffset* found, const protocol::Uuid& topic_id, FetchedTopic::Row& row) {
  if (found == nullptr || found->is_of_other_topic(topic_id)) return;
  row.offset = found->offset;
  row.leader_epoch = found->leader_epoch;
  row.metadata = found->metadata;
}

void answer_asked(const GroupPartition& partition, const StoredGroup* group, OffsetFetch& fetch) {
  for (FetchedTopic& topic : fetch.topics) {
    for (FetchedTopic::Row& row : topic.rows) {
      if (fetch.require_stable && partition.transactional().is_pending(fetch.group_id, topic.name, row.partition)) {
        row.error = ErrorCode::kUnstableOffsetCommit;
      } else if (group != nullptr) {
        answer(group->offsets.find(topic.name, row.partition), topic.id, row);
      }
    }
  }
}

void answer_all(const GroupPartition& partition, const StoredGroup& group, OffsetFetch& fetch) {
  group.offsets.for_each_topic([&](std::string_view name, const GroupOffsets::ByPartition& offsets) {
    FetchedTopic& topic = fetch.topics.emplace_back();
    topic.name = name;
    for (const auto& [index, offset] : offsets) {
      FetchedTopic::Row& row = topic.rows.emplace_back();
      row.partition = index;
      if (fetch.require_stable && partition.transactional().is_pending(fetch.group_id, name, index)) {
        row.error = ErrorCode::kUnstableOffsetCommit;
      } else {
        answer(&offset, {}, row);
      }
    }
  });
}

ErrorCode check_delete(const StoredGroup* group) {
  if (group == nullptr || !group->exists()) return ErrorCode::kGroupIdNotFound;
  if (group->is_of_other_protocol() && !group->other.member_ids.empty()) return ErrorCode::kNonEmptyGroup;
  if (group->consumer != nullptr || group->classic == nullptr) return ErrorCode::kNone;
  return group->classic->check_offset_delete();
}

Task<ErrorCode> commit_once_settled(GroupPartition& partition, OffsetCommit commit) {
  const ErrorCode error = co_await partition.settled(commit.group_id);
  if (error != ErrorCode::kNone) co_return error;
  co_return co_await commit_offsets(partition, std::move(commit));
}

}  // namespace

Task<ErrorCode> refused(ErrorCode error) {
  co_return error;
}

// No coroutine of its own: the way of a commit is walked often.
Task<ErrorCode> commit_offsets(GroupPartition& partition, OffsetCommit commit) {
  if (const ErrorCode error = partition.availability(); error != ErrorCode::kNone) return refused(error);
  StoredGroup* group = partition.groups().find(commit.group_id);
  if (group != nullptr && group->is_settling()) return commit_once_settled(partition, std::move(commit));
  if (const ErrorCode error = check_commit(group, commit); error != ErrorCode::kNone) return refused(error);
  if (group != nullptr && group->classic != nullptr && group->consumer == nullptr) {
    group->classic->commit_accepted(commit.member_id, partition.now(), commit.connection);
  }
  return partition.change_offsets(std::move(commit.group_id), std::move(commit.changes));
}

Task<ErrorCode> fetch_offsets(GroupPartition& partition, OffsetFetch& fetch) {
  if (const ErrorCode error = partition.availability(); error != ErrorCode::kNone) co_return error;
  // What is visible is in the log; who wants what is stable waits for what is on its way there.
  if (fetch.require_stable) {
    const ErrorCode error = co_await partition.wait_for_writes(partition.write_deadline_ns());
    // As in Kafka: older consumers would not ask again after another one.
    if (error == ErrorCode::kCoordinatorNotAvailable) co_return ErrorCode::kNotCoordinator;
    if (error != ErrorCode::kNone) co_return error;
  }
  const StoredGroup* group = partition.groups().find(fetch.group_id);
  if (group != nullptr && group->consumer != nullptr) {
    const ErrorCode error = group->consumer->check_fetch(fetch.member_id, fetch.member_epoch);
    if (error != ErrorCode::kNone) co_return error;
  }
  if (!fetch.all_topics) {
    answer_asked(partition, group, fetch);
  } else if (group != nullptr) {
    answer_all(partition, *group, fetch);
  }
  co_return ErrorCode::kNone;
}

Task<ErrorCode> delete_offsets(GroupPartition& partition, OffsetDelete& deletion) {
  if (const ErrorCode error = partition.availability(); error != ErrorCode::kNone) co_return error;
  StoredGroup* group = partition.groups().find(deletion.group_id);
  if (const ErrorCode error = check_delete(group); error != ErrorCode::kNone) co_return error;
  std::optional<ConsumerSubscription> subscription;
  if (group->classic != nullptr && group->consumer == nullptr) subscription.emplace(*group->classic);
  std::vector<OffsetChange> changes;
  for (OffsetDelete::Topic& topic : deletion.topics) {
    const bool is_read = (subscription && subscription->has(topic.name)) ||
                         (group->consumer != nullptr && group->consumer->is_subscribed_to(topic.name));
    if (is_read) {
      topic.error = ErrorCode::kGroupSubscribedToTopic;
      continue;
    }
    for (const int32_t index : topic.partitions) {
      if (group->offsets.find(topic.name, index) == nullptr &&
          !partition.transactional().is_pending(group->id, topic.name, index)) {
        continue;
      }
      changes.push_back({topic.name, index, std::nullopt});
    }
  }
  co_return co_await partition.change_offsets(deletion.group_id, std::move(changes));
}

}  // namespace klamm::coordinator
