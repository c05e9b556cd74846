#include "storage/journal/journal_set.h"

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

#include "reactor/io_await.h"

namespace klamm::storage {

using reactor::Task;

namespace {

// No journal is larger (see the option log.journal.bytes).
constexpr uint64_t kJournalFileBytesMax = uint64_t{2} << 30;

StorageResult<std::vector<std::byte>> read_whole(reactor::Io& io, const std::string& path) {
  const auto failed = [&](reactor::IoError error) {
    return std::unexpected(StorageError::io(error, "cannot read " + path));
  };
  const auto file = io.open(path, reactor::OpenMode::kRead);
  if (!file) return failed(file.error());
  const auto status = io.status(*file);
  std::vector<std::byte> bytes(status ? std::min(status->size_bytes, kJournalFileBytesMax) : 0);
  size_t size = 0;
  reactor::IoResult<size_t> got = status ? reactor::IoResult<size_t>(0) : std::unexpected(status.error());
  while (got && size < bytes.size()) {
    got = io.read_now(*file, std::span(bytes).subspan(size), size);
    if (got && *got == 0) break;
    if (got) size += *got;
  }
  io.close(*file);
  if (!got) return failed(got.error());
  bytes.resize(size);
  return bytes;
}

int64_t generation_of(const FoundJournal& journal) {
  const size_t slash = journal.path.rfind('/');
  return parse_journal_file_name(std::string_view(journal.path).substr(slash + 1)).value_or(JournalName{}).generation;
}

}  // namespace

// The head is written last. One that is there and wrong is a damaged file, which is not ours to throw away.
bool FoundJournal::is_damaged() const {
  const auto head = std::span(bytes).first(std::min<size_t>(bytes.size(), kJournalHeadBytes));
  const bool is_unfinished = std::ranges::all_of(head, [](std::byte byte) { return byte == std::byte{0}; });
  return !unreadable_because.empty() && !is_unfinished;
}

bool FoundJournal::is_empty() const {
  return !is_damaged() && contents.frames.empty() && contents.is_continuous;
}

StorageResult<FoundJournal> read_journal(reactor::Io& io, std::string path) {
  auto bytes = read_whole(io, path);
  if (!bytes) return std::unexpected(bytes.error());
  FoundJournal journal;
  journal.path = std::move(path);
  journal.bytes = std::move(*bytes);
  auto contents = parse_journal(journal.bytes);
  if (contents) {
    journal.contents = std::move(*contents);
  } else {
    journal.unreadable_because = contents.error();
  }
  return journal;
}

StorageResult<void> JournalSet::read(reactor::Io& io, const std::string& log_directory) {
  const auto entries = io.list(log_directory);
  if (!entries) return std::unexpected(StorageError::io(entries.error(), "cannot list " + log_directory));
  for (const reactor::DirectoryEntry& entry : *entries) {
    if (entry.is_directory || !parse_journal_file_name(entry.name)) continue;
    auto journal = read_journal(io, log_directory + "/" + entry.name);
    if (!journal) return std::unexpected(journal.error());
    found_.push_back(std::move(*journal));
  }
  std::ranges::sort(found_, {}, generation_of);
  make_index();
  return {};
}

// A partition has one owner in a generation, so its entries of one generation are in one file.
void JournalSet::make_index() {
  by_partition_.clear();
  for (const FoundJournal& journal : found_) {
    for (const JournalEntry& entry : journal.contents.entries) by_partition_[entry.partition].push_back(&entry);
  }
}

size_t JournalSet::entry_count() const {
  size_t count = 0;
  for (const FoundJournal& journal : found_) count += journal.contents.entries.size();
  return count;
}

std::span<const JournalEntry* const> JournalSet::entries_of(const PartitionKey& partition) const {
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
  return found_.empty() ? 1 : generation_of(found_.back()) + 1;
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
  make_index();
  co_return StorageResult<void>{};
}

Task<StorageResult<void>> JournalSet::remove(reactor::Io& io) {
  auto removed = co_await remove_where(io, [](const FoundJournal& journal) { return !journal.is_damaged(); });
  if (!removed) co_return removed;
  found_.clear();
  make_index();
  co_return removed;
}

Task<StorageResult<void>> JournalSet::remove_empty(reactor::Io& io) {
  return remove_where(io, [](const FoundJournal& journal) { return journal.is_empty(); });
}

}  // namespace klamm::storage
