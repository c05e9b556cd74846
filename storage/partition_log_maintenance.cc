// What keeps a PartitionLog in order: making, sync, truncation, the clean stop.

#include <algorithm>
#include <cerrno>
#include <utility>

#include "reactor/io_await.h"
#include "reactor/sleep.h"
#include "storage/append_scratch.h"
#include "storage/checkpoints.h"
#include "storage/directory_faults.h"
#include "storage/file_names.h"
#include "storage/log_loader.h"
#include "storage/partition_log.h"
#include "storage/producer_registry.h"
#include "storage/small_file.h"
#include "storage/sync_turns.h"
#include "storage/transaction_index.h"

namespace klamm::storage {

using reactor::Task;

namespace {

StorageError closed_error() {
  return {StorageErrorKind::kClosed, 0, "the log is closed"};
}

}  // namespace

PartitionLog::PartitionLog(StorageContext& context, std::unique_ptr<std::string> directory, LogConfig config,
                           Parts parts)
    : context_(context),
      directory_(std::move(directory)),
      config_(config),
      segments_(std::move(parts.segments)),
      epochs_(std::move(parts.epochs)),
      producers_(std::move(parts.producers)),
      log_start_(parts.log_start),
      log_end_(parts.log_end),
      recovery_point_(parts.recovery_point),
      synced_end_(parts.recovery_point),
      last_snapshot_(parts.last_snapshot),
      cleaned_to_(parts.cleaned_to),
      windows_files_(std::move(parts.windows_files)),
      queued_end_(parts.log_end),
      first_timestamp_ms_(parts.first_timestamp_ms),
      active_created_ms_(parts.active_created_ms),
      last_flush_ms_(context.shard.now_ms()),
      all_batches_seen_(parts.all_batches_seen),
      epochs_dirty_(parts.epochs_dirty),
      has_new_names_(parts.names_unsynced),
      is_parent_unsynced_(parts.names_unsynced) {
  active().set_active(true);
  idle_.set();
  segments_released_.set();
  repair_done_.set();
  truncation_done_.set();
  snapshot_done_.set();
  flush_done_.set();
  sealed_done_.set();
  context_.producers.add(producers_);
  // The recovery point must not pass them before.
  for (const Offset base : parts.unsynced_segments) queue_sealed(base);
}

PartitionLog::~PartitionLog() {
  context_.producers.remove(producers_);
}

void PartitionLog::join_journal(Journal& journal, PartitionKey key) {
  JournalMember::Owner& owner = *this;
  journal_ = std::make_unique<JournalMember>(journal, key, owner, synced_end_);
}

void PartitionLog::begin_epoch(LeaderEpoch epoch) {
  if (epoch.value >= 0 && epochs_.assign(epoch, log_end_)) epochs_dirty_ = true;
}

void PartitionLog::advance_log_start(Offset offset) {
  if (offset <= log_start_) return;
  log_start_ = offset;
  if (epochs_.truncate_from_start(offset)) epochs_dirty_ = true;
  notify_moved();
}

// ---- the epoch file

// An epoch's beginning is found again in the batches that are scanned after a crash, so the file need not be newer than
// the recovery point: it is written before that moves.
Task<StorageResult<void>> PartitionLog::save_epochs() {
  while (epochs_dirty_) {
    epochs_dirty_ = false;
    auto written =
        co_await replace_file(context_.io, *directory_ + "/" + std::string(kLeaderEpochCheckpointFile), epochs_.text());
    if (!written) {
      epochs_dirty_ = true;
      co_return written;
    }
  }
  co_return StorageResult<void>{};
}

// A synced file is lost with the power when its name is not synced. The topic id must not be lost either.
Task<StorageResult<void>> PartitionLog::sync_names() {
  // While another task syncs them they are not safe yet.
  if (!has_new_names_ && name_sync_count_ == 0) co_return StorageResult<void>{};
  has_new_names_ = false;
  ++name_sync_count_;
  StorageResult<void> done;
  if (is_parent_unsynced_) {
    const std::string metadata = *directory_ + "/" + std::string(kPartitionMetadataFile);
    done = co_await sync_file(context_.io, metadata);
    const std::string parent = directory_->substr(0, directory_->rfind('/'));
    auto synced = co_await reactor::sync_directory(context_.io, parent);
    if (!synced) done = std::unexpected(StorageError::io(synced.error(), "cannot sync " + parent));
  }
  auto synced = co_await reactor::sync_directory(context_.io, *directory_);
  if (!synced) done = std::unexpected(StorageError::io(synced.error(), "cannot sync " + *directory_));
  --name_sync_count_;
  if (done) {
    is_parent_unsynced_ = false;
  } else {
    has_new_names_ = true;
  }
  co_return done;
}

void PartitionLog::rest_if_unused() {
  if (std::exchange(was_used_, false)) return;
  hints_.reset();
  for (const std::unique_ptr<Segment>& segment : segments_) segment->close_idle_files();
}

// ---- sync

// Sealed segments are trimmed and synced one after the other, and the recovery point follows them.
void PartitionLog::queue_sealed(Offset segment_base) {
  sealed_.push_back(segment_base);
  begin_finishing_sealed();
}

void PartitionLog::begin_finishing_sealed() {
  if (is_finishing_sealed_ || sealed_.empty()) return;
  if (gate_.spawn(finish_sealed())) {
    is_finishing_sealed_ = true;
    sealed_done_.reset();
  }
}

Task<void> PartitionLog::finish_sealed() {
  while (!sealed_.empty()) {
    const Offset base = sealed_.front();
    co_await context_.sync_turns.take();
    const bool is_finished = co_await finish_one_sealed(base);
    context_.sync_turns.give_back();
    if (!is_finished) break;
    if (!sealed_.empty() && sealed_.front() == base) sealed_.erase(sealed_.begin());
  }
  is_finishing_sealed_ = false;
  sealed_done_.set();
}

// False: there was no descriptor for it. It stays for whoever syncs next, and the recovery point waits for it.
Task<bool> PartitionLog::finish_one_sealed(Offset base) {
  const size_t index = segment_index_for(base);
  Segment& segment = *segments_[index];
  if (segment.base_offset() != base || segment.is_active()) co_return true;
  const Offset end = segments_[index + 1]->base_offset();
  const uint64_t size = segment.size_bytes();
  const bool was_open = segment.has_open_file();
  auto file = segment.file();
  if (!file) {
    if (is_descriptor_shortage(file.error())) co_return false;
    fail(file.error());
    co_return true;
  }
  reactor::FileLease lease(**file);
  auto synced = co_await sync_sealed(**file, base, size);
  lease.release();
  // After a crash there may be many of them. It may have gone meanwhile.
  Segment& same = *segments_[segment_index_for(base)];
  if (!was_open && same.base_offset() == base) same.close_idle_files();
  if (!synced) {
    if (is_descriptor_shortage(synced.error())) co_return false;
    fail_sync(synced.error());
  }
  if (synced && !is_failed_) note_synced(end, *synced);
  co_return true;
}

// Ends when all sealed segments are synced, or cannot be now.
Task<StorageResult<void>> PartitionLog::wait_for_sealed() {
  begin_finishing_sealed();
  while (!sealed_done_.is_set()) co_await sealed_done_.wait();
  if (sealed_.empty()) co_return StorageResult<void>{};
  co_return std::unexpected(
      StorageError{StorageErrorKind::kIo, EMFILE, "there is no descriptor to sync the segments of " + *directory_});
}

// False: it is on the disk, but the epoch file could not be written, for want of space; that comes with a later sync.
Task<StorageResult<bool>> PartitionLog::sync_sealed(SegmentFile& file, Offset base, uint64_t size_bytes) {
  auto trimmed = co_await file.trim(size_bytes);
  if (!trimmed) co_return std::unexpected(trimmed.error());
  auto synced = co_await file.sync();
  if (synced) synced = co_await sync_indexes(base);
  if (synced) synced = co_await sync_names();
  if (!synced) co_return std::unexpected(synced.error());
  auto saved = co_await save_epochs();
  if (!saved && is_directory_fault(saved.error())) co_return std::unexpected(saved.error());
  co_return saved.has_value();
}

// Below the recovery point nobody looks whether an index has all of its entries: one that ends early answers wrongly.
Task<StorageResult<void>> PartitionLog::sync_indexes(Offset segment_base) {
  for (const std::string_view suffix : kIndexSuffixes) {
    auto synced = co_await sync_file(context_.io, offset_file_path(*directory_, segment_base, suffix));
    if (!synced) co_return synced;
  }
  co_return StorageResult<void>{};
}

// Its pages cannot be trusted: nothing more is acknowledged.
void PartitionLog::fail_sync(const StorageError& error) {
  is_failed_ = true;
  context_.faults.note_failed_sync(*directory_, error);
}

Task<StorageResult<void>> PartitionLog::flush() {
  const reactor::GatePass pass(gate_);
  if (!pass) co_return std::unexpected(closed_error());
  write_queue();
  if (log_end_ == recovery_point_) co_return StorageResult<void>{};
  const Offset end = log_end_;
  auto sealed = co_await wait_for_sealed();
  if (!sealed) co_return sealed;
  auto saved = co_await save_epochs();
  if (!saved && !saved.error().is_short_of_space()) co_return saved;
  auto file = active().file();
  if (!file) co_return std::unexpected(file.error());
  const reactor::FileLease lease(**file);
  auto synced = co_await (*file)->sync();
  if (synced) synced = co_await sync_names();
  // A roll meanwhile has queued the segment's own sync.
  sealed = co_await wait_for_sealed();
  if (!synced) {
    if (!is_descriptor_shortage(synced.error())) fail_sync(synced.error());
    co_return synced;
  }
  if (!sealed) co_return sealed;
  if (is_failed_)
    co_return std::unexpected(StorageError{StorageErrorKind::kIo, 0, "a sync of " + *directory_ + " has failed"});
  last_flush_ms_ = context_.shard.now_ms();
  note_synced(end, saved.has_value());
  co_return saved;
}

Task<StorageResult<void>> PartitionLog::make_durable() {
  const Offset end = log_end_;
  auto flushed = co_await flush();
  if (!flushed && flushed.error().is_short_of_space() && synced_end_ >= end) co_return StorageResult<void>{};
  co_return flushed;
}

Task<StorageResult<void>> PartitionLog::flush_to(Offset end) {
  const reactor::GatePass pass(gate_);
  if (!pass) co_return std::unexpected(closed_error());
  while (is_flushing_ && recovery_point_ < end) co_await flush_done_.wait();
  if (recovery_point_ >= end) co_return StorageResult<void>{};
  is_flushing_ = true;
  flush_done_.reset();
  ++context_.metrics.flushes;
  auto flushed = co_await make_durable();
  is_flushing_ = false;
  flush_done_.set();
  co_return flushed;
}

// `with_epochs`: the epoch file, too.
void PartitionLog::note_synced(Offset end, bool with_epochs) {
  synced_end_ = std::max(synced_end_, std::min(end, log_end_));
  if (with_epochs) recovery_point_ = std::max(recovery_point_, std::min(end, log_end_));
  if (journal_ == nullptr) return;
  journal_->note_synced(synced_end_);
  notify_moved();
}

// ---- truncation

// Readers keep segments where they are; new ones wait from here on.
Task<void> PartitionLog::hold_segments() {
  while (are_segments_held_) co_await segments_released_.wait();
  are_segments_held_ = true;
  segments_released_.reset();
  while (reader_count_ > 0) co_await idle_.wait();
}

void PartitionLog::release_segments() {
  are_segments_held_ = false;
  segments_released_.set();
}

Task<StorageResult<void>> PartitionLog::truncate_to(Offset offset) {
  const reactor::GatePass pass(gate_);
  if (!pass || is_stopping_) co_return std::unexpected(closed_error());
  while (is_truncating_) co_await truncation_done_.wait();
  write_queue();
  if (offset >= log_end_) co_return StorageResult<void>{};
  is_truncating_ = true;
  is_cleaning_broken_ = true;
  truncation_done_.reset();
  while (!sealed_done_.is_set()) co_await sealed_done_.wait();
  while (!snapshot_done_.is_set()) co_await snapshot_done_.wait();
  StorageResult<void> cut;
  if (journal_) cut = co_await journal_->write_truncation(offset);
  co_await hold_segments();
  if (cut) cut = co_await cut_segments(std::max(offset, log_start_));
  if (!cut) fail(cut.error());
  release_segments();
  is_truncating_ = false;
  truncation_done_.set();
  notify_moved();
  co_return cut;
}

Task<StorageResult<void>> PartitionLog::cut_segments(Offset offset) {
  while (segments_.size() > 1 && active().base_offset() >= offset) {
    auto removed = co_await remove_last_segment();
    if (!removed) co_return removed;
  }
  active().set_active(true);
  auto cut = co_await active().truncate_to(offset);
  if (!cut) co_return cut;
  if (active().has_transaction_index()) {
    auto cut_index = co_await truncate_transaction_index(context_.io, active().path(kTransactionIndexSuffix), offset);
    if (!cut_index) co_return cut_index;
  }
  log_end_ = queued_end_ = offset;
  recovery_point_ = std::min(recovery_point_, offset);
  synced_end_ = std::min(synced_end_, offset);
  if (journal_) journal_->note_cut(offset);
  cleaned_to_ = std::min(cleaned_to_, offset);
  hints_.reset();
  auto first = co_await first_batch_timestamp(context_, active());
  if (!first) co_return std::unexpected(first.error());
  first_timestamp_ms_ = *first;
  if (epochs_.truncate_from_end(offset)) epochs_dirty_ = true;
  auto reloaded = co_await reload_producers(offset);
  if (!reloaded) co_return reloaded;
  // What was cut off may have been synced before, and must not come back after a power loss.
  auto file = active().file();
  if (!file) co_return std::unexpected(file.error());
  const reactor::FileLease lease(**file);
  auto synced = co_await (*file)->sync();
  if (!synced) co_return synced;
  has_new_names_ = true;
  co_return co_await sync_names();
}

Task<StorageResult<void>> PartitionLog::remove_last_segment() {
  std::vector<std::string> paths;
  for (const std::string_view suffix : kSegmentSuffixes) paths.push_back(active().path(suffix));
  segments_.pop_back();
  for (const std::string& path : paths) {
    auto removed = co_await reactor::unlink(context_.io, path);
    if (!removed && removed.error().code != ENOENT)
      co_return std::unexpected(StorageError::io(removed.error(), "cannot remove " + path));
  }
  co_return StorageResult<void>{};
}

// ---- the end

Task<StorageResult<void>> PartitionLog::shut_down() {
  const reactor::GatePass pass(gate_);
  if (!pass) co_return std::unexpected(closed_error());
  write_queue();
  is_stopping_ = true;
  while (!repair_done_.is_set()) co_await repair_done_.wait();
  auto sealed = co_await wait_for_sealed();
  while (is_truncating_) co_await truncation_done_.wait();
  if (is_failed_)
    co_return std::unexpected(
        StorageError{StorageErrorKind::kIo, 0, "the log in " + *directory_ + " has failed before"});
  if (!sealed) co_return sealed;
  auto saved = co_await save_epochs();
  if (!saved) co_return saved;
  while (!snapshot_done_.is_set()) co_await snapshot_done_.wait();
  begin_producer_snapshot(log_end_);
  while (!snapshot_done_.is_set()) co_await snapshot_done_.wait();
  if (snapshot_failure_) co_return std::unexpected(*snapshot_failure_);
  Segment& segment = active();
  segment.set_active(false);  // so that its index files are closed, too
  segment.seal_indexes();
  auto file = segment.file();
  if (!file) co_return std::unexpected(file.error());
  const reactor::FileLease lease(**file);
  auto trimmed = co_await (*file)->trim(segment.size_bytes());
  if (!trimmed) co_return trimmed;
  auto synced = co_await (*file)->sync();
  if (synced) synced = co_await sync_indexes(segment.base_offset());
  if (!synced) co_return synced;
  has_new_names_ = true;  // snapshot and indexes
  auto named = co_await sync_names();
  if (!named) co_return named;
  recovery_point_ = log_end_;
  // A stop opens every partition's file once: none may stay open behind it.
  for (const std::unique_ptr<Segment>& each : segments_) each->close_files();
  co_return StorageResult<void>{};
}

Task<void> PartitionLog::close() {
  write_queue();
  is_stopping_ = is_closing_ = true;
  co_await gate_.close();
  if (journal_) journal_->leave();
  while (armed) co_await reactor::yield_now();  // the loop still knows this hook
}

}  // namespace klamm::storage
