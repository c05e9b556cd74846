#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "coordinator/assignor/assignor.h"

namespace klamm::coordinator {

/// The topics of a group, numbered from 0 in the order of their ids, so that what is kept for them are plain arrays.
/// @core owner
class TopicTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit TopicTable(std::span<const AssignorTopic> topics) : topics_(topics.begin(), topics.end()) {
    std::ranges::sort(topics_, {}, &AssignorTopic::id);
  }

  uint32_t find(const protocol::Uuid& id) const {
    const auto found = std::ranges::lower_bound(topics_, id, {}, &AssignorTopic::id);
    return found == topics_.end() || found->id != id ? kNone : static_cast<uint32_t>(found - topics_.begin());
  }
  const AssignorTopic& at(uint32_t index) const { return topics_[index]; }
  uint32_t size() const { return static_cast<uint32_t>(topics_.size()); }

 private:
  std::vector<AssignorTopic> topics_;
};

}  // namespace klamm::coordinator
