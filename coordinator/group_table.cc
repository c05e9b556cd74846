#include "coordinator/group_table.h"

#include <utility>

namespace klamm::coordinator {

StoredGroup* GroupTable::find(std::string_view id) {
  const auto found = groups_.find(id);
  return found == groups_.end() ? nullptr : found->second.get();
}

const StoredGroup* GroupTable::find(std::string_view id) const {
  const auto found = groups_.find(id);
  return found == groups_.end() ? nullptr : found->second.get();
}

StoredGroup& GroupTable::find_or_create(std::string_view id) {
  if (StoredGroup* found = find(id)) return *found;
  auto group = std::make_unique<StoredGroup>(std::string(id));
  StoredGroup& made = *group;
  groups_.emplace(made.id, std::move(group));
  return made;
}

void GroupTable::erase_if_gone(std::string_view id) {
  const auto found = groups_.find(id);
  if (found == groups_.end() || found->second->exists() || found->second->pending_write_count != 0) return;
  // The id that was given may be the group's own.
  const std::unique_ptr<StoredGroup> gone = std::move(found->second);
  groups_.erase(found);
}

}  // namespace klamm::coordinator
