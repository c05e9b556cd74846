#include "storage/producer_loader.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "reactor/io_await.h"
#include "reactor/sleep.h"
#include "storage/append_scratch.h"
#include "storage/batch_cursor.h"
#include "storage/file_names.h"
#include "storage/producer_replay.h"
#include "storage/producer_snapshot.h"
#include "storage/producer_windows.h"
#include "storage/small_file.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr size_t kSnapshotBytesMax = kSnapshotHeadBytes + size_t{ProducerTable::kCountMax} * kSnapshotEntryBytes;
constexpr uint32_t kReplayWindowBytes = 256 * 1024;
constexpr size_t kProducersPerTurn = 8192;

}  // namespace

Task<StorageResult<ProducerLoader::Loaded>> ProducerLoader::load(Offset log_start, Offset end, Purpose purpose) {
  Loaded loaded;
  if (auto listed = list_files(); !listed) co_return std::unexpected(listed.error());
  const bool had_snapshots = !snapshots_.empty();
  auto done = co_await remove_unusable(end, purpose != Purpose::kTruncation);
  if (done) done = co_await load_snapshot(loaded, log_start);
  if (!done) co_return std::unexpected(done.error());
  loaded.windows_files = windows_;
  if (!had_snapshots && purpose == Purpose::kOpenAfterStop) co_return loaded;
  done = co_await replay(std::max(loaded.snapshot_offset, log_start), end, loaded.producers);
  if (!done) co_return std::unexpected(done.error());
  co_return loaded;
}

Task<StorageResult<void>> ProducerLoader::remove_all() {
  if (auto listed = list_files(); !listed) co_return listed;
  co_return co_await remove_unusable(Offset(-1), false);
}

// ---- the files

StorageResult<void> ProducerLoader::list_files() {
  auto entries = context_.io.list(directory_);
  if (!entries) return std::unexpected(StorageError::io(entries.error(), "cannot list " + directory_));
  snapshots_.clear();
  windows_.clear();
  for (const auto& entry : *entries) {
    if (const auto offset = parse_offset_file_name(entry.name, kProducerSnapshotSuffix)) snapshots_.push_back(*offset);
    if (const auto offset = parse_offset_file_name(entry.name, kProducerWindowsSuffix)) windows_.push_back(*offset);
  }
  std::ranges::sort(snapshots_);
  std::ranges::sort(windows_);
  return {};
}

bool ProducerLoader::begins_segment(Offset offset) const {
  return std::ranges::any_of(segments_, [offset](const auto& segment) { return segment->base_offset() == offset; });
}

Task<StorageResult<void>> ProducerLoader::remove_unusable(Offset end, bool is_opening) {
  const std::vector<Offset> snapshots = snapshots_;
  const auto above = std::ranges::upper_bound(snapshots, end);
  for (auto offset = snapshots.begin(); offset != snapshots.end(); ++offset) {
    const bool is_newest = offset + 1 == above;
    if (offset < above && (!is_opening || is_newest || begins_segment(*offset))) continue;
    auto removed = co_await remove_snapshot(*offset);
    if (!removed) co_return removed;
  }
  const std::vector<Offset> windows = windows_;
  for (const Offset offset : windows) {
    if (std::ranges::binary_search(snapshots_, offset)) continue;
    auto removed = co_await remove_snapshot(offset);
    if (!removed) co_return removed;
  }
  co_return StorageResult<void>{};
}

// With its windows.
Task<StorageResult<void>> ProducerLoader::remove_snapshot(Offset offset) {
  std::erase(snapshots_, offset);
  std::erase(windows_, offset);
  for (const std::string_view suffix : {kProducerSnapshotSuffix, kProducerWindowsSuffix}) {
    const std::string path = offset_file_path(directory_, offset, suffix);
    auto removed = co_await reactor::unlink(context_.io, path);
    if (!removed && removed.error().code != ENOENT)
      co_return std::unexpected(StorageError::io(removed.error(), "cannot remove " + path));
  }
  co_return StorageResult<void>{};
}

Task<StorageResult<void>> ProducerLoader::load_snapshot(Loaded& into, Offset log_start) {
  while (!snapshots_.empty()) {
    const Offset offset = snapshots_.back();
    auto bytes = co_await load_small_file(context_.io, offset_file_path(directory_, offset, kProducerSnapshotSuffix),
                                          kSnapshotBytesMax);
    if (!bytes && bytes.error().kind == StorageErrorKind::kIo) co_return std::unexpected(bytes.error());
    if (bytes && bytes->has_value()) {
      if (auto producers = decode_producer_snapshot(**bytes)) {
        into.snapshot_offset = offset;
        auto has_windows = co_await load_with_windows(*producers, offset, snapshot_crc(**bytes), into.producers);
        if (!has_windows) co_return std::unexpected(has_windows.error());
        if (*has_windows || producers->empty()) co_return StorageResult<void>{};
        co_return co_await add_depth(log_start, offset, into.producers);
      }
    }
    auto removed = co_await remove_snapshot(offset);
    if (!removed) co_return removed;
  }
  co_return StorageResult<void>{};
}

