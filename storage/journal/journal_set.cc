#include "storage/journal/journal_set.h"

#include <algorithm>
#include <cerrno>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "reactor/io_await.h"

namespace klamm::storage {

using reactor::Task;

namespace {

int64_t generation_of(std::string_view path) {
  return parse_journal_file_name(path.substr(path.rfind('/') + 1)).value_or(JournalName{}).generation;
}

}  // namespace

// The head is written last. One that is there and wrong is a damaged file, which is not ours to throw away.
bool FoundJournal::is_damaged() const {
  return !unreadable_because.empty() && has_head;
}

bool FoundJournal::is_empty() const {
  return !is_damaged() && contents.frames.empty() && contents.is_continuous;
}

StorageResult<FoundJournal> read_journal(JournalSource& source, std::string path) {
  FoundJournal journal;
  journal.path = std::move(path);
  const auto head = source.at(0, std::min<uint64_t>(source.size_bytes(), kJournalHeadBytes));
  if (!head) return std::unexpected(head.error());
  journal.has_head = std::ranges::any_of(*head, [](std::byte byte) { return byte != std::byte{0}; });
  auto contents = parse_journal(source);
  if (!contents && contents.error().kind != StorageErrorKind::kCorrupt) return std::unexpected(contents.error());
  if (contents) {
    journal.contents = std::move(*contents);
  } else {
    journal.unreadable_because = contents.error().message;
  }
  return journal;
}

StorageResult<void> JournalSet::read(reactor::Io& io, const std::string& log_directory) {
  const auto entries = io.list(log_directory);
  if (!entries) return std::unexpected(StorageError::io(entries.error(), "cannot list " + log_directory));
  for (const reactor::DirectoryEntry& entry : *entries) {
    if (entry.is_directory || !parse_journal_file_name(entry.name)) continue;
    auto added = add(io, log_directory + "/" + entry.name);
    if (!added) return added;
  }
  sort();
  return {};
}

StorageResult<void> JournalSet::add(reactor::Io& io, std::string path) {
  auto source = JournalFileSource::open(io, path);
  if (!source) return std::unexpected(source.error());
  auto journal = read_journal(**source, path);
  if (!journal) return std::unexpected(journal.error());
  uint32_t number = 0;
  const JournalEntryVisitor note = [&](const PartitionKey& partition, FoundJournalEntry entry) {
    entry.file = static_cast<uint32_t>(paths_.size());
    entry.frame = number;
    by_partition_[partition].push_back(entry);
  };
  for (const JournalFrame& frame : journal->contents.frames) {
    auto visited = visit_journal_frame(**source, frame, note);
    if (!visited) return visited;
    ++number;
  }
  paths_.push_back(std::move(path));
  found_.push_back(std::move(*journal));
  return {};
}

// A partition has one owner in a generation, so its entries of one generation are in one file.
void JournalSet::sort() {
  std::ranges::sort(found_, {}, [](const FoundJournal& journal) { return generation_of(journal.path); });
  std::vector<int64_t> generations;
  for (const std::string& path : paths_) generations.push_back(generation_of(path));
  const auto age = [&](const FoundJournalEntry& entry) {
    return std::tuple(generations[entry.file], entry.file, entry.frame, entry.position_bytes);
  };
  for (auto& [partition, entries] : by_partition_) {
    std::ranges::sort(entries, {}, age);
    entries.shrink_to_fit();
  }
}

uint64_t JournalSet::entry_count() const {
  uint64_t count = 0;
  for (const FoundJournal& journal : found_) count += journal.contents.entry_count;
  return count;
}

std::span<const FoundJournalEntry> JournalSet::entries_of(const PartitionKey& partition) const {
  const auto found = by_partition_.find(partition);
  if (found == by_partition_.end()) return {};
  return found->second;
}

std::vector<PartitionKey> JournalSet::partitions() const {
  std::vector<PartitionKey> keys;
  for (const auto& [key, entries] : by_partition_) keys.push_back(key);
  return keys;
}

int64_t JournalSet::next_generation() const {
  return found_.empty() ? 1 : generation_of(found_.back().path) + 1;
}

Task<StorageResult<void>> JournalSet::remove_where(reactor::Io& io, bool (*goes)(const FoundJournal&)) {
  std::set<std::string> directories;
  for (const FoundJournal& journal : found_) {
    if (!goes(journal)) continue;
    auto removed = co_await reactor::unlink(io, journal.path);
    if (!removed && removed.error().code != ENOENT)
      co_return std::unexpected(StorageError::io(removed.error(), "cannot remove " + journal.path));
    directories.insert(journal.path.substr(0, journal.path.rfind('/')));
  }
  for (const std::string& directory : directories) {
    auto synced = co_await reactor::sync_directory(io, directory);
    if (!synced) co_return std::unexpected(StorageError::io(synced.error(), "cannot sync " + directory));
  }
  std::erase_if(found_, goes);
  co_return StorageResult<void>{};
}

Task<StorageResult<void>> JournalSet::remove(reactor::Io& io) {
  auto removed = co_await remove_where(io, [](const FoundJournal& journal) { return !journal.is_damaged(); });
  if (!removed) co_return removed;
  found_.clear();
  by_partition_.clear();
  co_return removed;
}

Task<StorageResult<void>> JournalSet::remove_empty(reactor::Io& io) {
  return remove_where(io, [](const FoundJournal& journal) { return journal.is_empty(); });
}

}  // namespace klamm::storage
