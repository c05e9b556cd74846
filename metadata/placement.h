#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metadata/image.h"

namespace klamm::metadata {

/// How many partitions of this node each shard owns.
/// @core owner (shard 0)
class PlacementTable {
 public:
  explicit PlacementTable(uint32_t shard_count) : loads_(shard_count, 0) {}

  /// Owners for the partitions of one topic, in the order of their index: round robin from the least loaded shard (of
  /// equals the lowest). Counts them.
  std::vector<ShardId> place(int32_t partition_count);
  /// The same, for the partitions that a topic grew by.
  void add(ShardId shard) { ++loads_[shard]; }
  void remove(ShardId shard) { --loads_[shard]; }

  uint32_t shard_count() const { return static_cast<uint32_t>(loads_.size()); }
  std::span<const uint32_t> loads() const { return loads_; }

 private:
  std::vector<uint32_t> loads_;
};

}  // namespace klamm::metadata
