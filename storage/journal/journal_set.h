#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/journal/journal_reader.h"
#include "storage/partition_key.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// A journal file that was found.
struct FoundJournal {
  std::string path;
  JournalContents contents;
  // Not empty: why the file cannot be read as a journal. One whose making was interrupted is such, and holds nothing;
  // so a start goes on without it, and says so.
  std::string unreadable_because;
  bool has_head = false;  // anything stands where the head is, which is written last

  // It was made to its end and cannot be read: what it had is lost, and it is kept.
  bool is_damaged() const;
  // Nothing was ever written to it, or it was not made to its end.
  bool is_empty() const;
};

// One of them, whatever is in it.
StorageResult<FoundJournal> read_journal(JournalSource& source, std::string path);

// The journals of log directories, as a crash has left them, whatever the number of shards was then. The batches stay
// in the files: in memory is where they are, 40 bytes for each.
//
//   JournalSet journals;
//   journals.read(io, directory);             // of each directory
//   journals.entries_of({topic_id, index});   // LogManager::set_replay() does this at create() and open()
//   co_await journals.remove(io);             // when all of them are in their logs, and those synced
//
// Only after a crash are there journals: a clean stop removes its own.
// @core any once read; it is constant then
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
  uint64_t entry_count() const;
  // Oldest first. Good until the next read() or remove().
  std::span<const FoundJournalEntry> entries_of(const PartitionKey& partition) const;
  // The file that has it.
  const std::string& path_of(const FoundJournalEntry& entry) const { return paths_[entry.file]; }
  std::vector<PartitionKey> partitions() const;
  // Of the journals that are made next.
  int64_t next_generation() const;

  // Removes the files and syncs their directories.
  reactor::Task<StorageResult<void>> remove(reactor::Io& io);
  // Those that hold nothing go at once, so that starts which fail one after the other do not fill the disk.
  reactor::Task<StorageResult<void>> remove_empty(reactor::Io& io);

 private:
  reactor::Task<StorageResult<void>> remove_where(reactor::Io& io, bool (*goes)(const FoundJournal&));
  StorageResult<void> add(reactor::Io& io, std::string path);
  void sort();

  std::vector<FoundJournal> found_;  // by generation
  std::vector<std::string> paths_;   // of all that were ever found
  std::unordered_map<PartitionKey, std::vector<FoundJournalEntry>, PartitionKeyHash> by_partition_;
};

}  // namespace klamm::storage
