#include "storage/journal/journal_replay.h"

#include <vector>

#include "protocol/buffer.h"
#include "storage/batch_header.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr size_t kAppendBytes = size_t{1} << 20;

struct Batch {
  const JournalEntry* entry = nullptr;
  Offset next{};
};

// The batches that no truncation has taken away. Offsets go up but where one was.
std::vector<Batch> standing(std::span<const JournalEntry* const> entries) {
  std::vector<Batch> batches;
  const auto cut = [&](Offset end) {
    while (!batches.empty() && batches.back().next > end) batches.pop_back();
  };
  for (const JournalEntry* entry : entries) {
    cut(entry->base_offset);
    if (entry->kind == JournalEntryKind::kBatch)
      batches.push_back({entry, parse_batch_header(entry->batch)->next_offset()});
  }
  return batches;
}

}  // namespace

JournalReplayPlan plan_journal_replay(std::span<const JournalEntry* const> entries, Offset end, LeaderEpoch epoch) {
  JournalReplayPlan plan;
  plan.end = end;
  for (const Batch& batch : standing(entries)) {
    const JournalEntry& entry = *batch.entry;
    if (entry.base_offset < plan.end) {
      ++plan.count.known;
    } else if (entry.leader_epoch < epoch) {
      ++plan.count.outdated;
    } else {
      plan.batches.push_back(&entry);
      ++plan.count.batches;
      plan.count.bytes += entry.batch.size();
      plan.end = batch.next;
      epoch = entry.leader_epoch;
    }
  }
  return plan;
}

Task<StorageResult<JournalReplayCount>> replay_journal(PartitionLog& log,
                                                       std::span<const JournalEntry* const> entries) {
  const JournalReplayPlan plan = plan_journal_replay(entries, log.log_end(), log.epochs().latest());
  protocol::Buffer gathered;
  for (const JournalEntry* entry : plan.batches) {
    gathered.append(entry->batch);
    if (gathered.size() < kAppendBytes && entry != plan.batches.back()) continue;
    auto appended = co_await log.append_as_replica(gathered.span());
    if (!appended) co_return std::unexpected(appended.error());
    gathered.clear();
  }
  co_return plan.count;
}

}  // namespace klamm::storage
