#include "storage/journal/journal_replay.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include "protocol/buffer.h"
#include "reactor/file_lease.h"
#include "reactor/io_await.h"
#include "storage/batch_header.h"
#include "storage/segment_file.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr size_t kAppendBytes = size_t{1} << 20;
// Batches of a partition lie between those of others: one read takes several, unless there is more between them.
constexpr uint64_t kReadBytes = uint64_t{256} << 10;
constexpr uint64_t kSkippedBytesMax = uint64_t{8} << 10;

using Batches = std::span<const FoundJournalEntry* const>;

// The batches that no truncation has taken away. Offsets go up but where one was.
std::vector<const FoundJournalEntry*> standing(std::span<const FoundJournalEntry> entries) {
  std::vector<const FoundJournalEntry*> batches;
  for (const FoundJournalEntry& entry : entries) {
    while (!batches.empty() && batches.back()->next_offset > entry.base_offset) batches.pop_back();
    if (entry.is_batch()) batches.push_back(&entry);
  }
  return batches;
}

// Of the first of these and those that lie close behind it in the same file: how many one read takes.
size_t count_of_one_read(Batches batches) {
  const uint64_t begin = batches[0]->position_bytes;
  uint64_t end = begin + batches[0]->batch_bytes;
  size_t count = 1;
  for (; count < batches.size() && batches[count]->file == batches[0]->file; ++count) {
    const uint64_t from = batches[count]->position_bytes;
    const uint64_t to = from + batches[count]->batch_bytes;
    if (from < end || from - end > kSkippedBytesMax || to - begin > kReadBytes) break;
    end = to;
  }
  return count;
}

// Gets batches out of the files of journals.
class BatchReader {
 public:
  BatchReader(StorageContext& context, const JournalSet& journals) : context_(context), journals_(journals) {}

  // Puts the first of these into `into`, and as many behind it as one read takes. Gives how many.
  Task<StorageResult<size_t>> read_some(Batches batches, protocol::Buffer& into) {
    const FoundJournalEntry& first = *batches[0];
    const size_t count = count_of_one_read(batches);
    const FoundJournalEntry& last = *batches[count - 1];
    bytes_.resize(last.position_bytes + last.batch_bytes - first.position_bytes);
    if (auto opened = open(first); !opened) co_return std::unexpected(opened.error());
    for (uint64_t done = 0; done < bytes_.size();) {
      const auto got = co_await reactor::read(context_.io, file_.handle(), std::span(bytes_).subspan(done),
                                              first.position_bytes + done);
      if (!got || *got == 0)
        co_return std::unexpected(
            StorageError::io(got ? reactor::IoError{EIO} : got.error(), "cannot read " + journals_.path_of(first)));
      done += *got;
    }
    for (const FoundJournalEntry* const entry : batches.first(count)) {
      const auto batch =
          std::span<const std::byte>(bytes_).subspan(entry->position_bytes - first.position_bytes, entry->batch_bytes);
      if (!is_as_found(batch, *entry)) {
        co_return std::unexpected(StorageError::corrupt(journals_.path_of(first) + " has changed since it was read"));
      }
      into.append(batch);
    }
    co_return count;
  }

 private:
  StorageResult<void> open(const FoundJournalEntry& entry) {
    if (is_open_ && which_ == entry.file) return {};
    auto file = SegmentFile::open(context_, journals_.path_of(entry), reactor::OpenMode::kRead, nullptr, {});
    if (!file) return std::unexpected(file.error());
    file_ = reactor::FileLease(**file);
    (*file)->retire();
    which_ = entry.file;
    is_open_ = true;
    return {};
  }

  // Its checksum is looked at when it is appended; these fields are not covered by it.
  static bool is_as_found(std::span<const std::byte> batch, const FoundJournalEntry& entry) {
    const auto header = parse_batch_header(batch);
    return header && header->size_bytes == batch.size() && header->base_offset == entry.base_offset &&
           header->next_offset() == entry.next_offset && header->leader_epoch == entry.leader_epoch;
  }

  StorageContext& context_;
  const JournalSet& journals_;
  reactor::FileLease file_;
  uint32_t which_ = 0;
  bool is_open_ = false;
  std::vector<std::byte> bytes_;
};

}  // namespace

JournalReplayPlan plan_journal_replay(std::span<const FoundJournalEntry> entries, Offset end, LeaderEpoch epoch) {
  JournalReplayPlan plan;
  plan.end = end;
  for (const FoundJournalEntry* const entry : standing(entries)) {
    if (entry->base_offset < plan.end) {
      ++plan.count.known;
    } else if (entry->leader_epoch < epoch) {
      ++plan.count.outdated;
    } else {
      plan.batches.push_back(entry);
      ++plan.count.batches;
      plan.count.bytes += entry->batch_bytes;
      plan.end = entry->next_offset;
      epoch = entry->leader_epoch;
    }
  }
  return plan;
}

Task<StorageResult<JournalReplayCount>> replay_journal(StorageContext& context, PartitionLog& log,
                                                       const JournalSet& journals, PartitionKey partition) {
  const JournalReplayPlan plan =
      plan_journal_replay(journals.entries_of(partition), log.log_end(), log.epochs().latest());
  BatchReader reader(context, journals);
  protocol::Buffer gathered;
  for (Batches rest = plan.batches; !rest.empty();) {
    auto read = co_await reader.read_some(rest, gathered);
    if (!read) co_return std::unexpected(read.error());
    rest = rest.subspan(*read);
    if (gathered.size() < kAppendBytes && !rest.empty()) continue;
    auto appended = co_await log.append_as_replica(gathered.span());
    if (!appended) co_return std::unexpected(appended.error());
    gathered.clear();
  }
  co_return plan.count;
}

}  // namespace klamm::storage
