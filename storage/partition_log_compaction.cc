// What compaction asks of a PartitionLog and does to it. See compaction/log_cleaning.h.

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <utility>

#include "reactor/assert.h"
#include "reactor/io_await.h"
#include "storage/file_names.h"
#include "storage/log_loader.h"
#include "storage/partition_log.h"

namespace klamm::storage {

using reactor::Task;

// The end of what may be compacted: whole segments below the last stable offset, never the active one, none with
// records younger than min.compaction.lag.ms (Kafka's LogCleanerManager).
Task<StorageResult<CleanableRange>> PartitionLog::cleanable(Offset last_stable_offset) {
  CleanableRange range;
  const reactor::GatePass pass(gate_);
  if (!pass || is_failed_ || is_stopping_) co_return range;
  while (are_segments_held_) co_await segments_released_.wait();
  const ReadPass reading(*this);
  range.first_dirty = cleaned_to_ < log_start_ || cleaned_to_ > log_end_ ? log_start_ : cleaned_to_;
  const int64_t now_ms = context_.shard.now_ms();
  const int64_t lag_min_ms = config_.min_compaction_lag_ms;
  const int64_t lag_max_ms = config_.max_compaction_lag_ms;
  range.end = segments_.front()->base_offset();
  for (size_t i = 0; i + 1 < segments_.size(); ++i) {
    Segment& segment = *segments_[i];
    const Offset next = segments_[i + 1]->base_offset();
    // What is not synced may be lost with the power: nothing durable may go for its sake.
    if (next > last_stable_offset || next > synced_end_) break;
    if (next <= range.first_dirty) {
      range.clean_bytes += segment.size_bytes();
      range.end = next;
      continue;
    }
    if (lag_min_ms > 0) {
      auto largest = co_await largest_timestamp(segment);
      if (!largest) co_return std::unexpected(largest.error());
      release_files(segment);
      if (*largest > now_ms - lag_min_ms) break;
    }
    if (lag_max_ms < now_ms && !range.is_overdue) {
      auto first = co_await first_batch_timestamp(context_, segment);
      if (!first) co_return std::unexpected(first.error());
      release_files(segment);
      range.is_overdue = first->has_value() && **first > 0 && **first < now_ms - lag_max_ms;
    }
    // A segment that was cleaned in part counts among both, as in Kafka.
    if (segment.base_offset() < range.first_dirty) range.clean_bytes += segment.size_bytes();
    range.dirty_bytes += segment.size_bytes();
    range.end = next;
  }
  co_return range;
}

bool PartitionLog::begin_cleaning() {
  if (is_cleaning_ || is_removing_old_ || is_failed_ || is_stopping_ || is_truncating_) return false;
  is_cleaning_ = true;
  is_cleaning_broken_ = false;
  return true;
}

std::vector<SegmentToClean> PartitionLog::segments_to_clean(Offset from, Offset end) const {
  std::vector<SegmentToClean> found;
  for (size_t i = 0; i + 1 < segments_.size() && segments_[i]->base_offset() < end; ++i) {
    const Segment& segment = *segments_[i];
    const Offset next = segments_[i + 1]->base_offset();
    if (next <= from) continue;
    found.push_back(
        {segment.base_offset(), next, segment.size_bytes(), segment.offset_entry_count(), segment.time_entry_count()});
  }
  return found;
}

StorageResult<reactor::FileLease> PartitionLog::lease_segment(Offset base) {
  Segment& segment = *segments_[segment_index_for(base)];
  KLAMM_ASSERT(segment.base_offset() == base);
  return segment.lease();
}

// The old segments go and the new one comes while no reader is inside. What a crash leaves is either the old ones, as
// long as a file of the new one is `.cleaned`, or the new one.
Task<StorageResult<void>> PartitionLog::replace_segments(Offset first, Offset end, std::unique_ptr<Segment> cleaned) {
  auto named = co_await rename_cleaned(*cleaned, Segment::Stage::kSwap);
  if (named) named = co_await sync_names();
  if (!named) {
    co_await drop_cleaned(*cleaned);
    co_return named;
  }
  while (!snapshot_done_.is_set()) co_await snapshot_done_.wait();
  co_await hold_segments();
  if (is_cleaning_broken_ || is_failed_ || is_closing_) {
    co_await drop_cleaned(*cleaned);
    release_segments();
    co_return std::unexpected(StorageError{StorageErrorKind::kClosed, 0, "the log was cut or closed meanwhile"});
  }
  const auto from = segments_.begin() + static_cast<ptrdiff_t>(segment_index_for(first));
  const auto to = std::find_if(from, segments_.end(), [end](const auto& each) { return each->base_offset() >= end; });
  KLAMM_ASSERT((*from)->base_offset() == first && to != segments_.end());
  std::vector<std::unique_ptr<Segment>> old(std::make_move_iterator(from), std::make_move_iterator(to));
  *from = std::move(cleaned);
  segments_.erase(from + 1, to);
  hints_.reset();
  auto done = co_await put_away(std::move(old), first);
  if (done) done = co_await rename_cleaned(*segments_[segment_index_for(first)], Segment::Stage::kInLog);
  // Names that are neither the old nor the new ones: the next start puts that right.
  if (!done) fail(done.error());
  release_segments();
  // A whole `.swap` stands for it until then.
  if (done) done = co_await sync_names();
  co_return done;
}

// What is not to take the place of others: the log file first, without which the rest is nothing.
Task<void> PartitionLog::drop_cleaned(Segment& cleaned) {
  cleaned.close_files();
  bool is_gone = true;
  for (const std::string_view suffix : kSegmentSuffixes) {
    for (const Segment::Stage stage : {Segment::Stage::kSwap, Segment::Stage::kCleaned}) {
      cleaned.set_stage(stage);
      auto removed = co_await reactor::unlink(context_.io, cleaned.path(suffix));
      is_gone = is_gone && (removed || removed.error().code == ENOENT);
    }
  }
  // A `.swap` that stayed would come back over whatever is there at the next start.
  if (!is_gone) is_failed_ = true;
}

// The log file last: with its name the new segment takes effect (LogLoader completes what a crash interrupts).
Task<StorageResult<void>> PartitionLog::rename_cleaned(Segment& segment, Segment::Stage stage) {
  std::vector<std::string> old_names;
  for (const std::string_view suffix : kSegmentSuffixes) old_names.push_back(segment.path(suffix));
  segment.close_files();
  segment.set_stage(stage);
  for (size_t i = std::size(kSegmentSuffixes); i-- > 0;) {
    auto renamed = co_await reactor::rename(context_.io, old_names[i], segment.path(kSegmentSuffixes[i]));
    if (renamed || renamed.error().code == ENOENT) continue;
    co_return std::unexpected(StorageError::io(renamed.error(), "cannot rename " + old_names[i]));
  }
  has_new_names_ = true;
  co_return StorageResult<void>{};
}

void PartitionLog::release_files(Segment& segment) {
  if (!segment.is_active() && reader_count_ <= 1 && !are_segments_held_) segment.close_idle_files();
}

void PartitionLog::release_segment(Offset base) {
  Segment& segment = *segments_[segment_index_for(base)];
  if (segment.base_offset() == base && reader_count_ == 0) release_files(segment);
}

}  // namespace klamm::storage
