#include "tools/verify/partition_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "storage/file_names.h"
#include "storage/producer_snapshot.h"
#include "storage/producer_windows.h"
#include "storage/segment.h"
#include "storage/small_file.h"
#include "tools/dump/whole_file.h"
#include "tools/file_kind.h"
#include "tools/verify/segment_check.h"

namespace klamm::tools {

using reactor::Task;
using storage::Offset;

namespace {

struct Listed {
  std::vector<Offset> segments;
  std::vector<Offset> snapshots;
  std::vector<Offset> windows;
};

std::string path_in(const PartitionToCheck& partition, std::string_view name) {
  return partition.directory + "/" + std::string(name);
}

/// Sorts the files by what they are; says what does not belong there.
std::optional<Listed> list_files(reactor::Io& io, const PartitionToCheck& partition, Report& report) {
  const auto entries = io.list(partition.directory);
  if (!entries) {
    report.failure(entries.error().text_about(partition.directory));
    return std::nullopt;
  }
  Listed listed;
  std::vector<std::pair<Offset, std::string>> beside;  // segments
  for (const reactor::DirectoryEntry& entry : *entries) {
    const NamedFile file = file_kind(entry.name);
    const Offset base(base_of(entry.name).value_or(-1));
    if (!file.stage.empty()) {
      report.mend(path_in(partition, entry.name), {}, "was left behind by a deletion or a compaction");
      continue;
    }
    switch (file.kind) {
      case FileKind::kSegment:
        listed.segments.push_back(base);
        break;
      case FileKind::kProducerSnapshot:
        listed.snapshots.push_back(base);
        break;
      case FileKind::kProducerWindows:
        listed.windows.push_back(base);
        break;
      case FileKind::kOffsetIndex:
      case FileKind::kTimeIndex:
      case FileKind::kTransactionIndex:
        beside.emplace_back(base, entry.name);
        break;
      case FileKind::kUnknown:
        report.note(path_in(partition, entry.name) + " is of no kind that is known");
        break;
      default:
        break;
    }
  }
  std::ranges::sort(listed.segments);
  std::ranges::sort(listed.snapshots);
  for (const auto& [base, name] : beside) {
    if (!std::ranges::binary_search(listed.segments, base))
      report.damage(path_in(partition, name), {}, "an index without its segment");
  }
  return listed;
}

void check_topic_id(reactor::Io& io, const PartitionToCheck& partition, Report& report) {
  const std::string path = path_in(partition, storage::kPartitionMetadataFile);
  const auto id = storage::read_partition_metadata(io, partition.directory);
  if (!id) {
    report.damage(path, {}, id.error().message);
  } else if (!id->has_value()) {
    report.damage(path, {}, "is missing");
  } else if (partition.topic_id && *partition.topic_id != **id) {
    report.damage(path, {},
                  fmt::format("topic id {}, where the metadata log says {}", (*id)->to_string(),
                              partition.topic_id->to_string()));
  }
}

std::optional<storage::LeaderEpochCache> read_epochs(reactor::Io& io, const PartitionToCheck& partition,
                                                     Report& report) {
  const std::string path = path_in(partition, storage::kLeaderEpochCheckpointFile);
  const auto bytes = storage::read_small_file(io, path, kWholeFileBytesMax);
  if (!bytes) {
    report.failure(bytes.error().message);
    return std::nullopt;
  }
  if (!bytes->has_value()) return std::nullopt;
  auto epochs = storage::LeaderEpochCache::parse(as_text(**bytes));
  if (!epochs) {
    report.damage(path, {}, epochs.error());
    return std::nullopt;
  }
  return std::move(*epochs);
}

void check_producers(reactor::Io& io, const PartitionToCheck& partition, const Listed& listed, Offset end,
                     Report& report) {
  const bool is_clean = partition.points.after_clean_stop;
  for (const Offset offset : listed.snapshots) {
    const std::string path = storage::offset_file_path(partition.directory, offset, storage::kProducerSnapshotSuffix);
    const auto bytes = read_whole(io, path, report);
    if (!bytes) continue;
    const auto producers = storage::decode_producer_snapshot(*bytes);
    if (!producers) {
      report.damage(path, {}, producers.error());
    } else if (offset > end) {
      is_clean ? report.damage(path, {}, "a snapshot behind the end of the log")
               : report.mend(path, {}, "a snapshot behind the end of the log");
    }
  }
  for (const Offset offset : listed.windows) {
    const std::string path = storage::offset_file_path(partition.directory, offset, storage::kProducerWindowsSuffix);
    const auto bytes = read_whole(io, path, report);
    if (!bytes) continue;
    const auto windows = storage::ProducerWindowsReader::open(*bytes);
    if (!windows) {
      report.damage(path, {}, windows.error());
    } else if (windows->head().offset != offset) {
      report.damage(path, {}, fmt::format("belongs to offset {}", windows->head().offset.value));
    }
  }
}

/// `replayed_end`: where the log ends with what the journals have of it.
void check_points(const PartitionToCheck& partition, Offset start, Offset end, Offset replayed_end, Report& report) {
  const storage::OpenPoints& points = partition.points;
  const auto exceeds = [&](const char* what, Offset offset, bool is_mended) {
    const std::string said = fmt::format("the {} {} is above the end of the log, {}", what, offset.value, end.value);
    is_mended ? report.mend(partition.directory, {}, said) : report.damage(partition.directory, {}, said);
  };
  if (points.recovery_point > end) exceeds("recovery point", points.recovery_point, false);
  if (points.log_start && *points.log_start > end)
    exceeds("log start", *points.log_start, *points.log_start <= replayed_end);
  if (points.high_watermark && *points.high_watermark > end)
    exceeds("high watermark", *points.high_watermark, !points.after_clean_stop);
  if (points.cleaned_to && *points.cleaned_to > end) exceeds("end of what was compacted", *points.cleaned_to, true);
  if (points.log_start && *points.log_start < start && start > Offset(0)) {
    report.mend(partition.directory, {},
                fmt::format("the log start {} is below the first segment, {}", points.log_start->value, start.value));
  }
}

/// The first segment that a start reads whole: as LogLoader has it.
size_t first_recovered(const std::vector<Offset>& segments, const storage::OpenPoints& points) {
  if (points.after_clean_stop || segments.empty()) return segments.size();
  size_t first = segments.size() - 1;
  while (first > 0 && segments[first] > points.recovery_point) --first;
  return first;
}

/// Whether offsets may be missing in a segment, or behind it, without having been lost: as LogLoader has it.
bool may_lack_offsets(reactor::Io& io, const PartitionToCheck& partition, Offset base) {
  const std::string path = storage::offset_file_path(partition.directory, base, storage::kLogSuffix);
  switch (storage::Segment::completeness(io, path)) {
    case storage::Segment::Completeness::kEvery:
      return false;
    case storage::Segment::Completeness::kCompacted:
      return true;
    case storage::Segment::Completeness::kUnknown:
      break;
  }
  return partition.may_have_gaps;
}

/// Where a segment ends before the next one begins: whether the next start cuts the log there and goes on with
/// journals.
bool is_continued_by_journal(const PartitionToCheck& partition, const LogProgress& progress) {
  if (progress.cut_at) return false;
  const auto plan = storage::plan_journal_replay(partition.journal_entries, *progress.next, progress.epoch);
  return !plan.batches.empty() && plan.batches.front()->base_offset == *progress.next;
}

}  // namespace

Task<PartitionCounts> check_partition(reactor::Io& io, PartitionToCheck partition, Report& report) {
  PartitionCounts counts;
  const auto listed = list_files(io, partition, report);
  if (!listed) co_return counts;
  check_topic_id(io, partition, report);
  LogProgress progress;
  progress.epochs = read_epochs(io, partition, report);
  progress.may_lack_transactions = partition.may_have_gaps;
  progress.has_whole_history = !listed->segments.empty() && listed->segments.front() == Offset(0);
  const size_t recovered = first_recovered(listed->segments, partition.points);
  for (size_t i = 0; i < listed->segments.size(); ++i) {
    const Offset base = listed->segments[i];
    const bool may_lack_some = progress.may_lack_offsets;
    if (progress.next && *progress.next > base) {
      report.damage(storage::offset_file_path(partition.directory, base, storage::kLogSuffix), {},
                    fmt::format("the segment before it ends with offset {}", progress.next->value - 1));
    }
    // An empty log that was moved on, and compaction, leave a distance.
    const bool is_continued = progress.next && i > recovered && is_continued_by_journal(partition, progress);
    const bool is_lost = i > recovered && !may_lack_some && !partition.is_metadata_log;
    if (progress.next && *progress.next < base && (is_continued || is_lost)) {
      if (!progress.cut_at) progress.cut_epoch = progress.epoch;
      progress.cut_at = progress.cut_at.value_or(*progress.next);
      report.mend(storage::offset_file_path(partition.directory, base, storage::kLogSuffix), {},
                  fmt::format("offsets {} to {} are missing before it{}", progress.next->value, base.value - 1,
                              is_continued ? ", and are in a journal" : ""));
    } else if (progress.next && *progress.next < base && !may_lack_some) {
      report.damage(storage::offset_file_path(partition.directory, base, storage::kLogSuffix), {},
                    fmt::format("offsets {} to {} are missing before it", progress.next->value, base.value - 1));
    }
    progress.next = base;
    progress.may_lack_offsets = may_lack_offsets(io, partition, base);
    SegmentCheck check(io, partition, base, i >= recovered, progress, report);
    co_await check.run();
    ++counts.segments;
    counts.bytes += check.size_bytes();
  }
  const Offset start = listed->segments.empty() ? Offset(0) : listed->segments.front();
  const Offset end = progress.next.value_or(start);
  counts.batches = progress.batches;
  counts.log_start = std::max(partition.points.log_start.value_or(start), start).value;
  counts.log_end = end.value;
  check_producers(io, partition, *listed, end, report);
  if (partition.is_metadata_log) co_return counts;
  if (progress.whole_batches_behind_cut != 0) {
    report.mend(partition.directory, {},
                fmt::format("the log is cut at offset {}, and {} whole batches up to offset {} go with it",
                            progress.cut_at->value, progress.whole_batches_behind_cut, end.value - 1));
  }
  counts.to_replay = storage::plan_journal_replay(partition.journal_entries, progress.cut_at.value_or(end),
                                                  progress.cut_at ? progress.cut_epoch : progress.epoch);
  check_points(partition, start, end, counts.to_replay.end, report);
  co_return counts;
}

}  // namespace klamm::tools
