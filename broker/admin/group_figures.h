#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "broker/broker_shard.h"
#include "coordinator/group_counts.h"
#include "metadata/image.h"
#include "protocol/types.h"
#include "reactor/task.h"

namespace klamm::broker {

/// What a group has committed for a partition, and where that ends.
struct LagFigures {
  std::string topic;
  int32_t partition = 0;
  int64_t committed_offset = -1;
  int64_t end_offset = -1;  // the high watermark; -1: nobody knows
  protocol::Uuid topic_id;
  reactor::ShardId owner_shard = metadata::kNoShard;

  /// Not exact above 2^53; a client may have committed any 64 bits.
  double lag() const { return static_cast<double>(end_offset) - static_cast<double>(committed_offset); }
};

/// One group, copied for /metrics.
struct GroupFigures {
  std::string group_id;
  reactor::ShardId shard = metadata::kNoShard;
  std::string_view type;   // "classic", "consumer"
  std::string_view state;  // Kafka's name
  uint64_t members = 0;
  uint64_t commits = 0;
  uint64_t offsets = 0;
  coordinator::RebalanceCounts rebalances;
  std::vector<LagFigures> lags;  // by topic and partition
};

/// Groups of all shards, by name.
/// @core any (a plain value)
struct GroupsFigures {
  std::vector<GroupFigures> groups;
  uint64_t untold_groups = 0;  // beyond the bounds
  uint64_t untold_lags = 0;    // of the groups that are told
};

/// Gathers the first `groups_max` groups by name and of these the first `lags_max` lags, by messages to the shards: one
/// for the groups, one for what they have committed, one for the high watermarks of its partitions, which may be led by
/// other shards. Each shard looks at its part in pieces, between which others get their turn.
/// @core home
reactor::Task<GroupsFigures> collect_groups(BrokerShard& home, size_t groups_max, size_t lags_max);

}  // namespace klamm::broker
