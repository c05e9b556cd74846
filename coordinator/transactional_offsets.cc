#include "coordinator/transactional_offsets.h"

namespace klamm::coordinator {

void TransactionalOffsets::put(int64_t producer_id, std::string_view group, std::string_view topic, int32_t partition,
                               CommittedOffset offset) {
  by_producer_[producer_id][std::string(group)].insert_or_assign({std::string(topic), partition}, std::move(offset));
}

void TransactionalOffsets::remove(std::string_view group, std::string_view topic, int32_t partition) {
  for (auto& [producer_id, groups] : by_producer_) {
    const auto found = groups.find(group);
    if (found != groups.end()) found->second.erase({std::string(topic), partition});
  }
}

bool TransactionalOffsets::is_pending(std::string_view group, std::string_view topic, int32_t partition) const {
  for (const auto& [producer_id, groups] : by_producer_) {
    const auto found = groups.find(group);
    if (found != groups.end() && found->second.contains({std::string(topic), partition})) return true;
  }
  return false;
}

bool TransactionalOffsets::has_group(std::string_view group) const {
  for (const auto& [producer_id, groups] : by_producer_) {
    if (groups.contains(group)) return true;
  }
  return false;
}

}  // namespace klamm::coordinator
