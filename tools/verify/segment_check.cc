#include "tools/verify/segment_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "storage/file_names.h"
#include "storage/producer_replay.h"
#include "storage/small_file.h"
#include "storage/transaction_index.h"
#include "tools/dump/whole_file.h"

namespace klamm::tools {

using reactor::Task;
using storage::Offset;

namespace {

constexpr storage::ProducerState::Limits kProducerLimits{.batches_per_producer = 1, .producers_max = 1'000'000};

bool is_there(reactor::Io& io, const std::string& path) {
  const auto status = io.status(path);
  return status || status.error().code != ENOENT;
}

}  // namespace

SegmentCheck::SegmentCheck(reactor::Io& io, const PartitionToCheck& partition, Offset base, bool is_open_end,
                           LogProgress& progress, Report& report)
    : io_(io),
      partition_(partition),
      base_(base),
      is_open_end_(is_open_end),
      progress_(progress),
      report_(report),
      names_{storage::offset_file_path(partition.directory, base, storage::kLogSuffix),
             storage::offset_file_path(partition.directory, base, storage::kOffsetIndexSuffix),
             storage::offset_file_path(partition.directory, base, storage::kTimeIndexSuffix),
             storage::offset_file_path(partition.directory, base, storage::kTransactionIndexSuffix)} {}

Task<void> SegmentCheck::run() {
  if (!partition_.is_metadata_log) open_indexes();
  const auto walked = co_await walk_segment(io_, names_.log, *this);
  if (!walked) {
    report_.failure(walked.error().message);
    co_return;
  }
  size_bytes_ = *walked;
  if (is_damaged_ || partition_.is_metadata_log) co_return;
  finish_indexes();
  check_transaction_index();
}

void SegmentCheck::fault(const std::string& file, std::optional<uint64_t> position, const std::string& what) {
  if (is_open_end_) {
    report_.mend(file, position, what);
  } else {
    report_.damage(file, position, what);
  }
}

// ---- batches

bool SegmentCheck::wants_bytes(const WalkedBatch& batch) {
  return storage::needs_batch_bytes(batch.log_header);
}

void SegmentCheck::on_damage(uint64_t position, uint64_t skipped_bytes, const std::string& what) {
  is_damaged_ = true;
  // What lies below the recovery point was on the disk.
  const bool may_be_torn = is_open_end_ && progress_.next.value_or(base_) >= partition_.points.recovery_point;
  const std::string said = fmt::format("{}; {} bytes are no batch", what, skipped_bytes);
  if (may_be_torn) {
    if (!progress_.cut_at) {
      progress_.cut_at = progress_.next.value_or(base_);
      progress_.cut_epoch = progress_.epoch;
    }
    report_.mend(names_.log, position, said + ", the log is cut here");
  } else {
    report_.damage(names_.log, position, said);
  }
}

void SegmentCheck::on_batch(const WalkedBatch& batch, std::span<const std::byte> bytes) {
  ++progress_.batches;
  if (!batch.crc_matches) {
    on_damage(batch.position, batch.log_header.size_bytes,
              fmt::format("the checksum of the batch at offset {} does not match", batch.header.base_offset));
  }
  check_offsets(batch);
  check_epoch(batch);
  if (!is_damaged_ && !partition_.is_metadata_log) {
    check_offset_index(batch);
    check_time_index(batch);
    replay(batch, bytes);
  }
  if (progress_.cut_at && batch.crc_matches) ++progress_.whole_batches_behind_cut;
  progress_.next = batch.log_header.next_offset();
  last_offset_ = batch.log_header.last_offset();
}

void SegmentCheck::check_offsets(const WalkedBatch& batch) {
  const storage::BatchHeader& header = batch.log_header;
  if (header.base_offset < base_) {
    return report_.damage(names_.log, batch.position,
                          fmt::format("offset {} is below the segment's first", header.base_offset.value));
  }
  if (header.last_offset() - base_ > INT32_MAX) {
    return report_.damage(names_.log, batch.position,
                          fmt::format("offset {} is too far from the segment's first", header.last_offset().value));
  }
  const Offset due = progress_.next.value_or(base_);
  if (header.base_offset < due) {
    report_.damage(names_.log, batch.position,
                   fmt::format("offset {} where {} is due", header.base_offset.value, due.value));
  } else if (header.base_offset > due && !progress_.may_lack_offsets && !is_damaged_) {
    report_.damage(names_.log, batch.position,
                   fmt::format("offsets {} to {} are missing", due.value, header.base_offset.value - 1));
  }
}

void SegmentCheck::check_epoch(const WalkedBatch& batch) {
  const storage::LeaderEpoch epoch = batch.log_header.leader_epoch;
  if (epoch.value < 0) return;
  if (epoch < progress_.epoch) {
    report_.damage(names_.log, batch.position,
                   fmt::format("leader epoch {} after {}", epoch.value, progress_.epoch.value));
    return;
  }
  progress_.epoch = epoch;
  // Epochs that ended below the log start are forgotten.
  if (!progress_.epochs || batch.log_header.base_offset < partition_.points.log_start.value_or(Offset(0))) return;
  const storage::LeaderEpoch said = progress_.epochs->epoch_for(batch.log_header.base_offset);
  if (said != epoch) {
    fault(names_.log, batch.position,
          fmt::format("leader epoch {} at offset {}, where {} says {}", epoch.value, batch.header.base_offset,
                      storage::kLeaderEpochCheckpointFile, said.value));
  }
}

void SegmentCheck::replay(const WalkedBatch& batch, std::span<const std::byte> bytes) {
  if (!batch.crc_matches || !batch.log_header.has_producer_id()) return;
  if (batch.log_header.is_control()) {
    const auto marker = storage::read_transaction_marker(batch.log_header, bytes, codec_);
    if (!marker) return report_.damage(names_.log, batch.position, marker.error().message);
    if (marker->has_value() && !(*marker)->is_commit) abort_markers_.insert((*marker)->offset);
  }
  auto aborted = storage::replay_producer(progress_.producers, batch.log_header, bytes, 0, kProducerLimits, codec_);
  if (!aborted) return report_.damage(names_.log, batch.position, aborted.error().message);
  if (aborted->has_value()) aborted_[(*aborted)->last_offset] = **aborted;
}

// ---- indexes

void SegmentCheck::open_indexes() {
  const auto log = io_.status(names_.log);
  const bool is_empty = !log || log->size_bytes == 0;
  open_index(names_.offset_index, is_empty, offsets_);
  open_index(names_.time_index, is_empty, times_);
  next_entry(names_.offset_index, offsets_, offset_entry_);
  next_entry(names_.time_index, times_, time_entry_);
}

template <class Entries>
void SegmentCheck::open_index(const std::string& path, bool is_empty, std::optional<Entries>& entries) {
  if (!is_there(io_, path)) {
    if (!is_empty) fault(path, {}, "the index is missing");
  } else if (auto opened = Entries::open(io_, path, base_)) {
    entries.emplace(std::move(*opened));
  } else {
    report_.failure(opened.error());
  }
}

template <class Entries>
void SegmentCheck::next_entry(const std::string& path, std::optional<Entries>& entries,
                              std::optional<typename Entries::Entry>& entry) {
  if (!entries) return;
  entry = entries->next();
  if (!entry && !entries->failure().empty()) {
    report_.failure(entries->failure());
    entries.reset();
    return;
  }
  // The rest of an index that Kafka has made room for: as long as the log is open all indexes end so.
  if (!entry || !is_unused(*entry) || entry->offset != base_) return;
  if (!is_open_end_) report_.damage(path, entries->position(), "unused entries at the end of the index");
  entry.reset();
  entries.reset();
}

void SegmentCheck::check_offset_index(const WalkedBatch& batch) {
  while (offset_entry_ && offset_entry_->position < batch.end_position()) {
    if (offset_entry_->position != batch.position) {
      fault(names_.offset_index, offsets_->position(),
            fmt::format("an entry for byte {}, where no batch begins", offset_entry_->position));
    } else if (offset_entry_->offset != batch.log_header.last_offset()) {
      fault(names_.offset_index, offsets_->position(),
            fmt::format("an entry says offset {} of byte {}, whose batch ends with {}", offset_entry_->offset.value,
                        batch.position, batch.header.last_offset()));
    }
    next_entry(names_.offset_index, offsets_, offset_entry_);
  }
}

void SegmentCheck::check_time_index(const WalkedBatch& batch) {
  max_timestamp_ms_ = std::max(max_timestamp_ms_, batch.header.max_timestamp);
  while (time_entry_ && time_entry_->offset <= batch.log_header.last_offset()) {
    const bool is_of_batch =
        time_entry_->offset >= batch.log_header.base_offset && time_entry_->timestamp_ms == batch.header.max_timestamp;
    if (!is_of_batch || time_entry_->timestamp_ms < max_timestamp_ms_) {
      fault(names_.time_index, times_->position(),
            fmt::format("an entry says time {} of offset {}, where the log has {}", time_entry_->timestamp_ms,
                        time_entry_->offset.value, batch.header.max_timestamp));
    }
    last_time_entry_ = time_entry_;
    next_entry(names_.time_index, times_, time_entry_);
  }
}

void SegmentCheck::finish_indexes() {
  if (offset_entry_) {
    fault(names_.offset_index, offsets_->position(),
          fmt::format("an entry for byte {}, behind the end of the segment", offset_entry_->position));
  } else if (offsets_ && offsets_->tail_bytes() != 0) {
    fault(names_.offset_index, {}, "the index ends within an entry");
  }
  if (time_entry_) {
    fault(names_.time_index, times_->position(),
          fmt::format("an entry for offset {}, behind the end of the segment", time_entry_->offset.value));
  } else if (times_ && times_->tail_bytes() != 0) {
    fault(names_.time_index, {}, "the index ends within an entry");
  } else if (times_ && max_timestamp_ms_ >= 0 &&
             (!last_time_entry_ || last_time_entry_->timestamp_ms != max_timestamp_ms_)) {
    fault(names_.time_index, {}, fmt::format("the largest time of the segment, {}, is missing", max_timestamp_ms_));
  }
}

void SegmentCheck::check_transaction_index() {
  std::vector<storage::AbortedTransaction> entries;
  if (is_there(io_, names_.transaction_index)) {
    const auto bytes = read_whole(io_, names_.transaction_index, report_);
    if (!bytes) return;
    auto decoded = storage::decode_transaction_index(*bytes);
    if (!decoded) return fault(names_.transaction_index, {}, decoded.error());
    entries = std::move(*decoded);
  }
  for (size_t i = 0; i < entries.size(); ++i) {
    const storage::AbortedTransaction& entry = entries[i];
    const uint64_t position = i * storage::kTransactionIndexEntryBytes;
    const auto expected = aborted_.find(entry.last_offset);
    const bool is_same = expected != aborted_.end() && expected->second.producer_id == entry.producer_id &&
                         expected->second.first_offset == entry.first_offset &&
                         expected->second.last_stable_offset == entry.last_stable_offset;
    const bool may_differ = progress_.may_lack_transactions || !progress_.has_whole_history;
    const bool is_possible = entry.first_offset <= entry.last_offset && entry.last_offset >= base_ &&
                             entry.last_offset <= last_offset_ &&
                             (progress_.may_lack_transactions || abort_markers_.contains(entry.last_offset));
    if (!is_same && !(may_differ && is_possible)) {
      fault(names_.transaction_index, position,
            fmt::format("an aborted transaction of producer {} up to offset {}, which the log does not have so",
                        entry.producer_id.value, entry.last_offset.value));
    }
    aborted_.erase(entry.last_offset);
  }
  if (progress_.may_lack_transactions) return;
  for (const auto& [offset, transaction] : aborted_) {
    fault(names_.transaction_index, {},
          fmt::format("the transaction of producer {} that was aborted at offset {} is missing",
                      transaction.producer_id.value, offset.value));
  }
}

}  // namespace klamm::tools
