#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/journal/journal_format.h"
#include "storage/partition_key.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// A journal file that was found.
struct FoundJournal {
  FoundJournal() = default;
  FoundJournal(FoundJournal&&) = default;
  FoundJournal& operator=(FoundJournal&&) = default;

  std::string path;
  std::vector<std::byte> bytes;
  JournalContents contents;  // points into `bytes`
  // Not empty: why the file cannot be read as a journal. One whose making was interrupted is such, and holds nothing;
  // so a start goes on without it, and says so.
  std::string unreadable_because;

  // It was made to its end and cannot be read: what it had is lost, and it is kept.
  bool is_damaged() const;
  // Nothing was ever written to it, or it was not made to its end.
  bool is_empty() const;
};

// One of them by its path, whatever is in it. For the start and for tools: it waits for the disk.
StorageResult<FoundJournal> read_journal(reactor::Io& io, std::string path);

// The journals of log directories, as a crash has left them: read whole, whatever the number of shards was then.
//
//   JournalSet journals;
//   journals.read(io, directory);             // of each directory
//   journals.entries_of({topic_id, index});   // LogManager::set_replay() does this at create() and open()
//   co_await journals.remove(io);             // when all of them are in their logs, and those synced
//
// Only after a crash are there journals: a clean stop removes its own.
// @core any once read; its bytes are constant then
class JournalSet {
 public:
  JournalSet() = default;
  JournalSet(const JournalSet&) = delete;
  JournalSet& operator=(const JournalSet&) = delete;

  // Adds the journals of a directory. For the start and for tools: it waits for the disk. The error is one of reading;
  // bytes that are no journal's are none (see FoundJournal).
  StorageResult<void> read(reactor::Io& io, const std::string& log_directory);

  const std::vector<FoundJournal>& found() const { return found_; }
  bool empty() const { return found_.empty(); }
  size_t entry_count() const;
  // Oldest first. Good until the next read().
  std::span<const JournalEntry* const> entries_of(const PartitionKey& partition) const;
  std::vector<PartitionKey> partitions() const;
  // Of the journals that are made next.
  int64_t next_generation() const;

  // Removes the files and syncs their directories.
  reactor::Task<StorageResult<void>> remove(reactor::Io& io);
  // Those that hold nothing go at once, so that starts which fail one after the other do not fill the disk.
  reactor::Task<StorageResult<void>> remove_empty(reactor::Io& io);

 private:
  reactor::Task<StorageResult<void>> remove_where(reactor::Io& io, bool (*goes)(const FoundJournal&));
  void make_index();

  std::vector<FoundJournal> found_;  // by generation
  std::unordered_map<PartitionKey, std::vector<const JournalEntry*>, PartitionKeyHash> by_partition_;
};

}  // namespace klamm::storage
