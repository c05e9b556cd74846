#include "storage/log_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reactor/io_await.h"
#include "reactor/log.h"
#include "reactor/sleep.h"
#include "storage/append_scratch.h"
#include "storage/batch_cursor.h"
#include "storage/file_names.h"
#include "storage/journal/journal_replay.h"
#include "storage/log_loader_files.h"
#include "storage/producer_replay.h"
#include "storage/small_file.h"
#include "storage/transaction_index.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr uint32_t kRecoveryWindowBytes = 1024 * 1024;
constexpr uint32_t kRecoveryTurnBytes = 256 * 1024;
constexpr uint32_t kTailWindowBytes = 16 * 1024;
constexpr size_t kEpochFileBytesMax = size_t{16} << 20;

}  // namespace

LogLoader::LogLoader(StorageContext& context, std::string directory, LogConfig config, OpenPoints points,
                     const bool* is_cancelled)
    : context_(context),
      directory_(std::make_unique<std::string>(std::move(directory))),
      config_(config),
      points_(points),
      is_cancelled_(is_cancelled) {}

ProducerState::Limits LogLoader::producer_limits() const {
  return {
      static_cast<uint16_t>(std::clamp<int32_t>(config_.producer_state_batches_to_retain, 1, BatchWindow::kLimitMax)),
      context_.options.producer_ids_per_partition_max};
}

StorageResult<std::unique_ptr<PartitionLog>> LogLoader::create(StorageContext& context, std::string directory,
                                                               LogConfig config, Offset start) {
  auto owned = std::make_unique<std::string>(std::move(directory));
  auto segment = Segment::create(context, *owned, start);
  if (!segment) return std::unexpected(segment.error());
  PartitionLog::Parts parts;
  parts.segments.push_back(std::move(*segment));
  parts.log_start = parts.log_end = parts.recovery_point = start;
  parts.active_created_ms = context.shard.now_ms();
  parts.all_batches_seen = true;
  parts.names_unsynced = true;
  return std::make_unique<PartitionLog>(context, std::move(owned), config, std::move(parts));
}

Task<StorageResult<std::unique_ptr<PartitionLog>>> LogLoader::open() {
  using Opened = StorageResult<std::unique_ptr<PartitionLog>>;
  auto files = list_files();
  if (!files) co_return std::unexpected(files.error());
  if (auto done = co_await clean_up(*files); !done) co_return std::unexpected(done.error());
  files = list_files();
  if (!files) co_return std::unexpected(files.error());
  if (auto done = co_await complete_swaps(*files); !done) co_return std::unexpected(done.error());
  files = list_files();
  if (!files) co_return std::unexpected(files.error());
  if (auto done = co_await find_segments(*files); !done) co_return std::unexpected(done.error());
  if (auto done = co_await load_epochs(); !done) co_return std::unexpected(done.error());

  const Offset first_base = parts_.segments.empty() ? Offset(0) : parts_.segments.front()->base_offset();
  parts_.log_start = std::max(points_.log_start.value_or(first_base), first_base);
  parts_.cleaned_to = points_.cleaned_to.value_or(parts_.log_start);
  if (parts_.segments.empty()) {
    if (auto done = co_await start_anew_at(parts_.log_start); !done) co_return std::unexpected(done.error());
  } else {
    size_t recover = parts_.segments.size();
    if (!points_.after_clean_stop) {
      while (recover > 0 &&
             (recover == parts_.segments.size() || parts_.segments[recover]->base_offset() > points_.recovery_point))
        --recover;
    }
    for (size_t i = 0; i < recover; ++i) {
      if (auto done = co_await check_indexes(i); !done) co_return std::unexpected(done.error());
    }
    if (recover < parts_.segments.size()) {
      if (auto done = co_await recover_from(recover); !done) co_return std::unexpected(done.error());
    } else {
      if (auto done = co_await load_tail(); !done) co_return std::unexpected(done.error());
    }
    if (parts_.log_end < parts_.log_start) {
      // What was known of producers was said by a log that is lost (so does Kafka).
      KLAMM_LOG(reactor::LogLevel::kWarning, "{}: the log ends at offset {}, below its start {}, where it begins anew",
                *directory_, parts_.log_end.value, parts_.log_start.value);
      ProducerLoader loader(context_, *directory_, parts_.segments, producer_limits());
      if (auto done = co_await loader.remove_all(); !done) co_return std::unexpected(done.error());
      if (auto done = co_await start_anew_at(parts_.log_start); !done) co_return std::unexpected(done.error());
    }
  }

  if (!producers_loaded_) {
    ProducerLoader loader(context_, *directory_, parts_.segments, producer_limits());
    const auto purpose =
        points_.after_clean_stop ? ProducerLoader::Purpose::kOpenAfterStop : ProducerLoader::Purpose::kOpenAfterCrash;
    auto producers = co_await loader.load(parts_.log_start, parts_.log_end, purpose);
    if (!producers) co_return std::unexpected(producers.error());
    take_producers(std::move(*producers));
  }
  parts_.epochs_dirty |= parts_.epochs.truncate_from_end(parts_.log_end);
  parts_.epochs_dirty |= parts_.epochs.truncate_from_start(parts_.log_start);
  if (parts_.log_end < points_.recovery_point) {
    KLAMM_LOG(reactor::LogLevel::kWarning,
              "{}: the log ends at offset {}, but was on the disk up to {}: what is missing is lost", *directory_,
              parts_.log_end.value, points_.recovery_point.value);
  }
  parts_.recovery_point = points_.after_clean_stop ? parts_.log_end : std::min(points_.recovery_point, parts_.log_end);
  parts_.cleaned_to = std::min(parts_.cleaned_to, parts_.log_end);
  parts_.active_created_ms = context_.shard.now_ms();
  parts_.names_unsynced = !points_.after_clean_stop;
  auto first = co_await first_batch_timestamp(context_, *parts_.segments.back());
  if (!first) co_return std::unexpected(first.error());
  parts_.first_timestamp_ms = *first;
  // Most partitions of many are idle.
  parts_.segments.back()->close_idle_files();
  co_return Opened(std::make_unique<PartitionLog>(context_, std::move(directory_), config_, std::move(parts_)));
}

