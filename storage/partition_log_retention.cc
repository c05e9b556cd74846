// Retention of a PartitionLog: which segments at its beginning are to go, and how they go.

#include <algorithm>
#include <cerrno>
#include <utility>

#include "reactor/io_await.h"
#include "reactor/log.h"
#include "storage/delayed_removal.h"
#include "storage/file_names.h"
#include "storage/partition_log.h"

namespace klamm::storage {

using reactor::Task;

// Where the log should start: behind the last of those segments from the first on that may go. Kafka's rules in
// Kafka's order: below the log start, then more bytes than retention.bytes, then older than retention.ms. The end of
// the log when nothing is to stay.
Task<StorageResult<Offset>> PartitionLog::find_retained_start(Offset high_watermark) {
  const auto end_of = [this](size_t index) {
    return index + 1 < segments_.size() ? segments_[index + 1]->base_offset() : log_end_;
  };
  // An empty active segment has nothing that could go.
  const size_t count = active().size_bytes() == 0 ? segments_.size() - 1 : segments_.size();
  size_t kept = 0;  // the first that stays
  while (kept + 1 < segments_.size() && end_of(kept) <= log_start_) ++kept;
  if (config_.cleanup_delete && config_.retention_bytes >= 0) {
    uint64_t left_bytes = 0;
    for (size_t i = kept; i < segments_.size(); ++i) left_bytes += segments_[i]->size_bytes();
    const auto wanted_bytes = static_cast<uint64_t>(config_.retention_bytes);
    while (kept < count && end_of(kept) <= high_watermark &&
           left_bytes >= wanted_bytes + segments_[kept]->size_bytes()) {
      left_bytes -= segments_[kept]->size_bytes();
      ++kept;
    }
  }
  if (config_.cleanup_delete && config_.retention_ms >= 0) {
    const int64_t now_ms = context_.shard.now_ms();
    while (kept < count && end_of(kept) <= high_watermark) {
      auto largest = co_await largest_timestamp(*segments_[kept]);
      if (!largest) co_return std::unexpected(largest.error());
      release_files(*segments_[kept]);
      if (now_ms - *largest <= config_.retention_ms) break;
      ++kept;
    }
  }
  co_return kept == 0 ? segments_.front()->base_offset() : end_of(kept - 1);
}

Task<StorageResult<uint32_t>> PartitionLog::remove_old_segments(Offset high_watermark) {
  const reactor::GatePass pass(gate_);
  if (!pass || is_cleaning_ || is_removing_old_) co_return 0U;
  is_removing_old_ = true;
  auto removed = co_await remove_old(high_watermark);
  is_removing_old_ = false;
  co_return removed;
}

Task<StorageResult<uint32_t>> PartitionLog::remove_old(Offset high_watermark) {
  while (are_segments_held_) co_await segments_released_.wait();
  Offset start;
  {
    const ReadPass reading(*this);
    auto found = co_await find_retained_start(high_watermark);
    if (!found) co_return std::unexpected(found.error());
    start = *found;
  }
  if (is_failed_ || is_truncating_ || is_stopping_ || start <= segments_.front()->base_offset()) co_return 0U;
  // Nothing may be left behind: a log has a segment. One that was appended to meanwhile stays.
  bool has_rolled = false;
  if (start > active().base_offset() && start == log_end_ && !is_repairing_) {
    write_queue();
    if (start == log_end_ && !is_repairing_) {
      // Where that fails, on a full disk, the others can still go.
      auto rolled = roll(start);
      has_rolled = rolled.has_value();
      if (!rolled) KLAMM_LOG_LIMITED(reactor::LogLevel::kWarning, "{}: {}", *directory_, rolled.error().message);
    }
  }
  // A snapshot that is being written may belong to a segment that goes.
  while (!snapshot_done_.is_set()) co_await snapshot_done_.wait();
  co_await hold_segments();
  auto removed = take_segments_below(start);
  release_segments();
  const auto count = static_cast<uint32_t>(removed.size());
  context_.metrics.removed_segments += count;
  StorageResult<void> put;
  // The name of the new segment is safe before those of the old ones go.
  if (has_rolled) put = co_await sync_names();
  if (put) put = co_await put_away(std::move(removed));
  if (!put) {
    has_left_files_ = true;
    co_return std::unexpected(put.error());
  }
  co_return count;
}

// Takes the segments that end at or below `start` out of the log, which begins behind them from now on.
std::vector<std::unique_ptr<Segment>> PartitionLog::take_segments_below(Offset start) {
  start = std::min(start, active().base_offset());
  const auto kept = std::ranges::find_if(segments_, [&](const auto& each) { return each->base_offset() >= start; });
  // What lies in between belongs to the segment before.
  const auto end = (*kept)->base_offset() > start ? kept - 1 : kept;
  std::vector<std::unique_ptr<Segment>> taken(std::make_move_iterator(segments_.begin()), std::make_move_iterator(end));
  segments_.erase(segments_.begin(), end);
  advance_log_start(segments_.front()->base_offset());
  return taken;
}

// Renames the files of segments, oldest first, so that what is left after a crash is a log without a gap.
// With the snapshots of the producers that were taken where they begin, but for `kept_snapshot`.
Task<StorageResult<void>> PartitionLog::put_away(std::vector<std::unique_ptr<Segment>> segments,
                                                 std::optional<Offset> kept_snapshot) {
  for (const std::unique_ptr<Segment>& segment : segments) {
    segment->close_files();
    for (const std::string_view suffix : kSegmentSuffixes) {
      auto done = co_await put_away_file(segment->path(suffix), suffix != kLogSuffix);
      if (!done) co_return done;
    }
    if (kept_snapshot == segment->base_offset()) continue;
    auto done = co_await put_away_file(segment->path(kProducerSnapshotSuffix), true);
    if (!done) co_return done;
  }
  const Offset first = segments_.front()->base_offset();
  while (!windows_files_.empty() && windows_files_.front() < first) {
    const std::string path = offset_file_path(*directory_, windows_files_.front(), kProducerWindowsSuffix);
    windows_files_.erase(windows_files_.begin());
    auto removed = co_await reactor::unlink(context_.io, path);
    if (!removed && removed.error().code != ENOENT)
      co_return std::unexpected(StorageError::io(removed.error(), "cannot remove " + path));
  }
  co_return StorageResult<void>{};
}

Task<StorageResult<void>> PartitionLog::put_away_file(std::string path, bool is_optional) {
  std::string to = path + std::string(kDeletedSuffix);
  auto renamed = co_await reactor::rename(context_.io, path, to);
  if (!renamed) {
    if (is_optional && renamed.error().code == ENOENT) co_return StorageResult<void>{};
    co_return std::unexpected(StorageError::io(renamed.error(), "cannot rename " + path));
  }
  context_.removals.add_file(std::move(to), config_.file_delete_delay_ms);
  co_return StorageResult<void>{};
}

}  // namespace klamm::storage
