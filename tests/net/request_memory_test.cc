#include "net/request_memory.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "net/chunk_pool.h"

namespace klamm::net {
namespace {

struct Waiter : RequestMemory::Waiter {
  int resumed = 0;
  Waiter() {
    resume = [](RequestMemory::Waiter& self) noexcept { ++static_cast<Waiter&>(self).resumed; };
  }
};

TEST(RequestMemory, OneGoesBeyondTheBoundAndTheOthersWait) {
  constexpr uint64_t kMiB = uint64_t{1} << 20;
  RequestMemory memory(100 * kMiB);
  MemoryCharge first, second, third;
  Waiter a, b, c;
  EXPECT_TRUE(memory.try_charge(first, 60 * kMiB, a));
  EXPECT_TRUE(memory.try_charge(second, 500 * kMiB, b));  // the overdraft
  EXPECT_FALSE(memory.try_charge(third, kMiB, c));
  EXPECT_TRUE(c.waiting);
  EXPECT_TRUE(memory.try_charge(second, 500 * kMiB, b)) << "who has the overdraft comes to its end";
  memory.release(first);
  EXPECT_EQ(c.resumed, 1);
  EXPECT_FALSE(memory.try_charge(third, kMiB, c));
  memory.release(second);
  EXPECT_EQ(c.resumed, 2);
  EXPECT_TRUE(memory.try_charge(third, kMiB, c));
  EXPECT_FALSE(c.waiting);
  memory.release(third);
  EXPECT_EQ(memory.held_bytes(), 0u);
}

TEST(RequestMemory, ServesWaitersInTheirOrder) {
  RequestMemory memory(100);
  MemoryCharge held, over, first, second;
  Waiter h, o, a, b;
  ASSERT_TRUE(memory.try_charge(held, 100, h));
  ASSERT_TRUE(memory.try_charge(over, 1, o));
  EXPECT_FALSE(memory.try_charge(first, 50, a));
  EXPECT_FALSE(memory.try_charge(second, 50, b));
  memory.release(held);
  EXPECT_EQ(a.resumed, 1);
  EXPECT_EQ(b.resumed, 0);
  EXPECT_FALSE(memory.try_charge(second, 50, b)) << "nobody overtakes";
  EXPECT_TRUE(memory.try_charge(first, 50, a));
  EXPECT_EQ(b.resumed, 1);
  memory.cancel(b);
  EXPECT_EQ(memory.waiting_count(), 0u);
  memory.release(first);
  memory.release(over);
}

TEST(RequestMemory, ItsBoundCanChange) {
  RequestMemory memory(100);
  MemoryCharge held, over, first, second;
  Waiter h, o, a, b;
  ASSERT_TRUE(memory.try_charge(held, 100, h));
  ASSERT_TRUE(memory.try_charge(over, 50, o));
  EXPECT_FALSE(memory.try_charge(first, 50, a));
  EXPECT_FALSE(memory.try_charge(second, 50, b));
  memory.set_limit(250);
  EXPECT_EQ(a.resumed, 1) << "the first in the queue, which resumes the next";
  EXPECT_TRUE(memory.try_charge(first, 50, a));
  EXPECT_EQ(b.resumed, 1);
  EXPECT_TRUE(memory.try_charge(second, 50, b));
  memory.release(over);
  memory.set_limit(10);
  EXPECT_EQ(memory.held_bytes(), 200u) << "what is held stays";
  EXPECT_TRUE(memory.try_charge(over, 1, o)) << "one may go beyond it";
  EXPECT_FALSE(memory.try_charge(first, 1, a));
  memory.cancel(a);
  for (MemoryCharge* charge : {&held, &over, &first, &second}) memory.release(*charge);
}

TEST(RequestMemory, AnyRequestIsAdmittedWhenNothingElseIsHeld) {
  RequestMemory memory(10);
  MemoryCharge charge;
  Waiter waiter;
  EXPECT_TRUE(memory.try_charge(charge, 1000, waiter));
  memory.release(charge);
}

TEST(RequestMemory, TheLargeLeaveRoomForTheSmall) {
  constexpr uint64_t kSmall = RequestMemory::kSmallBytes;
  RequestMemory memory(16 * kSmall);
  ASSERT_EQ(memory.large_limit_bytes(), 14 * kSmall);
  MemoryCharge large, over, refused, small, other_small, refused_small;
  Waiter a, b, c, d, e, f;
  EXPECT_TRUE(memory.try_charge(large, 14 * kSmall, a));
  EXPECT_TRUE(memory.try_charge(over, 100 * kSmall, b)) << "the overdraft";
  EXPECT_FALSE(memory.try_charge(refused, kSmall + 1, c));
  EXPECT_TRUE(memory.try_charge(small, kSmall, d)) << "though large ones wait, and whatever the overdraft has";
  EXPECT_FALSE(memory.try_charge(small, kSmall, d)) << "it would be large";
  memory.cancel(d);
  c.resumed = 0;
  EXPECT_TRUE(memory.try_charge(other_small, kSmall, e));
  EXPECT_FALSE(memory.try_charge(refused_small, kSmall, f)) << "all is used up";
  memory.release(other_small);
  EXPECT_EQ(f.resumed, 1);
  EXPECT_TRUE(memory.try_charge(refused_small, kSmall, f));
  EXPECT_EQ(c.resumed, 1) << "at each release the first of both lines";
  memory.release(large);
  EXPECT_FALSE(memory.try_charge(refused, kSmall + 1, c)) << "for the large the overdraft counts";
  memory.release(over);
  EXPECT_TRUE(memory.try_charge(refused, kSmall + 1, c));
  for (MemoryCharge* charge : {&refused, &small, &refused_small}) memory.release(*charge);
  EXPECT_EQ(memory.waiting_count(), 0u);
}

TEST(RequestMemory, WhoWaitsMayComeBackForLess) {
  constexpr uint64_t kSmall = RequestMemory::kSmallBytes;
  RequestMemory memory(16 * kSmall);
  MemoryCharge large, over, charge, next;
  Waiter a, b, c, d;
  ASSERT_TRUE(memory.try_charge(large, 14 * kSmall, a));
  ASSERT_TRUE(memory.try_charge(over, kSmall + 1, b));
  EXPECT_FALSE(memory.try_charge(charge, 2 * kSmall, c));
  EXPECT_FALSE(memory.try_charge(next, 2 * kSmall, d));
  EXPECT_TRUE(memory.try_charge(charge, 1, c)) << "from the line of the large";
  EXPECT_FALSE(c.waiting);
  EXPECT_EQ(d.resumed, 1) << "it is the first of that line now";
  memory.cancel(d);
  EXPECT_EQ(memory.waiting_count(), 0u);
  for (MemoryCharge* held : {&large, &over, &charge}) memory.release(*held);
}

TEST(RequestMemory, AnOverdraftThatIsHandedOnIsOneStill) {
  RequestMemory memory(100);
  MemoryCharge over, larger, other;
  Waiter a, b;
  ASSERT_TRUE(memory.try_charge(over, 500, a));
  memory.hand_overdraft(over, larger);
  EXPECT_TRUE(memory.try_charge(larger, 900, a)) << "never refused";
  memory.release(over);
  EXPECT_FALSE(memory.try_charge(other, 200, b));
  EXPECT_TRUE(memory.try_charge(other, 100, b)) << "as if the overdraft held nothing";
  memory.release(larger);
  memory.release(other);
  EXPECT_TRUE(memory.try_charge(other, 200, b)) << "it is free again";
  memory.release(other);
}

TEST(ChunkPool, ReusesWhatComesBackUpToItsBound) {
  RequestMemory memory(1 << 30);
  ChunkPool pool(memory, 8 << 10);
  Waiter waiter;
  const std::byte* first = nullptr;
  {
    ChunkRef chunk = pool.allocate(100, waiter);
    first = chunk->data;
    EXPECT_GE(chunk->capacity_bytes, 100u);
    EXPECT_EQ(memory.held_bytes(), ChunkPool::kSmallestBytes);
  }
  EXPECT_EQ(memory.held_bytes(), 0u);
  EXPECT_EQ(pool.cached_bytes(), ChunkPool::kSmallestBytes);
  EXPECT_EQ(pool.allocate(120, waiter)->data, first);
  pool.allocate(1 << 20, waiter).reset();
  EXPECT_EQ(pool.cached_bytes(), ChunkPool::kSmallestBytes) << "too large to be kept";
}

TEST(ChunkPool, EveryCapacityFits) {
  RequestMemory memory(1ull << 40);
  ChunkPool pool(memory, 0);
  Waiter waiter;
  for (size_t bytes = 1; bytes < (3u << 20); bytes = bytes * 5 / 4 + 1) {
    for (const size_t size : {bytes, (size_t{1} << 20) - 128, (size_t{1} << 20) - 127}) {
      const ChunkRef chunk = pool.allocate(size, waiter);
      EXPECT_GE(chunk->capacity_bytes, size);
      chunk->data[0] = std::byte{1};
      chunk->data[size - 1] = std::byte{1};
    }
  }
}

TEST(ChunkPool, ALargeClaimIsChargedAsItFills) {
  RequestMemory memory(64 << 20);
  ChunkPool pool(memory, 0);
  Waiter waiter;
  ChunkRef chunk = pool.allocate(100 << 20, waiter);
  EXPECT_EQ(memory.held_bytes(), ChunkPool::kFirstStepBytes);
  size_t filled = 0;
  while (filled < (100u << 20)) {
    const size_t step = pool.fillable_bytes(*chunk.get(), waiter);
    ASSERT_GT(step, 0u) << "alone it may go beyond the bound";
    chunk->size_bytes += static_cast<uint32_t>(step);
    filled += step;
    EXPECT_LE(memory.held_bytes(), std::max<size_t>(2 * filled, ChunkPool::kFirstStepBytes));
  }
  EXPECT_EQ(filled, 100u << 20);
  EXPECT_EQ(memory.held_bytes(), 100u << 20);
}

}  // namespace
}  // namespace klamm::net
