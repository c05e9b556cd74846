#include "tools/dump/dump.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "tools/file_kind.h"
#include "tools/journal_report.h"

namespace klamm::tools {

using reactor::Task;

namespace {

// A log directory holds directories of partitions, and those hold files.
constexpr int kDepthMax = 2;

void dump_small_file(reactor::Io& io, const std::string& path, FileKind kind, Report& report) {
  using enum FileKind;
  switch (kind) {
    case kOffsetIndex:
      return dump_offset_index(io, path, report);
    case kTimeIndex:
      return dump_time_index(io, path, report);
    case kTransactionIndex:
      return dump_transaction_index(io, path, report);
    case kProducerSnapshot:
      return dump_producer_snapshot(io, path, report);
    case kProducerWindows:
      return dump_producer_windows(io, path, report);
    case kLeaderEpochs:
      return dump_leader_epochs(io, path, report);
    case kPartitionMetadata:
      return dump_partition_metadata(io, path, report);
    case kOffsetCheckpoint:
      return dump_offset_checkpoint(io, path, report);
    case kMetaProperties:
      return dump_meta_properties(io, path, report);
    case kQuorumState:
      return dump_quorum_state(io, path, report);
    case kKlammSettings:
      return dump_klamm_settings(io, path, report);
    case kCleanShutdown:
      return dump_clean_shutdown(io, path, report);
    case kSegment:
    case kMetadataSnapshot:
    case kJournal:
    case kLock:
    case kUnknown:
      break;
  }
}

Task<void> dump_file(reactor::Io& io, std::string path, DumpOptions options, Report& report) {
  const FileKind kind = file_kind(name_of(path)).kind;
  if (kind == FileKind::kLock) co_return;
  report.item({{"type", "file"}, {"file", path}});
  if (kind == FileKind::kUnknown) {
    report.note(path + " is of no kind that is known");
  } else if (kind == FileKind::kSegment || kind == FileKind::kMetadataSnapshot) {
    co_await dump_batches(io, path, options, report);
  } else if (kind == FileKind::kJournal) {
    dump_journal(io, path, options, report);
  } else {
    dump_small_file(io, path, kind, report);
  }
}

Task<void> dump_directory(reactor::Io& io, std::string path, DumpOptions options, Report& report, int depth) {
  auto entries = io.list(path);
  if (!entries) {
    report.failure(entries.error().text_about(path));
    co_return;
  }
  std::ranges::sort(*entries, {}, &reactor::DirectoryEntry::name);
  const bool has_journals =
      std::ranges::any_of(*entries, [](const auto& entry) { return file_kind(entry.name).kind == FileKind::kJournal; });
  if (has_journals) say_kafka_must_wait(path, report);
  for (const reactor::DirectoryEntry& entry : *entries) {
    const std::string inner = path + "/" + entry.name;
    if (!entry.is_directory) {
      co_await dump_file(io, inner, options, report);
    } else if (depth < kDepthMax) {
      co_await dump_directory(io, inner, options, report, depth + 1);
    }
  }
}

}  // namespace

Task<void> dump_path(reactor::Io& io, std::string path, DumpOptions options, Report& report) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const auto status = io.status(path);
  if (!status) {
    report.failure(status.error().text_about(path));
  } else if (status->is_directory) {
    co_await dump_directory(io, path, options, report, 1);
  } else {
    co_await dump_file(io, path, options, report);
  }
}

}  // namespace klamm::tools
