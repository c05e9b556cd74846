#include "metadata/placement.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace klamm::metadata {
namespace {

RC_GTEST_PROP(Placement, KeepsShardsWithinOnePartitionOfEachOther, ()) {
  PlacementTable table(*rc::gen::inRange<uint32_t>(1, 9));
  for (const int32_t partitions : *rc::gen::container<std::vector<int32_t>>(rc::gen::inRange(0, 30))) {
    const auto owners = table.place(partitions);
    RC_ASSERT(owners.size() == static_cast<size_t>(partitions));
    for (size_t i = 1; i < owners.size(); ++i) RC_ASSERT(owners[i] == (owners[i - 1] + 1) % table.shard_count());
    const auto [least, most] = std::ranges::minmax(table.loads());
    RC_ASSERT(most - least <= 1U);
  }
}

TEST(Placement, StartsEachTopicAtTheLeastLoadedShard) {
  PlacementTable table(3);
  table.place(4);
  EXPECT_EQ(table.place(1), std::vector<ShardId>{1});
  table.remove(0);
  table.remove(0);
  EXPECT_EQ(table.place(2), (std::vector<ShardId>{0, 1}));
}

}  // namespace
}  // namespace klamm::metadata