// A damaged file is the same as none: the epochs of scanned batches fill it again.
Task<LogLoader::Result> LogLoader::load_epochs() {
  auto bytes =
      read_small_file(context_.io, *directory_ + "/" + std::string(kLeaderEpochCheckpointFile), kEpochFileBytesMax);
  if (!bytes && bytes.error().kind == StorageErrorKind::kIo) co_return std::unexpected(bytes.error());
  if (!bytes || !bytes->has_value()) co_return Result{};
  const std::string_view text(reinterpret_cast<const char*>((*bytes)->data()), (*bytes)->size());
  if (auto parsed = LeaderEpochCache::parse(text)) parts_.epochs = *std::move(parsed);
  co_return Result{};
}

// Of a segment that is not read whole: looks at the ends of its indexes and rebuilds them when they are impossible.
Task<LogLoader::Result> LogLoader::check_indexes(size_t index) {
  Segment& segment = *parts_.segments[index];
  if (segment.size_bytes() == 0) co_return Result{};
  bool good = has_good_indexes_[index];
  const bool is_last = index + 1 == parts_.segments.size();
  if (good && !is_last && segment.time_entry_count() == 0) good = false;
  if (good && (!points_.after_clean_stop || is_last)) {
    const Segment::Pin pin(segment);
    auto offsets = co_await segment.offset_index().last();
    auto times = co_await segment.time_index().last();
    if (!offsets || !times) {
      good = false;
    } else {
      if (offsets->has_value())
        good = good && (*offsets)->offset >= segment.base_offset() && (*offsets)->position < segment.size_bytes() &&
               (*offsets)->position != 0;
      if (times->has_value()) good = good && (*times)->timestamp_ms >= 0 && (*times)->offset >= segment.base_offset();
    }
  }
  if (!is_last) segment.close_idle_files();
  if (good) co_return Result{};
  has_good_indexes_[index] = false;
  if (is_last) co_return Result{};  // its tail is read whole then
  co_return co_await segment.rebuild_indexes();
}

// After a clean stop: the end of the last segment, from what follows its last index entry.
Task<LogLoader::Result> LogLoader::load_tail() {
  const size_t last = parts_.segments.size() - 1;
  Segment& segment = *parts_.segments[last];
  if (!has_good_indexes_[last]) co_return co_await recover_from(last);
  auto tail = co_await segment.read_tail();
  if (!tail) co_return std::unexpected(tail.error());
  if (!tail->is_valid) co_return co_await recover_from(last);
  parts_.log_end = tail->next_offset;
  co_return Result{};
}

void LogLoader::take_producers(ProducerLoader::Loaded loaded) {
  parts_.producers = std::move(loaded.producers);
  parts_.last_snapshot = loaded.snapshot_offset;
  parts_.windows_files = std::move(loaded.windows_files);
}

