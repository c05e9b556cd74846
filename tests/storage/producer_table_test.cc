#include "storage/producer_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace klamm::storage::test {
namespace {

// Ids that come and go, against a map.
TEST(ProducerTableTest, FindsWhatIsThere) {
  std::mt19937_64 random(7);
  ProducerTable table;
  std::map<int64_t, uint32_t> model;
  for (int i = 0; i < 60'000; ++i) {
    const auto id = static_cast<int64_t>(random() % 30'000) * (i % 2 == 0 ? 1 : 1'000'003);
    const uint32_t found = table.find(ProducerId(id));
    const auto known = model.find(id);
    ASSERT_EQ(found == ProducerTable::kNoSlot, known == model.end());
    if (known != model.end()) {
      ASSERT_EQ(found, known->second);
      ASSERT_EQ(table.at(found).id, ProducerId(id));
    }
    if (found == ProducerTable::kNoSlot) {
      model[id] = table.add(ProducerId(id), static_cast<uint32_t>(i));
    } else if (random() % 2 == 0) {
      table.remove(found);
      model.erase(id);
    }
    ASSERT_EQ(table.size(), model.size());
  }
  for (const auto& [id, slot] : model) ASSERT_EQ(table.find(ProducerId(id)), slot);
}

TEST(ProducerTableTest, ALineOfTheLongestUnused) {
  ProducerTable table;
  const auto any = [](const ProducerEntry&) { return true; };
  for (int i = 0; i < 1000; ++i) table.add(ProducerId(i), static_cast<uint32_t>(i * 8));
  for (int i = 0; i < 1000; i += 2) table.at(table.find(ProducerId(i))).last_used_s = 10'000;
  // The odd ones in their order, then the even ones.
  for (int round = 0; round < 1000; ++round) {
    uint32_t looks = 5000;
    const uint32_t slot = table.take_idle(UINT32_MAX, 20'000, looks, any);
    ASSERT_NE(slot, ProducerTable::kNoSlot);
    const int64_t expected = round < 500 ? round * 2 + 1 : (round - 500) * 2;
    ASSERT_EQ(table.at(slot).id, ProducerId(expected));
    table.drop(slot);
  }
  EXPECT_EQ(table.size(), 0U);
  EXPECT_EQ(table.first_step(), UINT32_MAX);
}

TEST(ProducerTableTest, LooksAreBounded) {
  ProducerTable table;
  for (int i = 0; i < 100; ++i) table.add(ProducerId(i), 0);
  uint32_t looks = 40;
  EXPECT_EQ(table.take_idle(UINT32_MAX, 100, looks, [](const ProducerEntry&) { return false; }),
            ProducerTable::kNoSlot);
  EXPECT_EQ(looks, 0U);
}

TEST(ProducerTableTest, SlotsAreUsedAgain) {
  ProducerTable table;
  for (int i = 0; i < 10'000; ++i) table.remove(table.add(ProducerId(i), static_cast<uint32_t>(i)));
  EXPECT_LE(table.slot_end(), 1U);
  for (int i = 0; i < 10'000; ++i) {
    const uint32_t slot = table.add(ProducerId(i), 5);
    table.at(slot).window.push({Offset(1), 0, 0, 0}, 5);
    uint32_t looks = 10;
    ASSERT_EQ(table.take_idle(UINT32_MAX, 5, looks, [](const ProducerEntry&) { return true; }), slot);
    table.drop(slot);
  }
  EXPECT_LE(table.slot_end(), 1U);
}

}  // namespace
}  // namespace klamm::storage::test
