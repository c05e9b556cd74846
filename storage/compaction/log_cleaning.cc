#include "storage/compaction/log_cleaning.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/record.h"
#include "reactor/io_await.h"
#include "storage/append_scratch.h"
#include "storage/file_names.h"
#include "storage/producer_replay.h"
#include "storage/small_file.h"
#include "storage/transaction_index.h"

namespace klamm::storage {

using protocol::RecordBatchView;
using reactor::Task;

namespace {

// Large enough for a large page, which makes a direct read cheap.
constexpr uint32_t kDirectReadWindowBytes = 2 * 1024 * 1024;
constexpr uint32_t kReadWindowBytes = 256 * 1024;
// Of cleaned batches that wait for their write.
constexpr size_t kWriteBytes = 256 * 1024;
// Between two rests, if a turn has not taken its time before; a rest costs two wake-ups.
constexpr uint64_t kPaceBytes = 1024 * 1024;
constexpr int64_t kTurnNs = 1'000'000;

StorageError stopped() {
  return {StorageErrorKind::kClosed, 0, "compaction was stopped"};
}

}  // namespace

Task<StorageResult<Offset>> LogCleaning::run(CleanableRange range) {
  auto gathered = co_await gather_keys(range);
  if (!gathered) co_return std::unexpected(gathered.error());
  if (keys_.latest() < range.first_dirty) co_return range.first_dirty;
  const Offset end = keys_.latest() + 1;
  BatchCleaner::Rules rules;
  rules.now_ms = context_.shard.now_ms();
  rules.delete_retention_ms = log_.config().delete_retention_ms;
  rules.end = range.end;
  BatchCleaner cleaner(keys_, rules, context_.scratch.codec);
  CleanedTransactions transactions;
  const std::vector<SegmentToClean> segments = log_.segments_to_clean(log_.first_segment_base(), end);
  for (size_t at = 0; at < segments.size();) {
    auto cleaned = co_await clean_some(std::span(segments).subspan(at), cleaner, transactions);
    if (!cleaned) co_return std::unexpected(cleaned.error());
    at += *cleaned;
  }
  co_return end;
}

// Past the page cache where that is possible: it costs no copy, and what clients read there stays.
StorageResult<BatchCursor> LogCleaning::open_to_walk(const SegmentToClean& segment) {
  if (context_.options.cleaner.reads_directly) {
    const std::string path = offset_file_path(log_.directory(), segment.base, kLogSuffix);
    if (auto file = SegmentFile::open(context_, path, reactor::OpenMode::kReadDirect, nullptr, {})) {
      BatchCursor cursor(context_.io, reactor::FileLease(**file), 0, segment.size_bytes, kDirectReadWindowBytes,
                         BatchCursor::Way::kDirect);
      (*file)->retire();
      return cursor;
    }
  }
  auto lease = log_.lease_segment(segment.base);
  if (!lease) return std::unexpected(lease.error());
  return BatchCursor(context_.io, std::move(*lease), 0, segment.size_bytes, kReadWindowBytes);
}

Task<StorageResult<void>> LogCleaning::walk(const SegmentToClean& segment, Offset from, const Visit& visit) {
  if (segment.size_bytes == 0) co_return StorageResult<void>{};
  if (log_.is_cleaning_broken()) co_return std::unexpected(stopped());
  auto cursor = open_to_walk(segment);
  if (!cursor) co_return std::unexpected(cursor.error());
  cursor->use_memory_of(std::move(read_memory_));
  auto walked = co_await walk(*cursor, segment, from, visit);
  read_memory_ = cursor->take_memory();
  co_return walked;
}

Task<StorageResult<void>> LogCleaning::walk(BatchCursor& cursor, const SegmentToClean& segment, Offset from,
                                            const Visit& visit) {
  uint64_t seen_bytes = 0;
  int64_t turn_began_ns = context_.shard.precise_now_ns();
  while (true) {
    auto state = co_await cursor.next();
    if (!state) co_return std::unexpected(state.error());
    if (*state == BatchCursor::State::kEnd) co_return StorageResult<void>{};
    if (*state == BatchCursor::State::kInvalid) {
      co_return std::unexpected(
          StorageError::corrupt(fmt::format("segment {}: {}", segment.base.value, cursor.reason())));
    }
    const BatchHeader& header = cursor.header();
    if (header.last_offset() < from) continue;
    auto bytes = co_await cursor.bytes(0, header.size_bytes);
    if (!bytes) co_return std::unexpected(bytes.error());
    auto batch = protocol::parse_batch(*bytes);
    // What is written anew gets a new checksum, which must not hide that the old one was wrong.
    if (!batch || !protocol::verify_crc(batch->bytes)) {
      co_return std::unexpected(
          StorageError::corrupt(fmt::format("the batch at offset {} is damaged", header.base_offset.value)));
    }
    auto goes_on = visit(header, *batch);
    if (!goes_on) co_return std::unexpected(goes_on.error());
    if (!*goes_on) co_return StorageResult<void>{};
    // One batch may take long, when it is compressed.
    seen_bytes += header.size_bytes;
    const int64_t worked_ns = context_.shard.precise_now_ns() - turn_began_ns;
    if (seen_bytes < kPaceBytes && worked_ns < kTurnNs) continue;
    const uint64_t moved_bytes = seen_bytes + std::exchange(written_bytes_, 0);
    if (!co_await pace_(moved_bytes) || log_.is_cleaning_broken()) co_return std::unexpected(stopped());
    seen_bytes = 0;
    turn_began_ns = context_.shard.precise_now_ns();
  }
}

// ---- the keys

Task<StorageResult<void>> LogCleaning::gather_keys(const CleanableRange& range) {
  keys_.set_latest(range.first_dirty + -1);
  CleanedTransactions transactions;
  auto aborted = co_await log_.aborted_transactions(range.first_dirty, range.end);
  if (!aborted) co_return std::unexpected(aborted.error());
  transactions.add_aborted(std::move(*aborted));
  bool is_full = false;
  for (const SegmentToClean& segment : log_.segments_to_clean(range.first_dirty, range.end)) {
    const Visit visit = [&](const BatchHeader& header, const RecordBatchView& batch) -> StorageResult<bool> {
      auto noted = note_keys(header, batch, range.first_dirty, transactions);
      if (!noted) return noted;
      is_full = !*noted;
      if (!is_full) keys_.set_latest(std::max(keys_.latest(), header.last_offset()));
      return !is_full;
    };
    auto walked = co_await walk(segment, range.first_dirty, visit);
    if (!walked) co_return walked;
    log_.release_segment(segment.base);
    if (is_full) break;
    keys_.set_latest(segment.next + -1);  // over a gap at its end
  }
  // Full from its first batch on. Where nothing was there to be read, nothing is to be done.
  if (is_full && keys_.latest() < range.first_dirty) {
    co_return std::unexpected(StorageError{
        StorageErrorKind::kUnsupported, 0,
        fmt::format("one batch has more than {} keys; set log.cleaner.dedupe.buffer.size higher", keys_.keys_max())});
  }
  co_return StorageResult<void>{};
}

// False: there is no room for all keys of this batch.
StorageResult<bool> LogCleaning::note_keys(const BatchHeader& header, const RecordBatchView& batch, Offset from,
                                           CleanedTransactions& transactions) {
  if (header.is_control()) {
    auto marker = read_transaction_marker(header, batch.bytes, context_.scratch.codec);
    if (!marker) return std::unexpected(marker.error());
    transactions.on_control(header, *marker, batch.header.record_count == 0);
    return true;
  }
  if (transactions.on_data(header)) return true;
  protocol::RecordReader reader(batch, context_.scratch.codec);
  std::array<std::pair<KeyOffsets::Key, Offset>, kKeysAtOnce> noted;
  bool is_end = false;
  while (!is_end) {
    size_t count = 0;
    while (count < noted.size()) {
      auto record = reader.next();
      if (!record) {
        return std::unexpected(
            StorageError::corrupt(fmt::format("the batch at offset {} cannot be read: {}", header.base_offset.value,
                                              protocol::describe(record.error()))));
      }
      is_end = !record->has_value();
      if (is_end) break;
      const Offset offset = header.base_offset + (*record)->offset_delta;
      if ((*record)->key.is_null || offset < from) continue;
      noted[count++] = {keys_.key_of((*record)->key.view()), offset};
    }
    for (const auto& [key, offset] : std::span(noted).first(count)) {
      if (!keys_.put(key, offset)) return false;
    }
  }
  return true;
}

// ---- the segments

// Whether what is left of one more segment surely fits in: by bytes, index entries and offsets.
bool LogCleaning::has_room(const Segment& cleaned, const SegmentToClean& next) const {
  const LogConfig& config = log_.config();
  const auto index_bytes_max = static_cast<uint64_t>(config.segment_index_bytes);
  const uint64_t offset_entries = uint64_t{cleaned.offset_entry_count()} + next.offset_entries;
  const uint64_t time_entries = uint64_t{cleaned.time_entry_count()} + next.time_entries;
  return cleaned.size_bytes() + next.size_bytes <= static_cast<uint64_t>(config.segment_bytes) &&
         offset_entries * OffsetIndexFormat::kEntryBytes <= index_bytes_max &&
         time_entries * TimeIndexFormat::kEntryBytes <= index_bytes_max &&
         next.next - cleaned.base_offset() <= INT32_MAX;
}

// The first of these, and as many behind it as fit into one. Gives how many.
Task<StorageResult<size_t>> LogCleaning::clean_some(std::span<const SegmentToClean> segments, BatchCleaner& cleaner,
                                                    CleanedTransactions& transactions) {
  const Offset first = segments.front().base;
  auto removed = co_await remove_leftovers(first);
  if (!removed) co_return std::unexpected(removed.error());
  auto made = Segment::create_cleaned(context_, log_.directory(), first);
  if (!made) co_return std::unexpected(made.error());
  std::unique_ptr<Segment> cleaned = std::move(*made);
  StorageResult<void> done;
  size_t count = 0;
  const size_t count_max = std::min(segments.size(), kSegmentsPerGroupMax);
  while (done && count < count_max && (count == 0 || has_room(*cleaned, segments[count]))) {
    const SegmentToClean& segment = segments[count++];
    auto aborted = co_await log_.aborted_transactions(segment.base, segment.next);
    if (aborted) transactions.add_aborted(std::move(*aborted));
    if (!aborted) done = std::unexpected(aborted.error());
    if (done) done = co_await clean_into(*cleaned, segment, cleaner, transactions);
    log_.release_segment(segment.base);
  }
  if (done) done = co_await finish(*cleaned);
  if (!done) {
    co_await discard(std::move(cleaned));
    co_return std::unexpected(done.error());
  }
  context_.metrics.cleaned_bytes_written += cleaned->size_bytes();
  auto replaced = co_await log_.replace_segments(first, segments[count - 1].next, std::move(cleaned));
  if (!replaced) co_return std::unexpected(replaced.error());
  co_return count;
}

Task<StorageResult<void>> LogCleaning::clean_into(Segment& cleaned, const SegmentToClean& segment,
                                                  BatchCleaner& cleaner, CleanedTransactions& transactions) {
  const Visit visit = [&](const BatchHeader& header, const RecordBatchView& batch) -> StorageResult<bool> {
    auto done = clean_batch(cleaned, header, batch, cleaner, transactions);
    if (done && out_.size() >= kWriteBytes) done = write_out(cleaned);
    if (!done) return std::unexpected(done.error());
    return true;
  };
  auto walked = co_await walk(segment, segment.base, visit);
  if (!walked) co_return walked;
  context_.metrics.cleaned_bytes_read += segment.size_bytes;
  co_return write_out(cleaned);
}

StorageResult<void> LogCleaning::clean_batch(Segment& cleaned, const BatchHeader& header, const RecordBatchView& batch,
                                             BatchCleaner& cleaner, CleanedTransactions& transactions) {
  BatchCleaner::Fate fate;
  fate.is_last_of_producer = is_last_of_producer(header);
  if (header.is_control()) {
    auto marker = read_transaction_marker(header, batch.bytes, context_.scratch.codec);
    if (!marker) return std::unexpected(marker.error());
    const auto of_marker = transactions.on_control(header, *marker, batch.header.record_count == 0);
    fate.may_go = of_marker.may_go;
    if (of_marker.still_needed) {
      cleaned.set_has_transaction_index(true);
      auto noted =
          append_aborted_transaction(context_.io, cleaned.path(kTransactionIndexSuffix), *of_marker.still_needed);
      if (!noted) return noted;
    }
  } else {
    fate.may_go = transactions.on_data(header);
  }
  return cleaner.clean(batch, fate, out_);
}

// As in Kafka: its last data, or where its window is empty, a marker of its epoch.
bool LogCleaning::is_last_of_producer(const BatchHeader& header) const {
  if (!header.has_producer_id()) return false;
  const auto producer = log_.producers().summary(header.producer_id);
  if (!producer) return false;
  if (producer->last_offset.value >= 0) return header.last_offset() == producer->last_offset;
  return header.is_control() && header.producer_epoch == producer->epoch;
}

StorageResult<void> LogCleaning::write_out(Segment& cleaned) {
  if (out_.empty()) return {};
  auto file = cleaned.file();
  if (!file) return std::unexpected(file.error());
  const iovec piece{out_.data(), out_.size()};
  const uint64_t from = cleaned.size_bytes();
  auto written = context_.io.write((*file)->handle(), std::span(&piece, 1), from);
  if (!written) return std::unexpected(StorageError::io(written.error(), "cannot write " + cleaned.path(kLogSuffix)));
  (*file)->after_write(from, from + out_.size(), static_cast<uint64_t>(log_.config().segment_bytes));
  written_bytes_ += out_.size();
  std::span<const std::byte> rest = out_.span();
  while (!rest.empty()) {
    auto header = parse_batch_header(rest);
    if (!header) return std::unexpected(StorageError::corrupt(header.error()));
    cleaned.note_appended(*header, static_cast<uint32_t>(log_.config().index_interval_bytes));
    rest = rest.subspan(header->size_bytes);
  }
  out_.resize(0);
  return {};
}

Task<StorageResult<void>> LogCleaning::finish(Segment& cleaned) {
  auto file = cleaned.file();
  if (!file) co_return std::unexpected(file.error());
  const reactor::FileLease lease(**file);
  auto trimmed = co_await (*file)->trim(cleaned.size_bytes());
  if (!trimmed) co_return trimmed;
  cleaned.seal_indexes();
  // With its name it lies below the recovery point (see PartitionLog::sync_indexes).
  for (const std::string_view suffix : kIndexSuffixes) {
    auto synced = co_await sync_file(context_.io, cleaned.path(suffix));
    if (!synced) co_return synced;
  }
  co_return co_await (*file)->sync();
}

// Of a round before, which could not remove them.
Task<StorageResult<void>> LogCleaning::remove_leftovers(Offset base) {
  for (const std::string_view suffix : kSegmentSuffixes) {
    std::string path = offset_file_path(log_.directory(), base, suffix) + std::string(kCleanedSuffix);
    if (!context_.io.status(path)) continue;
    auto removed = co_await reactor::unlink(context_.io, path);
    if (!removed) co_return std::unexpected(StorageError::io(removed.error(), "cannot remove " + path));
  }
  co_return StorageResult<void>{};
}

Task<void> LogCleaning::discard(std::unique_ptr<Segment> cleaned) {
  out_.resize(0);
  std::vector<std::string> paths;
  for (const std::string_view suffix : kSegmentSuffixes) paths.push_back(cleaned->path(suffix));
  cleaned.reset();
  for (const std::string& path : paths) static_cast<void>(co_await reactor::unlink(context_.io, path));
}

}  // namespace klamm::storage