// Reads the segments from `index` on whole and cuts the log at the first batch that is not valid or not there.
Task<LogLoader::Result> LogLoader::recover_from(size_t index) {
  const Offset base = parts_.segments[index]->base_offset();
  ProducerLoader loader(context_, *directory_, parts_.segments, producer_limits());
  auto producers = co_await loader.load(parts_.log_start, std::max(base, parts_.log_start),
                                        ProducerLoader::Purpose::kOpenAfterCrash);
  if (!producers) co_return std::unexpected(producers.error());
  take_producers(std::move(*producers));
  producers_loaded_ = true;
  parts_.log_end = base;
  for (size_t i = index; i < parts_.segments.size(); ++i) {
    parts_.log_end = std::max(parts_.log_end, parts_.segments[i]->base_offset());
    auto cut = co_await recover_segment(*parts_.segments[i]);
    if (!cut) co_return std::unexpected(cut.error());
    const Offset next_base = i + 1 < parts_.segments.size() ? parts_.segments[i + 1]->base_offset() : parts_.log_end;
    const bool has_hole = parts_.log_end < next_base;
    // What is missing below the start of the log is not missed.
    const bool is_lost = has_hole && next_base > parts_.log_start && !may_have_hole_behind(*parts_.segments[i]);
    if (cut->why.empty() && (is_lost || (has_hole && is_continued_by_journal()))) {
      cut->why = fmt::format("offsets {} to {} are missing", parts_.log_end.value, next_base.value - 1);
    }
    if (!cut->why.empty()) {
      if (auto done = co_await cut_behind(i, *std::move(cut)); !done) co_return done;
    }
    if (i + 1 >= parts_.segments.size()) continue;
    parts_.segments[i]->seal_indexes();
    parts_.segments[i]->close_idle_files();
    parts_.unsynced_segments.push_back(parts_.segments[i]->base_offset());
  }
  co_return Result{};
}

// Removes the segments behind it, and says what is lost: nobody else does.
Task<LogLoader::Result> LogLoader::cut_behind(size_t index, Cut cut) {
  const size_t segments = parts_.segments.size() - index - 1;
  for (size_t i = index + 1; i < parts_.segments.size(); ++i) cut.dropped_bytes += parts_.segments[i]->size_bytes();
  auto removed = co_await remove_segments_from(index + 1);
  if (!removed) co_return removed;
  context_.metrics.recovery_dropped_bytes += cut.dropped_bytes;
  KLAMM_LOG(reactor::LogLevel::kWarning, "{}: the log is cut at offset {}: {}; {} bytes behind it are dropped{}",
            *directory_, parts_.log_end.value, cut.why, cut.dropped_bytes,
            segments == 0 ? "" : fmt::format(", and with them {} segments", segments));
  co_return Result{};
}

// The power may take the end of a segment, between batches, and leave the next one, which is empty or not. Compaction
// leaves such holes as well, and then nothing is missing. Where the file does not say which it was, whatever hints at a
// compaction counts. The checkpoint keeps its entry when the topic is not compacted any more.
bool LogLoader::may_have_hole_behind(const Segment& segment) const {
  switch (Segment::completeness(context_.io, segment.path(kLogSuffix))) {
    case Segment::Completeness::kEvery:
      return false;
    case Segment::Completeness::kCompacted:
      return true;
    case Segment::Completeness::kUnknown:
      break;
  }
  return config_.cleanup_compact || points_.cleaned_to.has_value() || has_seen_holes_;
}

// In a compacted log, too, what a journal continues was lost; what compaction has removed may come back, no more.
bool LogLoader::is_continued_by_journal() const {
  const auto plan = plan_journal_replay(journal_entries_, parts_.log_end, parts_.epochs.epoch_for(parts_.log_end));
  return !plan.batches.empty() && plan.batches.front()->base_offset == parts_.log_end;
}

// What the cursor has found that cannot be the segment's next batch, its checksum apart; empty when it can.
std::string LogLoader::fault_of(const BatchCursor& cursor, BatchCursor::State state, const Segment& segment) const {
  if (state == BatchCursor::State::kInvalid) return cursor.reason();
  const BatchHeader& batch = cursor.header();
  if (batch.base_offset >= parts_.log_end && segment.holds_relative(batch.last_offset())) return {};
  return fmt::format("a batch of offsets {} to {} where {} is due", batch.base_offset.value, batch.last_offset().value,
                     parts_.log_end.value);
}

