#include "metadata/placement.h"

#include <algorithm>

namespace klamm::metadata {

std::vector<ShardId> PlacementTable::place(int32_t partition_count) {
  const auto least = std::min_element(loads_.begin(), loads_.end()) - loads_.begin();
  std::vector<ShardId> owners;
  owners.reserve(static_cast<size_t>(partition_count));
  ShardId next = static_cast<ShardId>(least);
  for (int32_t i = 0; i < partition_count; ++i) {
    owners.push_back(next);
    ++loads_[next];
    next = (next + 1) % shard_count();
  }
  return owners;
}

}  // namespace klamm::metadata
