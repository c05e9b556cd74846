#include "coordinator/assignor/load_levels.h"

#include <algorithm>
#include <utility>

#include "reactor/assert.h"

namespace klamm::coordinator {

int32_t LoadLevels::begin(std::span<const int32_t> members) {
  KLAMM_ASSERT(!members.empty(), "a topic without subscribers");
  sorted_.assign(members.begin(), members.end());
  std::ranges::sort(sorted_, {},
                    [&](int32_t member) { return std::pair(loads_[static_cast<size_t>(member)], member); });
  const int32_t lowest = load_at(0);
  const int32_t highest = load_at(sorted_.size() - 1);
  // Both levels are empty, just outside of the loads.
  low_end_ = 0;
  low_next_ = 0;
  low_level_ = lowest - 1;
  high_begin_ = sorted_.size();
  high_end_ = sorted_.size();
  high_next_ = sorted_.size();
  high_level_ = highest + 1;
  return highest - lowest;
}

int32_t LoadLevels::next_least_loaded() {
  if (low_next_ == low_end_) {
    ++low_level_;
    while (low_end_ < sorted_.size() && load_at(low_end_) == low_level_) ++low_end_;
    low_next_ = 0;
  }
  return sorted_[low_next_++];
}

int32_t LoadLevels::next_most_loaded() {
  if (high_next_ == high_begin_) {
    // All members of the level may have been passed over: then the next lower load is the level.
    const bool is_level_empty = high_end_ == high_begin_ && high_begin_ > 0;
    high_level_ = is_level_empty ? load_at(high_begin_ - 1) : high_level_ - 1;
    while (high_begin_ > 0 && load_at(high_begin_ - 1) == high_level_) --high_begin_;
    high_next_ = high_end_;
  }
  if (high_next_ == 0) return kNoMember;
  return sorted_[--high_next_];
}

void LoadLevels::pass_over_most_loaded() {
  std::swap(sorted_[high_next_], sorted_[high_end_ - 1]);
  --high_end_;
}

}  // namespace klamm::coordinator
