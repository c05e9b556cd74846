#pragma once

#include <string>
#include <vector>

#include "coordinator/group_partition.h"
#include "protocol/types.h"
#include "reactor/task.h"

// What is done to groups without anybody asking. A group whose write has not ended is passed over: what was decided
// from its state could undo that write.
// @core owner
namespace klamm::coordinator {

/// Deletes the offsets of a partition that have expired, and groups of which nothing is left.
reactor::Task<void> expire_offsets(GroupPartition& partition);

struct DeletedTopic {
  std::string name;
  protocol::Uuid id;
};

/// Deletes the offsets of topics that are no more. Waits for the loading of the partition.
reactor::Task<void> forget_topics(GroupPartition& partition, std::vector<DeletedTopic> topics);

}  // namespace klamm::coordinator
