#include "broker/arena_pool.h"

#include <gtest/gtest.h>

#include <memory>

namespace klamm::broker {
namespace {

TEST(ArenaPool, AnArenaComesBackEmptyAndIsUsedAgain) {
  ArenaPool pool;
  void* first = nullptr;
  {
    auto lease = pool.take();
    first = lease.arena().allocate(16, 8);
    lease.arena().allocate(size_t{1} << 20, 8);
  }
  EXPECT_EQ(pool.idle_count(), 1U);
  auto lease = pool.take();
  EXPECT_EQ(pool.idle_count(), 0U);
  EXPECT_EQ(lease.arena().allocate(16, 8), first);
  EXPECT_LE(lease.arena().reserved_bytes(), protocol::Arena::kFirstChunkBytes);
}

TEST(ArenaPool, IdleOnesAreBounded) {
  ArenaPool pool;
  {
    std::vector<std::unique_ptr<ArenaPool::Lease>> leases;
    for (size_t i = 0; i < ArenaPool::kIdleMax + 10; ++i) {
      leases.push_back(std::unique_ptr<ArenaPool::Lease>(new ArenaPool::Lease(pool.take())));
    }
  }
  EXPECT_EQ(pool.idle_count(), ArenaPool::kIdleMax);
}

}  // namespace
}  // namespace klamm::broker
