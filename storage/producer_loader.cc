#include "storage/producer_loader.h"

#include <algorithm>

#include "reactor/io_await.h"
#include "storage/append_scratch.h"
#include "storage/batch_cursor.h"
#include "storage/file_names.h"
#include "storage/producer_replay.h"
#include "storage/producer_snapshot.h"
#include "storage/small_file.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr size_t kSnapshotBytesMax = size_t{256} << 20;
constexpr uint32_t kReplayWindowBytes = 256 * 1024;

}  // namespace

Task<StorageResult<ProducerLoader::Loaded>> ProducerLoader::load(Offset log_start, Offset end, bool after_clean_stop) {
  Loaded loaded;
  auto snapshot = co_await load_snapshot(end, loaded);
  if (!snapshot) co_return std::unexpected(snapshot.error());
  if (loaded.snapshot_offset.value < 0 && after_clean_stop) co_return loaded;
  auto replayed = co_await replay(std::max(loaded.snapshot_offset, log_start), end, loaded.producers);
  if (!replayed) co_return std::unexpected(replayed.error());
  co_return loaded;
}

Task<StorageResult<void>> ProducerLoader::load_snapshot(Offset end, Loaded& into) {
  auto entries = context_.io.list(directory_);
  if (!entries) co_return std::unexpected(StorageError::io(entries.error(), "cannot list " + directory_));
  std::vector<Offset> offsets;
  for (const auto& entry : *entries) {
    if (const auto offset = parse_offset_file_name(entry.name, kProducerSnapshotSuffix)) offsets.push_back(*offset);
  }
  std::sort(offsets.begin(), offsets.end(), std::greater<>());
  for (const Offset offset : offsets) {
    const std::string path = offset_file_path(directory_, offset, kProducerSnapshotSuffix);
    if (offset <= end) {
      auto bytes = read_small_file(context_.io, path, kSnapshotBytesMax);
      if (!bytes && bytes.error().kind == StorageErrorKind::kIo) co_return std::unexpected(bytes.error());
      if (bytes && bytes->has_value()) {
        if (auto producers = decode_producer_snapshot(**bytes)) {
          for (const ProducerSummary& producer : *producers) into.producers.load(producer, context_.shard.now_ms());
          into.snapshot_offset = offset;
          co_return StorageResult<void>{};
        }
      }
    }
    auto removed = co_await reactor::unlink(context_.io, path);
    if (!removed) co_return std::unexpected(StorageError::io(removed.error(), "cannot remove " + path));
  }
  co_return StorageResult<void>{};
}

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
