#include <fmt/format.h>

#include <vector>

#include "storage/journal/journal_set.h"
#include "tools/dump/dump.h"
#include "tools/journal_report.h"

namespace klamm::tools {

namespace {

using storage::FoundJournal;
using storage::JournalEntry;
using storage::JournalEntryKind;
using storage::JournalFrame;

Item journal_item(const FoundJournal& journal) {
  const storage::JournalHead& head = journal.contents.head;
  return {{"type", "journal"},
          {"journalId", fmt::format("{:016x}", head.journal_id)},
          {"generation", head.generation},
          {"shard", head.shard},
          {"halfBytes", head.half_bytes},
          {"frames", journal.contents.frames.size()},
          {"entries", journal.contents.entries.size()}};
}

void dump_entry(const FoundJournal& journal, const JournalEntry& entry, const DumpOptions& options, Report& report) {
  const bool is_batch = entry.kind == JournalEntryKind::kBatch;
  report.item({{"type", "journalEntry"},
               {"kind", is_batch ? "batch" : "truncation"},
               {"topicId", entry.partition.topic_id.to_string()},
               {"partition", entry.partition.index},
               {"leaderEpoch", entry.leader_epoch.value},
               {"baseOffset", entry.base_offset.value},
               {"bytes", entry.batch.size()}});
  if (!is_batch) return;
  const auto position = static_cast<uint64_t>(entry.batch.data() - journal.bytes.data());
  dump_batch(journal.path, position, entry.batch, options, report);
}

}  // namespace

void dump_journal(reactor::Io& io, const std::string& path, DumpOptions options, Report& report) {
  const auto journal = storage::read_journal(io, path);
  if (!journal) return report.failure(journal.error().message);
  say_journal_faults(*journal, report);
  if (!journal->unreadable_because.empty()) return;
  report.item(journal_item(*journal));
  size_t next = 0;
  for (const JournalFrame& frame : journal->contents.frames) {
    report.item({{"type", "frame"},
                 {"position", frame.position_bytes},
                 {"size", frame.size_bytes},
                 {"sequence", frame.sequence},
                 {"entries", frame.entry_count}});
    for (const size_t end = next + frame.entry_count; next < end; ++next)
      dump_entry(*journal, journal->contents.entries[next], options, report);
  }
}

}  // namespace klamm::tools
