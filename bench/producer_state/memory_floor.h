#pragma once

#include <time.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "storage/large_page_allocator.h"

namespace klamm::storage {

inline int64_t cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// What this machine's memory asks for a batch of a random producer, whatever is done with it: an access to a table of
// the size of an index of all ids, and with the number found there one to a table of a cache line for each. Both lie on
// large pages, and an access begins when the one before has ended.
class MemoryFloor {
 public:
  // `order`: the ids from 0, shuffled.
  explicit MemoryFloor(const std::vector<uint32_t>& order)
      : lines_(order.size()), numbers_(order.size() * kIndexBytesPerId / sizeof(uint32_t) + 1) {
    // Spread over the whole table, and in no order that the hardware could foresee.
    for (size_t id = 0; id < order.size(); ++id) numbers_[place(id)] = order[id];
  }

  // CPU time of both accesses, over all ids in this order, so often.
  double ns_per_batch(const std::vector<uint32_t>& order, uint32_t rounds) {
    const int64_t begin = cpu_ns();
    uint64_t zero = 0;  // which only the memory knows
    for (uint32_t round = 0; round < rounds; ++round) {
      for (const uint32_t id : order) {
        Line& line = lines_[numbers_[place(id + zero)]];
        zero = line.zero;
        ++line.uses;
      }
    }
    return static_cast<double>(cpu_ns() - begin) / (static_cast<double>(rounds) * static_cast<double>(order.size()));
  }

 private:
  static constexpr size_t kIndexBytesPerId = 7;
  struct alignas(64) Line {
    volatile uint64_t zero = 0;
    uint64_t uses = 0;
  };
  template <class T>
  using Table = std::vector<T, LargePageAllocator<T>>;

  size_t place(uint64_t id) const { return id * kIndexBytesPerId / sizeof(uint32_t); }

  Table<Line> lines_;
  Table<uint32_t> numbers_;
};

}  // namespace klamm::storage
