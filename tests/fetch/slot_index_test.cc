#include "fetch/slot_index.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace klamm::fetch {
namespace {

// Keys by slot, and a hash that makes many of them meet.
struct Table {
  explicit Table(uint32_t spread) : spread(spread) {}
  uint32_t hash(uint32_t key) const { return (key % spread) * (UINT32_MAX / spread); }
  auto hash_of() const {
    return [this](uint32_t slot) { return hash(keys[slot]); };
  }
  uint32_t find(uint32_t key) const {
    return index.find(hash(key), [&](uint32_t slot) { return keys[slot] == key; });
  }

  uint32_t spread;
  std::vector<uint32_t> keys;
  SlotIndex index;
};

TEST(SlotIndex, AgreesWithAMap) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(static_cast<uint32_t>(seed));
    Table table(1 + random() % 50);
    std::map<uint32_t, uint32_t> model;
    for (int step = 0; step < 2000; ++step) {
      const uint32_t key = random() % 200;
      const auto known = model.find(key);
      if (known == model.end()) {
        ASSERT_EQ(table.find(key), kNoSlot) << "seed " << seed;
        const auto slot = static_cast<uint32_t>(table.keys.size());
        table.keys.push_back(key);
        table.index.insert(slot, table.hash_of());
        model[key] = slot;
      } else {
        ASSERT_EQ(table.find(key), known->second) << "seed " << seed;
        if (random() % 2 == 0) continue;
        table.index.erase(known->second, table.hash_of());
        model.erase(known);
      }
    }
    for (const auto& [key, slot] : model) ASSERT_EQ(table.find(key), slot) << "seed " << seed;
  }
}

TEST(SlotIndex, TakesFiveToSixAndAQuarterBytes) {
  for (const uint32_t count : {1000u, 3333u, 10000u}) {
    Table reserved(UINT32_MAX);
    Table grown(UINT32_MAX);
    reserved.index.reserve(count, reserved.hash_of());
    std::mt19937 random(7);
    for (uint32_t slot = 0; slot < count; ++slot) {
      reserved.keys.push_back(static_cast<uint32_t>(random()));
      grown.keys.push_back(reserved.keys.back());
      reserved.index.insert(slot, reserved.hash_of());
      grown.index.insert(slot, grown.hash_of());
    }
    EXPECT_LE(reserved.index.bytes(), 5 * count + 16);
    EXPECT_LE(grown.index.bytes(), 6.25 * count + 64);
  }
}

}  // namespace
}  // namespace klamm::fetch
