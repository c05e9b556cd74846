// Reads of a PartitionLog.

#include <algorithm>
#include <utility>

#include "reactor/assert.h"
#include "storage/file_names.h"
#include "storage/partition_log.h"
#include "storage/transaction_index.h"

namespace klamm::storage {

using reactor::Task;

// The segment that holds `offset`: the last whose base is at or below it.
size_t PartitionLog::segment_index_for(Offset offset) const {
  const auto above = std::upper_bound(
      segments_.begin(), segments_.end(), offset,
      [](Offset target, const std::unique_ptr<Segment>& segment) { return target < segment->base_offset(); });
  return above == segments_.begin() ? 0 : static_cast<size_t>(above - segments_.begin()) - 1;
}

PositionHints& PartitionLog::hints() {
  if (!hints_) hints_ = std::make_unique<PositionHints>();
  return *hints_;
}

Task<StorageResult<std::optional<BatchLocation>>> PartitionLog::locate(Segment& segment, Offset offset) {
  const Offset end_offset = &segment == &active() ? log_end_ : Offset(INT64_MAX);
  if (hints_) {
    if (auto hint = hints_->find(offset, segment.base_offset(), end_offset, segment.size_bytes())) {
      ++context_.metrics.reads_by_hint;
      co_return BatchLocation{hint->position, hint->first_batch_bytes, offset, offset};
    }
  }
  co_return co_await segment.find(offset);
}

// Where in `segment` the bytes that may be read end.
Task<StorageResult<uint64_t>> PartitionLog::limit_in(Segment& segment, Offset bound) {
  if (bound >= log_end_) co_return segment.size_bytes();
  const size_t bound_index = segment_index_for(bound);
  if (segments_[bound_index]->base_offset() > segment.base_offset()) co_return segment.size_bytes();
  if (segments_[bound_index]->base_offset() < segment.base_offset()) co_return uint64_t{0};
  auto location = co_await locate(segment, bound);
  if (!location) co_return std::unexpected(location.error());
  if (!location->has_value()) co_return segment.size_bytes();
  hints().note_boundary(bound, segment.base_offset(), (*location)->position);
  co_return (*location)->position;
}

Task<StorageResult<PartitionLog::ReadRange>> PartitionLog::read(Offset from, uint32_t max_bytes, bool min_one_batch,
                                                                Offset bound) {
  const reactor::GatePass pass(gate_);
  if (!pass) co_return std::unexpected(StorageError{StorageErrorKind::kClosed, 0, "the log is closed"});
  while (are_segments_held_) co_await segments_released_.wait();
  const ReadPass reading(*this);
  ++context_.metrics.reads;
  was_used_ = true;
  if (from < log_start_ || from > log_end_) {
    co_return std::unexpected(StorageError{StorageErrorKind::kOffsetOutOfRange, 0,
                                           "offset " + std::to_string(from.value) + " is outside of [" +
                                               std::to_string(log_start_.value) + ", " +
                                               std::to_string(log_end_.value) + "]"});
  }
  ReadRange result;
  result.upper_bound = bound;
  Offset segment_base = segments_[segment_index_for(from)]->base_offset();
  while (from < bound) {
    Segment& segment = *segments_[segment_index_for(segment_base)];
    auto limit = co_await limit_in(segment, bound);
    if (!limit) co_return std::unexpected(limit.error());
    auto location = co_await locate(segment, std::max(from, segment.base_offset()));
    if (!location) co_return std::unexpected(location.error());
    if (location->has_value() && (*location)->position < *limit) {
      co_return co_await range_of(segment, **location, *limit, max_bytes, min_one_batch, bound);
    }
    const size_t next = segment_index_for(segment_base) + 1;
    if (next >= segments_.size()) break;
    segment_base = segments_[next]->base_offset();
  }
  co_return result;
}

Task<StorageResult<PartitionLog::ReadRange>> PartitionLog::range_of(Segment& segment, BatchLocation first,
                                                                    uint64_t limit, uint32_t max_bytes,
                                                                    bool min_one_batch, Offset bound) {
  ReadRange result;
  const Offset next_base =
      segment.is_active() ? bound : segments_[segment_index_for(segment.base_offset()) + 1]->base_offset();
  result.upper_bound = std::min(bound, next_base);
  uint64_t size = limit - first.position;
  if (size > max_bytes) {
    // The first batch's size matters only when it could be larger than the limit.
    if (first.size_bytes == 0 && (!all_batches_seen_ || largest_batch_bytes_ > max_bytes)) {
      auto found = co_await segment.find(first.base_offset, first.position);
      if (!found) co_return std::unexpected(found.error());
      KLAMM_ASSERT(found->has_value());
      first.size_bytes = (*found)->size_bytes;
    }
    if (first.size_bytes > max_bytes) {
      if (!min_one_batch) {
        result.first_batch_incomplete = true;
        co_return result;
      }
      size = std::min<uint64_t>(size, first.size_bytes);
    } else {
      size = max_bytes;
    }
  }
  auto file = segment.file();
  if (!file) co_return std::unexpected(file.error());
  result.range.lease = reactor::FileLease(**file);
  result.range.offset = first.position;
  result.range.size_bytes = size;
  result.range.content_id = (*file)->content_id();
  // The next read of a consumer that takes all of it starts here.
  if (segment.is_active() && first.position + size == segment.size_bytes()) {
    hints().note_boundary(log_end_, segment.base_offset(), segment.size_bytes());
  }
  co_return result;
}

uint64_t PartitionLog::readable_bytes(Offset from, Offset bound) const {
  if (from >= bound || from < log_start_) return 0;
  const size_t first = segment_index_for(from);
  const size_t last = segment_index_for(Offset(bound.value - 1));
  uint64_t bytes = 0;
  for (size_t i = first + 1; i < last; ++i) bytes += segments_[i]->size_bytes();
  const auto end = last + 1 == segments_.size() ? active_position_of(bound) : std::nullopt;
  if (end) {
    if (first < last) return std::max<uint64_t>(bytes + *end, 1);
    if (const auto begin = active_position_of(from)) return std::max<uint64_t>(*end - *begin, 1);
    const auto known = hints_ ? hints_->first_appended_position(active().base_offset()) : std::nullopt;
    if (known && *known < *end) bytes += *end - *known;
  }
  return std::max<uint64_t>(bytes, 1);
}

// Where the batch that holds `offset` begins in the active segment, if nothing needs to be read to know it.
std::optional<uint64_t> PartitionLog::active_position_of(Offset offset) const {
  const Segment& segment = active();
  if (offset >= log_end_) return segment.size_bytes();
  const auto hint = hints_ ? hints_->find(offset, segment.base_offset(), log_end_, segment.size_bytes()) : std::nullopt;
  if (!hint) return std::nullopt;
  return hint->position;
}

bool PartitionLog::has_aborted_transactions() const {
  return std::any_of(segments_.begin(), segments_.end(),
                     [](const auto& segment) { return segment->has_transaction_index(); });
}

Task<StorageResult<std::vector<AbortedTransaction>>> PartitionLog::aborted_transactions(Offset from, Offset upper) {
  const reactor::GatePass pass(gate_);
  if (!pass) co_return std::unexpected(StorageError{StorageErrorKind::kClosed, 0, "the log is closed"});
  while (are_segments_held_) co_await segments_released_.wait();
  const ReadPass reading(*this);
  std::vector<AbortedTransaction> found;
  for (size_t i = segment_index_for(from); i < segments_.size(); ++i) {
    if (!segments_[i]->has_transaction_index()) continue;
    auto entries = co_await read_transaction_index(context_.io, segments_[i]->path(kTransactionIndexSuffix));
    if (!entries) co_return std::unexpected(entries.error());
    if (collect_aborted(*entries, from, upper, found)) break;
  }
  co_return found;
}

uint64_t PartitionLog::size_bytes() const {
  uint64_t bytes = 0;
  for (const auto& segment : segments_) bytes += segment->size_bytes();
  return bytes;
}

}  // namespace klamm::storage
