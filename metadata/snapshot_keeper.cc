#include "metadata/snapshot_keeper.h"

#include <algorithm>
#include <utility>

#include "metadata/bootstrap.h"
#include "metadata/metadata_batch.h"
#include "metadata/snapshot_records.h"
#include "reactor/sleep.h"
#include "storage/delay.h"

namespace klamm::metadata {

namespace {

// Of one batch, which is made and written without a pause.
constexpr size_t kBatchBytes = size_t{64} << 10;

}  // namespace

SnapshotKeeper::SnapshotKeeper(reactor::Shard& shard, MetadataLog& log, std::shared_ptr<const NodeOptions> options,
                               std::function<void(const std::string&)> warn)
    : shard_(shard), log_(log), options_(std::move(options)), warn_(std::move(warn)) {}

void SnapshotKeeper::start(std::optional<std::string> voters) {
  voters_ = std::move(voters);
  bytes_since_ += log_.loaded_bytes();
  last_snapshot_ns_ = shard_.now_ns();
  next_clean_ns_ = shard_.now_ns() + storage::delay_ns(options_->metadata_log.clean_interval_ms);
  if (is_due_by_size()) work_.set();
  gate_.spawn(run());
}

reactor::Task<void> SnapshotKeeper::stop() {
  is_stopping_ = true;
  work_.set();
  co_await gate_.close();
}

void SnapshotKeeper::note(MetadataImage image, size_t bytes, int64_t timestamp_ms) {
  newest_ = std::move(image);
  newest_timestamp_ms_ = timestamp_ms;
  bytes_since_ += bytes;
  if (is_due_by_size()) work_.set();
}

bool SnapshotKeeper::is_due() const {
  if (!newest_ || bytes_since_ == 0) return false;
  const int64_t interval_ms = options_->metadata_log.snapshot_interval_ms;
  const bool is_due_by_time = interval_ms > 0 && shard_.now_ns() - last_snapshot_ns_ >= storage::delay_ns(interval_ms);
  return is_due_by_size() || is_due_by_time;
}

int64_t SnapshotKeeper::next_look_ns() const {
  const int64_t interval_ms = options_->metadata_log.snapshot_interval_ms;
  if (interval_ms <= 0) return next_clean_ns_;
  const int64_t next_snapshot_ns = last_snapshot_ns_ + storage::delay_ns(interval_ms);
  // With nothing to write the time passes; it is looked at with the next cleaning then.
  return next_snapshot_ns > shard_.now_ns() ? std::min(next_clean_ns_, next_snapshot_ns) : next_clean_ns_;
}

reactor::Task<void> SnapshotKeeper::run() {
  while (!is_stopping_) {
    const int64_t until_ns = next_look_ns();
    co_await work_.wait_until(until_ns);
    work_.reset();
    if (is_stopping_) co_return;
    if (is_due()) {
      bytes_since_ = 0;
      last_snapshot_ns_ = shard_.now_ns();
      if (auto written = co_await write_snapshot(); !written) {
        warn_("a snapshot of the metadata cannot be written: " + written.error());
      }
    } else if (shard_.now_ns() < next_clean_ns_) {
      continue;
    }
    next_clean_ns_ = shard_.now_ns() + storage::delay_ns(options_->metadata_log.clean_interval_ms);
    if (auto cleaned = co_await clean(); !cleaned) {
      warn_("the metadata log cannot be made shorter: " + cleaned.error());
    }
  }
}

reactor::Task<SnapshotKeeper::Sentence> SnapshotKeeper::write_snapshot() {
  MetadataImage image = *newest_;
  const int64_t timestamp_ms = newest_timestamp_ms_;
  const SnapshotId id{image.position().offset + 1, image.position().epoch};
  const auto& snapshots = log_.snapshots();
  if (id.end_offset < log_.start_offset() || (!snapshots.empty() && id <= snapshots.back().id)) co_return Sentence{};
  SnapshotFileWriter file(shard_.io(), log_.directory(), id);
  Sentence written = co_await file.open();
  if (written) written = co_await write_records(file, std::move(image), timestamp_ms);
  if (written && !is_stopping_) written = co_await file.finish();
  if (!written || is_stopping_) {
    co_await file.discard();
    co_return written;
  }
  const SnapshotFile snapshot{id, file.size_bytes(), timestamp_ms};
  log_.add_snapshot(snapshot);
  co_return Sentence{};
}

// Ends early, and without an error, when all of it is to end.
reactor::Task<SnapshotKeeper::Sentence> SnapshotKeeper::write_records(SnapshotFileWriter& file, MetadataImage image,
                                                                      int64_t timestamp_ms) {
  BatchHeader header{0, image.position().epoch, shard_.now_ms()};
  const auto start = snapshot_start_records(timestamp_ms, image.kraft_version(), voters_ ? &*voters_ : nullptr);
  protocol::Writer writer;
  write_control_batch(writer, header, start);
  header.base_offset += static_cast<int64_t>(start.size());
  SnapshotRecords records(std::move(image));
  while (!is_stopping_) {
    const RecordValues values = records.next(kBatchBytes);
    if (values.empty()) break;
    write_batch(writer, header, values);
    header.base_offset += static_cast<int64_t>(values.size());
    const protocol::Buffer bytes = writer.take();
    if (auto written = file.append(bytes.span()); !written) co_return written;
    co_await reactor::yield_now();
  }
  const auto end = snapshot_end_records();
  write_control_batch(writer, header, end);
  co_return file.append(writer.written());
}

bool SnapshotKeeper::is_beyond_retention(const SnapshotFile& oldest, uint64_t snapshots_bytes) const {
  const MetadataLogOptions& limits = options_->metadata_log;
  const uint64_t bytes = log_.size_bytes() + snapshots_bytes;
  if (limits.retention_bytes >= 0 && bytes > static_cast<uint64_t>(limits.retention_bytes)) return true;
  if (limits.retention_ms < 0) return false;
  return oldest.last_contained_log_timestamp_ms < shard_.now_ms() - limits.retention_ms;
}

// As long as it is too much the oldest snapshot goes, with the log up to the next one. The newest stays.
reactor::Task<SnapshotKeeper::Sentence> SnapshotKeeper::clean() {
  while (!is_stopping_ && log_.snapshots().size() > 1) {
    uint64_t snapshots_bytes = 0;
    for (const SnapshotFile& snapshot : log_.snapshots()) snapshots_bytes += snapshot.size_bytes;
    if (!is_beyond_retention(log_.snapshots().front(), snapshots_bytes)) break;
    const SnapshotId next = log_.snapshots()[1].id;
    if (auto deleted = co_await log_.delete_before(next); !deleted) co_return deleted;
  }
  co_return Sentence{};
}

}  // namespace klamm::metadata
