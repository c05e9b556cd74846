#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "coordinator/classic_member.h"
#include "coordinator/group_counts.h"

namespace klamm::coordinator {

/// A classic group as it comes out of a consumer group: stable, with these members and their assignments.
/// @core owner: the group's shard
struct ClassicStart {
  int32_t generation = 0;
  std::string protocol_name;
  std::vector<ClassicMember> members;  // the first leads
  int64_t timestamp_ms = 0;            // wall clock: since when it is in its state
  RebalanceCounts rebalances;          // what was counted of the consumer group
  bool has_to_rebalance = false;       // for this cause and reason
  RebalanceCause cause = RebalanceCause::kOther;
  std::string reason;
};

}  // namespace klamm::coordinator
