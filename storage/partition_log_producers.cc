// The snapshots of a PartitionLog's producers, and the way back to one.

#include <algorithm>
#include <utility>

#include "reactor/io_await.h"
#include "reactor/sleep.h"
#include "storage/file_names.h"
#include "storage/partition_log.h"
#include "storage/producer_loader.h"
#include "storage/producer_registry.h"

namespace klamm::storage {

using reactor::Task;

namespace {

// Producers that are written before others get their turn: a millisecond or two.
constexpr uint32_t kSlotsPerTurn = 4096;

}  // namespace

// Begins to write the producers as they are now, as those of the log up to `at`: a few at once, many a part at a time
// while appends go on. One that fails, or that is left out because the one before has not got all of its own yet, costs
// reading more after a crash, and nothing else.
void PartitionLog::begin_producer_snapshot(Offset at) {
  snapshot_failure_.reset();
  if (producers_.is_capturing() || at <= last_snapshot_) return;
  auto writer = ProducerSnapshotWriter::create(context_.io, *directory_, at, producers_);
  if (!writer) {
    // One is there already when the log was at this offset before; it says the same.
    if (writer.error().kind == StorageErrorKind::kAlreadyExists) return;
    ++context_.metrics.failed_producer_snapshots;
    snapshot_failure_ = std::make_unique<StorageError>(std::move(writer.error()));
    return;
  }
  producers_.begin_capture(**writer);
  const bool has_all = producers_.capture_some(kSlotsPerTurn);
  if (has_all && (*writer)->finish()) last_snapshot_ = at;
  ++snapshot_count_;
  snapshot_done_.reset();
  if (gate_.spawn(complete_snapshot(std::move(*writer), has_all))) return;
  producers_.end_capture();
  if (--snapshot_count_ == 0) snapshot_done_.set();
}

Task<void> PartitionLog::complete_snapshot(std::unique_ptr<ProducerSnapshotWriter> writer, bool has_all) {
  const bool is_capturing = !has_all;
  while (!has_all && !is_closing_ && !writer->has_failed()) {
    co_await reactor::yield_now();
    has_all = producers_.capture_some(kSlotsPerTurn);
  }
  if (is_capturing) producers_.end_capture();
  StorageResult<void> done = std::unexpected(StorageError{StorageErrorKind::kClosed, 0, "the log is closed"});
  if (has_all || writer->has_failed()) done = writer->finish();
  if (done) {
    last_snapshot_ = std::max(last_snapshot_, writer->offset());
    done = co_await writer->sync();
  }
  if (done) {
    if (writer->has_windows())
      windows_files_.insert(std::ranges::upper_bound(windows_files_, writer->offset()), writer->offset());
    co_await remove_old_windows();
  } else {
    ++context_.metrics.failed_producer_snapshots;
    last_snapshot_ = Offset(-1);  // the next one is written whatever there was
    snapshot_failure_ = std::make_unique<StorageError>(std::move(done.error()));
    co_await writer->remove_files();
  }
  if (--snapshot_count_ == 0) snapshot_done_.set();
}

// Without its windows a snapshot is one of Kafka's: what is rebuilt for it from the log is bounded. So only those that
// a crash may need keep them.
Task<void> PartitionLog::remove_old_windows() {
  while (windows_files_.size() > kWindowsFilesKept) {
    const Offset oldest = windows_files_.front();
    windows_files_.erase(windows_files_.begin());
    auto removed = co_await reactor::unlink(context_.io, offset_file_path(*directory_, oldest, kProducerWindowsSuffix));
    if (!removed) co_return;
  }
}

// The producers as they were at `end`: from the newest snapshot at or below it and the batches after that.
Task<StorageResult<void>> PartitionLog::reload_producers(Offset end) {
  ProducerLoader loader(context_, *directory_, segments_, producer_limits());
  auto loaded = co_await loader.load(log_start_, end, ProducerLoader::Purpose::kTruncation);
  if (!loaded) co_return std::unexpected(loaded.error());
  context_.producers.remove(producers_);
  producers_ = std::move(loaded->producers);
  context_.producers.add(producers_);
  last_snapshot_ = loaded->snapshot_offset;
  windows_files_ = std::move(loaded->windows_files);
  co_return StorageResult<void>{};
}

}  // namespace klamm::storage
