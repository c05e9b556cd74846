#include "metadata/persistent_map.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace klamm::metadata {
namespace {

struct Value : Counted {
  int number = 0;
};

Ref<const Value> value(int number) {
  Ref<Value> made = make_ref<Value>();
  made->number = number;
  return made;
}

// Few distinct hashes, so that nodes split deep and keys collide.
struct PoorHash {
  size_t operator()(int key) const { return static_cast<size_t>(key % 5); }
};

template <class Map>
std::map<int, int> content(const Map& map) {
  std::map<int, int> all;
  map.for_each([&](int key, const Value& each) { all[key] = each.number; });
  return all;
}

template <class Map>
void behaves_like_a_map_whose_old_versions_stay() {
  Map map;
  std::map<int, int> model;
  std::vector<std::pair<Map, std::map<int, int>>> versions;
  const auto steps = *rc::gen::container<std::vector<std::pair<int, int>>>(
      rc::gen::pair(rc::gen::inRange(0, 60), rc::gen::inRange(-10, 1000)));
  for (const auto& [key, number] : steps) {
    if (number < 0) {
      RC_ASSERT(map.erase(key) == (model.erase(key) == 1));
    } else {
      map.set(key, value(number));
      model[key] = number;
    }
    if (number % 3 == 0) versions.emplace_back(map, model);
    const Value* found = map.find(key);
    RC_ASSERT((found != nullptr) == model.contains(key));
  }
  versions.emplace_back(map, model);
  for (const auto& [version, expected] : versions) {
    RC_ASSERT(content(version) == expected);
    RC_ASSERT(version.size() == expected.size());
    std::map<int, int> patched = expected;
    Map::for_each_difference(version, map, [&](int key, const Value* before, const Value* after) {
      RC_ASSERT(before != after);
      RC_ASSERT((before != nullptr) == patched.contains(key));
      if (after == nullptr) {
        patched.erase(key);
      } else {
        patched[key] = after->number;
      }
    });
    RC_ASSERT(patched == model);
  }
}

RC_GTEST_PROP(PersistentMap, BehavesLikeAMapWhoseOldVersionsStay, ()) {
  behaves_like_a_map_whose_old_versions_stay<PersistentMap<int, Value>>();
}

RC_GTEST_PROP(PersistentMap, DoesSoWithCollidingHashes, ()) {
  behaves_like_a_map_whose_old_versions_stay<PersistentMap<int, Value, PoorHash>>();
}

TEST(PersistentMap, ComparesRelativesWithoutVisitingWhatTheyShare) {
  PersistentMap<int, Value> before;
  for (int key = 0; key < 100'000; ++key) before.set(key, value(key));
  PersistentMap<int, Value> after = before;
  after.set(77, value(-1));
  after.erase(99);
  std::vector<int> visited;
  PersistentMap<int, Value>::for_each_difference(before, after,
                                                 [&](int key, const Value*, const Value*) { visited.push_back(key); });
  std::sort(visited.begin(), visited.end());
  EXPECT_EQ(visited, (std::vector<int>{77, 99}));
}

}  // namespace
}  // namespace klamm::metadata