// Builds indexes, epochs and producers from one segment, and cuts it behind its last valid batch.
Task<StorageResult<LogLoader::Cut>> LogLoader::recover_segment(Segment& segment) {
  const uint64_t file_size = segment.size_bytes();
  auto lease = segment.lease();
  if (!lease) co_return std::unexpected(lease.error());
  if (auto reset = co_await segment.reset(); !reset) co_return std::unexpected(reset.error());
  if (segment.has_transaction_index()) {
    auto removed = co_await remove_file(segment.path(kTransactionIndexSuffix));
    if (!removed) co_return std::unexpected(removed.error());
    segment.set_has_transaction_index(false);
  }
  BatchCursor cursor(context_.io, std::move(*lease), 0, file_size, kRecoveryWindowBytes);
  Cut cut;
  uint64_t turn_began_at = 0;
  while (true) {
    if (segment.size_bytes() - turn_began_at >= kRecoveryTurnBytes) {
      context_.metrics.recovered_bytes += segment.size_bytes() - turn_began_at;
      turn_began_at = segment.size_bytes();
      if (auto goes_on = co_await give_others_their_turn(); !goes_on) co_return std::unexpected(goes_on.error());
    }
    auto state = co_await cursor.next();
    if (!state) co_return std::unexpected(state.error());
    if (*state == BatchCursor::State::kEnd) break;
    std::string fault = fault_of(cursor, *state, segment);
    if (fault.empty()) {
      auto matches = co_await cursor.checksum_matches();
      if (!matches) co_return std::unexpected(matches.error());
      if (!*matches) fault = "a batch with a wrong checksum";
    }
    if (!fault.empty()) {
      cut.why = fmt::format("{} at byte {} of {}", fault, segment.size_bytes(), segment.path(kLogSuffix));
      break;
    }
    const BatchHeader& batch = cursor.header();
    has_seen_holes_ |= batch.base_offset > parts_.log_end;
    std::span<const std::byte> bytes;
    if (needs_batch_bytes(batch)) {
      auto body = co_await cursor.bytes(0, batch.size_bytes);
      if (!body) co_return std::unexpected(body.error());
      bytes = *body;
    }
    auto aborted = replay_producer(parts_.producers, batch, bytes, context_.shard.now_ms(), producer_limits(),
                                   context_.scratch.codec);
    if (!aborted) co_return std::unexpected(aborted.error());
    if (aborted->has_value()) {
      segment.set_has_transaction_index(true);
      auto noted = append_aborted_transaction(context_.io, segment.path(kTransactionIndexSuffix), **aborted);
      if (!noted) co_return std::unexpected(noted.error());
    }
    if (batch.leader_epoch.value >= 0 && batch.leader_epoch > parts_.epochs.latest()) {
      parts_.epochs_dirty |= parts_.epochs.assign(batch.leader_epoch, batch.base_offset);
    }
    segment.note_appended(batch, static_cast<uint32_t>(config_.index_interval_bytes));
    parts_.log_end = batch.next_offset();
  }
  context_.metrics.recovered_bytes += segment.size_bytes() - turn_began_at;
  // Space that was reserved behind the end is given back; nobody knows of it any more.
  const bool may_be_reserved =
      context_.options.preallocation_step_bytes_max != 0 && file_size >= context_.options.preallocation_start_bytes;
  if (segment.size_bytes() < file_size || may_be_reserved) {
    auto truncated = co_await segment.truncate_to_size();
    if (!truncated) co_return std::unexpected(truncated.error());
  }
  cut.dropped_bytes = file_size - segment.size_bytes();
  co_return cut;
}

Task<LogLoader::Result> LogLoader::give_others_their_turn() {
  co_await reactor::yield_now();
  if (is_cancelled_ == nullptr || !*is_cancelled_) co_return Result{};
  co_return std::unexpected(
      StorageError{StorageErrorKind::kClosed, 0, "the opening of " + *directory_ + " was given up"});
}

Task<LogLoader::Result> LogLoader::start_anew_at(Offset offset) {
  if (auto removed = co_await remove_segments_from(0); !removed) co_return removed;
  auto segment = Segment::create(context_, *directory_, offset);
  if (!segment) co_return std::unexpected(segment.error());
  parts_.segments.push_back(std::move(*segment));
  has_good_indexes_.push_back(true);
  parts_.log_start = parts_.log_end = offset;
  parts_.producers.clear();
  producers_loaded_ = false;
  co_return Result{};
}

Task<StorageResult<std::optional<int64_t>>> first_batch_timestamp(StorageContext& context, Segment& segment) {
  if (segment.size_bytes() == 0) co_return std::nullopt;
  auto lease = segment.lease();
  if (!lease) co_return std::unexpected(lease.error());
  BatchCursor cursor(context.io, std::move(*lease), 0, segment.size_bytes(), kBatchHeaderBytes);
  auto state = co_await cursor.next();
  if (!state) co_return std::unexpected(state.error());
  if (*state != BatchCursor::State::kBatch) co_return std::nullopt;
  co_return cursor.header().max_timestamp_ms;
}

Task<StorageResult<Offset>> end_offset_of_file(StorageContext& context, std::string path, Offset base) {
  auto file = SegmentFile::open(context, path, reactor::OpenMode::kRead, nullptr, {});
  if (!file) co_return std::unexpected(file.error());
  auto status = context.io.status((*file)->handle());
  BatchCursor cursor(context.io, reactor::FileLease(**file), 0, status ? status->size_bytes : 0, kTailWindowBytes);
  (*file)->retire();
  Offset end = base;
  while (true) {
    auto state = co_await cursor.next();
    if (!state) co_return std::unexpected(state.error());
    if (*state != BatchCursor::State::kBatch) co_return end;
    end = cursor.header().next_offset();
  }
}

}  // namespace klamm::storage