// False when there are no windows that belong to the snapshot: `into` has its newest batches then.
Task<StorageResult<bool>> ProducerLoader::load_with_windows(const std::vector<ProducerSummary>& snapshot, Offset offset,
                                                            uint32_t crc, ProducerState& into) {
  auto bytes = co_await load_small_file(context_.io, offset_file_path(directory_, offset, kProducerWindowsSuffix),
                                        kWindowsFileBytesMax);
  if (!bytes && bytes.error().kind == StorageErrorKind::kIo) co_return std::unexpected(bytes.error());
  auto windows = bytes && bytes->has_value() ? ProducerWindowsReader::open(**bytes)
                                             : std::unexpected(std::string("there are none"));
  const bool has_windows = windows && windows->head().offset == offset && windows->head().snapshot_crc == crc;
  size_t count = 0;
  for (const ProducerSummary& producer : snapshot) {
    std::span<const ProducerBatch> older;
    if (has_windows) older = windows->take(producer.producer_id, producer.epoch);
    into.load(producer, older, context_.shard.now_ms(), limits_);
    if (++count % kProducersPerTurn == 0) co_await reactor::yield_now();
  }
  co_return has_windows && windows->at_end();
}

// ---- depth from the log

Task<StorageResult<void>> ProducerLoader::add_depth(Offset log_start, Offset snapshot, ProducerState& into) {
  auto from = co_await depth_start(log_start, snapshot);
  if (!from) co_return std::unexpected(from.error());
  ProducerState older;
  auto done = co_await replay(*from, snapshot, older);
  if (!done) co_return done;
  into.take_depth_from(older);
  co_return StorageResult<void>{};
}

// An offset with at most kDepthBytesMax of the log between it and the snapshot.
Task<StorageResult<Offset>> ProducerLoader::depth_start(Offset log_start, Offset snapshot) {
  uint64_t left = kDepthBytesMax;
  Offset above = snapshot;
  for (size_t i = segments_.size(); i > 0 && above > log_start; --i) {
    Segment& segment = *segments_[i - 1];
    if (segment.base_offset() >= snapshot) continue;
    auto end = co_await position_of(segment, above);
    if (!end) co_return std::unexpected(end.error());
    if (*end > left) {
      Offset low = segment.base_offset();  // its position is below the wanted one, that of `above` is not
      while (above - low > 1) {
        const Offset middle = low + (above - low) / 2;
        auto position = co_await position_of(segment, middle);
        if (!position) co_return std::unexpected(position.error());
        (*position < *end - left ? low : above) = middle;
      }
      co_return std::max(above, log_start);
    }
    left -= *end;
    above = segment.base_offset();
  }
  co_return std::max(above, log_start);
}

// Where the batch with this offset begins; the segment's end without one.
Task<StorageResult<uint64_t>> ProducerLoader::position_of(Segment& segment, Offset offset) {
  auto found = co_await segment.find(offset);
  if (!found) co_return std::unexpected(found.error());
  co_return found->has_value() ? (*found)->position : segment.size_bytes();
}

// ---- the log behind the snapshot

Task<StorageResult<void>> ProducerLoader::replay(Offset from, Offset end, ProducerState& into) {
  for (size_t i = 0; i < segments_.size(); ++i) {
    if (segments_[i]->base_offset() >= end) break;
    if (i + 1 < segments_.size() && segments_[i + 1]->base_offset() <= from) continue;
    auto done = co_await replay_segment(*segments_[i], from, end, into);
    if (!done) co_return done;
  }
  co_return StorageResult<void>{};
}

Task<StorageResult<void>> ProducerLoader::replay_segment(Segment& segment, Offset from, Offset end,
                                                         ProducerState& into) {
  auto start = co_await segment.find(std::max(from, segment.base_offset()));
  if (!start) co_return std::unexpected(start.error());
  if (!start->has_value()) co_return StorageResult<void>{};
  auto lease = segment.lease();
  if (!lease) co_return std::unexpected(lease.error());
  BatchCursor cursor(context_.io, std::move(*lease), (*start)->position, segment.size_bytes(), kReplayWindowBytes);
  while (true) {
    auto state = co_await cursor.next();
    if (!state) co_return std::unexpected(state.error());
    if (*state != BatchCursor::State::kBatch || cursor.header().base_offset >= end) break;
    const BatchHeader& batch = cursor.header();
    if (!batch.has_producer_id()) continue;
    std::span<const std::byte> bytes;
    if (needs_batch_bytes(batch)) {
      auto whole = co_await cursor.bytes(0, batch.size_bytes);
      if (!whole) co_return std::unexpected(whole.error());
      bytes = *whole;
    }
    auto noted = replay_producer(into, batch, bytes, context_.shard.now_ms(), limits_, context_.scratch.codec);
    if (!noted) co_return std::unexpected(noted.error());
  }
  co_return StorageResult<void>{};
}

}  // namespace klamm::storage
