#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/classic_messages.h"
#include "coordinator/group_records.h"

namespace klamm::coordinator {

/// A GroupMetadata record to be appended; the group is told by written() when that has ended.
/// @core owner
struct GroupWrite {
  uint64_t id = 0;
  GroupRecords records;
};

/// What a group wants done after an event. When it wants to be woken is not here: see ClassicGroup::wake_at_ms().
/// @core owner
struct ClassicEffects {
  std::vector<std::pair<RequestToken, JoinAnswer>> join_answers;
  std::vector<std::pair<RequestToken, SyncAnswer>> sync_answers;
  std::vector<GroupWrite> writes;
  std::vector<std::string> log_lines;

  void clear() {
    join_answers.clear();
    sync_answers.clear();
    writes.clear();
    log_lines.clear();
  }
};

}  // namespace klamm::coordinator
