#include "protocol/arena.h"

#include <gtest/gtest.h>

#include <cstring>
#include <utility>
#include <vector>

namespace klamm::protocol {
namespace {

TEST(ArenaTest, ElementsAreDefaultConstructedAlignedAndApart) {
  Arena arena;
  std::vector<int64_t*> arrays;
  for (int64_t i = 0; i < 2000; ++i) {
    arena.allocate(1, 1);
    auto* numbers = arena.allocate_array<int64_t>(7);
    ASSERT_NE(numbers, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(numbers) % alignof(int64_t), 0U);
    EXPECT_EQ(numbers[6], 0);
    for (int k = 0; k < 7; ++k) numbers[k] = i;
    arrays.push_back(numbers);
  }
  for (int64_t i = 0; i < 2000; ++i) {
    for (int k = 0; k < 7; ++k) ASSERT_EQ(arrays[static_cast<size_t>(i)][k], i);
  }
}

TEST(ArenaTest, AnswersNullOverTheLimitAndStaysUsable) {
  Arena arena(64 << 10);
  EXPECT_NE(arena.allocate(1000, 8), nullptr);
  EXPECT_EQ(arena.allocate(64 << 10, 8), nullptr);
  EXPECT_EQ(arena.allocate_array<int64_t>(SIZE_MAX / 4), nullptr);
  EXPECT_EQ(arena.allocate_array<int64_t>(SIZE_MAX / 8), nullptr);
  size_t got = 0;
  while (arena.allocate(1000, 8) != nullptr) ++got;
  EXPECT_GT(got, 50U);
  EXPECT_LE(arena.reserved_bytes(), size_t{64 << 10});
  EXPECT_FALSE(arena.copy(std::string(2000, 'x')).has_value());
}

TEST(ArenaTest, AnEmptyArrayIsNotNull) {
  Arena arena(0);
  EXPECT_NE(arena.allocate_array<int64_t>(0), nullptr);
  EXPECT_EQ(arena.copy(""), "");
  EXPECT_EQ(arena.allocate_array<char>(1), nullptr);
}

TEST(ArenaTest, CopiesText) {
  Arena arena;
  std::string text = "some text";
  const auto copy = arena.copy(text);
  text.assign(text.size(), '#');
  EXPECT_EQ(copy, "some text");
}

TEST(ArenaTest, ResetKeepsOnlyTheFirstChunk) {
  Arena arena;
  void* first = arena.allocate(100, 8);
  ASSERT_NE(arena.allocate(1 << 20, 8), nullptr);
  EXPECT_GT(arena.reserved_bytes(), size_t{1 << 20});
  arena.reset();
  EXPECT_LE(arena.reserved_bytes(), Arena::kFirstChunkBytes);
  EXPECT_EQ(arena.allocate(100, 8), first);
}

TEST(ArenaTest, MovesWithWhatItHolds) {
  Arena arena;
  auto* number = arena.make<int>();
  *number = 5;
  Arena other = std::move(arena);
  EXPECT_EQ(*number, 5);
  arena = std::move(other);
  EXPECT_EQ(*number, 5);
  EXPECT_EQ(other.reserved_bytes(), 0U);
}

}  // namespace
}  // namespace klamm::protocol
