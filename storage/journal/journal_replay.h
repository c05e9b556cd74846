#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reactor/task.h"
#include "storage/journal/journal_set.h"
#include "storage/partition_key.h"
#include "storage/partition_log.h"
#include "storage/storage_context.h"
#include "storage/storage_error.h"

namespace klamm::storage {

struct JournalReplayCount {
  uint64_t batches = 0;  // appended
  uint64_t bytes = 0;
  uint64_t known = 0;     // in the log already, or removed from it meanwhile
  uint64_t outdated = 0;  // of an older leader epoch than the log has: another process went on without them
};

// What a log that ends at `end`, with this newest leader epoch, lacks of its partition's entries.
struct JournalReplayPlan {
  std::vector<const FoundJournalEntry*> batches;  // by offset
  Offset end{};                                   // of the log with them
  JournalReplayCount count;
};
JournalReplayPlan plan_journal_replay(std::span<const FoundJournalEntry> entries, Offset end, LeaderEpoch epoch);

// Appends to an open log what its partition's entries have beyond its end, oldest first. Doing it twice does it once.
// The caller syncs the log afterwards. An error leaves the log with a part of them; they are to be tried again.
// `context` is the log's; `journals` stay as they are meanwhile.
// @core owner of the log
reactor::Task<StorageResult<JournalReplayCount>> replay_journal(StorageContext& context, PartitionLog& log,
                                                                const JournalSet& journals, PartitionKey partition);

}  // namespace klamm::storage
