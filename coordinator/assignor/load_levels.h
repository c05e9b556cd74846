#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace klamm::coordinator {

/// The subscribers of one topic by how many partitions they have, while partitions are given to the least loaded and
/// taken from the most loaded of them, level by level. Members are numbers; `loads` has the partitions of each and is
/// kept up to date by the caller. No step sorts anew: giving and taking only ever widen the lowest and the highest
/// level.
/// @core owner
class LoadLevels {
 public:
  static constexpr int32_t kNoMember = -1;

  explicit LoadLevels(const std::vector<int32_t>& loads) : loads_(loads) {}

  /// Begins with these members, of whom there is at least one. What the most loaded has more than the least loaded.
  int32_t begin(std::span<const int32_t> members);

  /// Who gets the next partition. It counts as given.
  int32_t next_least_loaded();
  /// Who gives the next partition, or nobody. It counts as taken, unless pass_over_most_loaded() follows.
  int32_t next_most_loaded();
  /// The member of the last next_most_loaded() has nothing to give: it is not asked again.
  void pass_over_most_loaded();

  /// The two levels have met: another move would not even out anything.
  bool is_even() const { return high_level_ - low_level_ <= 1; }

 private:
  int32_t load_at(size_t place) const { return loads_[static_cast<size_t>(sorted_[place])]; }

  const std::vector<int32_t>& loads_;
  std::vector<int32_t> sorted_;  // by load, then by number, as it was at the beginning
  // The lowest level: the members before low_end_ have low_level_ partitions, and one more those before low_next_.
  size_t low_end_ = 0;
  size_t low_next_ = 0;
  int32_t low_level_ = 0;
  // The highest level: the members from high_begin_ on, before high_end_, and one less those from high_next_ on.
  size_t high_begin_ = 0;
  size_t high_end_ = 0;
  size_t high_next_ = 0;
  int32_t high_level_ = 0;
};

}  // namespace klamm::coordinator
