#include "reactor/bounded_queue.h"

#include <gtest/gtest.h>

#include <thread>

namespace klamm::reactor {
namespace {

constexpr size_t kBytesMax = 100'000;
constexpr int kSlotCount = BoundedQueue<int>::kSlotCount;

TEST(BoundedQueue, GivesThingsInTheirOrderAndCountsWhatFindsNoRoom) {
  BoundedQueue<int> queue(kBytesMax);
  for (int i = 0; i < kSlotCount; ++i) EXPECT_TRUE(queue.push(std::make_unique<int>(i), 1));
  EXPECT_FALSE(queue.push(std::make_unique<int>(-1), 1));
  EXPECT_FALSE(queue.push(std::make_unique<int>(-2), 1));
  EXPECT_EQ(*queue.pop(), 0);
  EXPECT_TRUE(queue.push(std::make_unique<int>(5000), 1));
  for (int i = 1; i < kSlotCount; ++i) EXPECT_EQ(*queue.pop(), i);
  EXPECT_EQ(*queue.pop(), 5000);
  EXPECT_EQ(queue.pop(), nullptr);
  EXPECT_EQ(queue.take_dropped(), 2u);
  EXPECT_EQ(queue.take_dropped(), 0u);
}

TEST(BoundedQueue, IsBoundedInBytes) {
  BoundedQueue<int> queue(kBytesMax);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(queue.push(std::make_unique<int>(i), kBytesMax / 3));
  EXPECT_FALSE(queue.push(std::make_unique<int>(3), 2));
  EXPECT_TRUE(queue.push(std::make_unique<int>(4), 1)) << "a small one still has room";
  EXPECT_NE(queue.pop(), nullptr);
  EXPECT_TRUE(queue.push(std::make_unique<int>(5), kBytesMax / 3));
}

TEST(BoundedQueue, LosesNothingBetweenTwoThreads) {
  constexpr int kCount = 200'000;
  BoundedQueue<int> queue(kBytesMax);
  std::thread producer([&] {
    for (int i = 0; i < kCount;) {
      if (queue.push(std::make_unique<int>(i), 1)) {
        ++i;
      } else {
        std::this_thread::yield();
      }
    }
  });
  for (int i = 0; i < kCount;) {
    const auto thing = queue.pop();
    if (thing == nullptr) {
      std::this_thread::yield();
      continue;
    }
    ASSERT_EQ(*thing, i++);
  }
  producer.join();
}

}  // namespace
}  // namespace klamm::reactor
