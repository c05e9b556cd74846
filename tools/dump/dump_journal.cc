#include <fmt/format.h>

#include "storage/journal/journal_set.h"
#include "tools/dump/dump.h"
#include "tools/journal_report.h"

namespace klamm::tools {

namespace {

using storage::FoundJournal;
using storage::FoundJournalEntry;
using storage::JournalFrame;
using storage::JournalSource;
using storage::PartitionKey;

Item journal_item(const FoundJournal& journal) {
  const storage::JournalHead& head = journal.contents.head;
  return {{"type", "journal"},
          {"journalId", fmt::format("{:016x}", head.journal_id)},
          {"generation", head.generation},
          {"shard", head.shard},
          {"halfBytes", head.half_bytes},
          {"frames", journal.contents.frames.size()},
          {"entries", journal.contents.entry_count}};
}

void dump_entry(const PartitionKey& partition, const FoundJournalEntry& entry, Report& report) {
  report.item({{"type", "journalEntry"},
               {"kind", entry.is_batch() ? "batch" : "truncation"},
               {"topicId", partition.topic_id.to_string()},
               {"partition", partition.index},
               {"leaderEpoch", entry.leader_epoch.value},
               {"baseOffset", entry.base_offset.value},
               {"bytes", entry.batch_bytes}});
}

/// An entry's batch is read when the entry is known: the source has one piece at a time.
void dump_frame(JournalSource& source, const std::string& path, const JournalFrame& frame, const DumpOptions& options,
                Report& report) {
  report.item({{"type", "frame"},
               {"position", frame.position_bytes},
               {"size", frame.size_bytes},
               {"sequence", frame.sequence},
               {"entries", frame.entry_count}});
  const auto visited =
      storage::visit_journal_frame(source, frame, [&](const PartitionKey& partition, const FoundJournalEntry& entry) {
        dump_entry(partition, entry, report);
        if (!entry.is_batch()) return;
        const auto batch = source.at(entry.position_bytes, entry.batch_bytes);
        if (!batch) return report.failure(batch.error().message);
        dump_batch(path, entry.position_bytes, *batch, options, report);
      });
  if (!visited) report.failure(visited.error().message);
}

}  // namespace

void dump_journal(reactor::Io& io, const std::string& path, DumpOptions options, Report& report) {
  const auto source = storage::JournalFileSource::open(io, path);
  if (!source) return report.failure(source.error().message);
  const auto journal = storage::read_journal(**source, path);
  if (!journal) return report.failure(journal.error().message);
  say_journal_faults(*journal, report);
  if (!journal->unreadable_because.empty()) return;
  report.item(journal_item(*journal));
  for (const JournalFrame& frame : journal->contents.frames) dump_frame(**source, path, frame, options, report);
}

}  // namespace klamm::tools
