#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "coordinator/group_partition.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "reactor/task.h"

// What OffsetCommit, OffsetFetch and OffsetDelete ask of the partition of a group, by Kafka 4.4's rules. Requests and
// answers have memory of their own: they travel between shards.
// @core owner: the group's shard
namespace klamm::coordinator {

struct OffsetCommit {
  std::string group_id;
  std::string_view member_id;  // the caller's, for the call
  std::optional<std::string> instance_id;
  int32_t generation = -1;                  // -1: an administrator, or a consumer that assigns itself
  bool knows_member_epochs = false;         // OffsetCommit 9 and above (KIP-848): also GROUP_ID_NOT_FOUND
  ConnectionId connection = kNoConnection;  // over which the member came
  std::vector<OffsetChange> changes;
};

/// A task that is over at once, with the error.
reactor::Task<protocol::ErrorCode> refused(protocol::ErrorCode error);

/// Checks the commit in the call; the task ends when the offsets are stored, all or none.
reactor::Task<protocol::ErrorCode> commit_offsets(GroupPartition& partition, OffsetCommit commit);

/// Partitions of one topic that are asked for, and then what was found of them.
struct FetchedTopic {
  struct Row {
    int32_t partition = 0;
    protocol::ErrorCode error = protocol::ErrorCode::kNone;
    int64_t offset = -1;  // -1: nothing is committed
    int32_t leader_epoch = -1;
    std::string metadata;
  };
  std::string name;
  protocol::Uuid id;  // zero: not known; an offset of another topic of that name is not found
  std::vector<Row> rows;
};

struct OffsetFetch {
  std::string group_id;
  std::optional<std::string> member_id;  // OffsetFetch 9 and above: of a member of a consumer group
  int32_t member_epoch = -1;
  bool all_topics = false;
  bool require_stable = false;       // offsets of transactions that have not ended are errors (KIP-447)
  std::vector<FetchedTopic> topics;  // asked for (empty with all_topics), then answered
};

/// The error is for the group as a whole; nothing is found then.
reactor::Task<protocol::ErrorCode> fetch_offsets(GroupPartition& partition, OffsetFetch& fetch);

struct OffsetDelete {
  struct Topic {
    std::string name;
    std::vector<int32_t> partitions;
    protocol::ErrorCode error = protocol::ErrorCode::kNone;  // the answer, for all of its partitions
  };
  std::string group_id;
  std::vector<Topic> topics;
};

/// The error is for the group as a whole.
reactor::Task<protocol::ErrorCode> delete_offsets(GroupPartition& partition, OffsetDelete& deletion);

}  // namespace klamm::coordinator
