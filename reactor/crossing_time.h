#pragma once

#include <algorithm>
#include <cstdint>

namespace klamm::reactor {

// What one piece of work spends on the way to other shards and back, without what is done there (on_shard() with it as
// the third argument). Calls side by side: a moment that several of them spend on the way counts once.
// @core owner: the shard that the calls come from
struct CrossingTime {
  int64_t total_ns = 0;
  int64_t since_ns = 0;    // since when there are calls under way
  uint32_t under_way = 0;  // calls that are not home yet
  int64_t counted_ns = 0;  // up to which moment the way is in total_ns

  void leaves(int64_t now_ns) {
    if (under_way++ == 0) since_ns = now_ns;
  }
  void is_home(int64_t left_ns, int64_t arrived_ns, int64_t returned_ns, int64_t now_ns) {
    --under_way;
    count(left_ns, arrived_ns);
    count(returned_ns, now_ns);
  }

 private:
  void count(int64_t from_ns, int64_t to_ns) {
    from_ns = std::max(from_ns, counted_ns);
    if (to_ns <= from_ns) return;
    total_ns += to_ns - from_ns;
    counted_ns = to_ns;
  }
};

}  // namespace klamm::reactor
