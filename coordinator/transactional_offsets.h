#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "coordinator/group_offsets.h"

namespace klamm::coordinator {

/// Offsets committed inside transactions that have not ended, by producer. Bound: they are records in the log.
/// @core owner
class TransactionalOffsets {
 public:
  void put(int64_t producer_id, std::string_view group, std::string_view topic, int32_t partition,
           CommittedOffset offset);
  /// A tombstone takes what is pending for its partition, too.
  void remove(std::string_view group, std::string_view topic, int32_t partition);
  bool is_pending(std::string_view group, std::string_view topic, int32_t partition) const;
  /// Whether a transaction with offsets of the group has not ended.
  bool has_group(std::string_view group) const;

  /// The producer's transaction has ended; if `is_commit`, visit(group, topic, partition, CommittedOffset&&) for each.
  template <class Visit>
  void end(int64_t producer_id, bool is_commit, Visit&& visit) {
    auto ended = by_producer_.extract(producer_id);
    if (ended.empty() || !is_commit) return;
    for (auto& [group, offsets] : ended.mapped()) {
      for (auto& [place, offset] : offsets) {
        visit(std::string_view(group), std::string_view(place.first), place.second, std::move(offset));
      }
    }
  }
  bool empty() const { return by_producer_.empty(); }
  void clear() { by_producer_.clear(); }

 private:
  using Place = std::pair<std::string, int32_t>;
  using Groups = std::map<std::string, std::map<Place, CommittedOffset>, std::less<>>;
  std::unordered_map<int64_t, Groups> by_producer_;
};

}  // namespace klamm::coordinator
