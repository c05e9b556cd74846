#include "fetch/session_id.h"

#include <gtest/gtest.h>

#include <random>

namespace klamm::fetch {
namespace {

TEST(SessionIds, NameTheirShardWhateverTheCount) {
  std::mt19937_64 random(1);
  for (const uint32_t count : {1u, 2u, 3u, 4u, 7u, 8u, 64u, 255u, 256u, 512u}) {
    const SessionIds ids(count);
    for (uint32_t shard = 0; shard < count; ++shard) {
      for (const uint64_t drawn : {uint64_t{1}, ~uint64_t{0}, random(), random()}) {
        const int32_t id = ids.make(shard, drawn);
        ASSERT_GT(id, 0) << count << " shards";
        ASSERT_EQ(ids.shard_of(id), shard) << count << " shards, id " << id;
      }
    }
  }
}

TEST(SessionIds, NoShardHasTheseIds) {
  const SessionIds three(3);
  EXPECT_EQ(three.shard_of(0), std::nullopt);
  EXPECT_EQ(three.shard_of(-1), std::nullopt);
  EXPECT_EQ(three.shard_of(INT32_MIN), std::nullopt);
  EXPECT_EQ(three.shard_of(INT32_MAX), std::nullopt) << "that would be shard 3 of 4";
  EXPECT_EQ(SessionIds(1).shard_of(INT32_MAX), 0u);
}

TEST(SessionIds, AllButTheBitsOfTheShardAreDrawn) {
  EXPECT_EQ(SessionIds(1).make(0, ~uint64_t{0}), INT32_MAX);
  EXPECT_EQ(SessionIds(4).make(1, ~uint64_t{0}), (2 << 29) - 1);
  EXPECT_EQ(SessionIds(4).make(0, 0), kNoSessionId) << "which is no id: to be drawn again";
}

TEST(SessionEpoch, WrapsToOne) {
  EXPECT_EQ(next_session_epoch(kInitialSessionEpoch), 1);
  EXPECT_EQ(next_session_epoch(7), 8);
  EXPECT_EQ(next_session_epoch(INT32_MAX), 1);
  EXPECT_EQ(next_session_epoch(kFinalSessionEpoch), kFinalSessionEpoch);
  EXPECT_EQ(next_session_epoch(-5), kFinalSessionEpoch);
}

TEST(SessionEpoch, OnlyTheFirstAndTheLastAreFullFetches) {
  EXPECT_TRUE(is_full_fetch(0));
  EXPECT_TRUE(is_full_fetch(-1));
  EXPECT_FALSE(is_full_fetch(1));
  EXPECT_FALSE(is_full_fetch(-2));
}

}  // namespace
}  // namespace klamm::fetch
