#include "tools/segment_walk.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "reactor/file_lease.h"
#include "reactor/shard.h"
#include "storage/batch_cursor.h"

namespace klamm::tools {

using reactor::Task;
using storage::BatchCursor;
using storage::StorageError;
using storage::StorageResult;

namespace {

constexpr uint32_t kWindowBytes = 1024 * 1024;
// A checksum of what only looks like a batch is not worth more at a time.
constexpr uint32_t kProbeWindowBytes = 64 * 1024;

/// A file that is closed with its last lease.
class OpenedFile final : public reactor::LeasedFile {
 public:
  OpenedFile(reactor::Io& io, reactor::FileHandle file)
      : LeasedFile(file, reactor::Shard::current().id()), io_(io), own_(*this) {}
  reactor::FileLease lease() { return reactor::FileLease(*this); }
  /// It goes when the last lease ends.
  void let_go() { own_.release(); }

 private:
  ~OpenedFile() override { io_.close(handle()); }
  void on_unleased() override { delete this; }

  reactor::Io& io_;
  reactor::FileLease own_;
};

/// Where the next intact batch begins, from `from` on.
Task<StorageResult<std::optional<uint64_t>>> find_batch(reactor::Io& io, OpenedFile& file, uint64_t from,
                                                        uint64_t end) {
  using Found = StorageResult<std::optional<uint64_t>>;
  std::vector<std::byte> window(kWindowBytes + storage::kBatchHeaderBytes);
  while (end - from >= storage::kBatchHeaderBytes) {
    const auto got = io.read_now(file.handle(), window, from);
    if (!got) co_return std::unexpected(StorageError::io(got.error(), "cannot read"));
    if (*got < storage::kBatchHeaderBytes) break;
    const std::span<const std::byte> bytes(window.data(), *got);
    const size_t candidates = bytes.size() - storage::kBatchHeaderBytes + 1;
    for (size_t i = 0; i < candidates; ++i) {
      if (bytes[i + protocol::record_batch_layout::kMagic] != std::byte{protocol::kRecordBatchMagic}) continue;
      const auto header = storage::parse_batch_header(bytes.subspan(i, storage::kBatchHeaderBytes));
      if (!header || header->size_bytes > end - from - i) continue;
      BatchCursor probe(io, file.lease(), from + i, end, kProbeWindowBytes);
      const auto state = co_await probe.next();
      if (!state) co_return std::unexpected(state.error());
      if (*state != BatchCursor::State::kBatch) continue;
      const auto matches = co_await probe.checksum_matches();
      if (!matches) co_return std::unexpected(matches.error());
      if (*matches) co_return Found(from + i);
    }
    from += candidates;
  }
  co_return Found(std::nullopt);
}

/// Whether a batch, or the end, follows at `position`: then the length before it was right.
Task<StorageResult<bool>> is_batch_start(reactor::Io& io, OpenedFile& file, uint64_t position, uint64_t end) {
  if (position == end) co_return true;
  BatchCursor probe(io, file.lease(), position, end, kProbeWindowBytes);
  const auto state = co_await probe.next();
  if (!state) co_return std::unexpected(state.error());
  co_return *state == BatchCursor::State::kBatch;
}

/// Goes over the batches from `from` on; gives where it had to stop, `end` when it did not, and why in `reason`.
Task<StorageResult<uint64_t>> walk_run(reactor::Io& io, OpenedFile& file, uint64_t from, uint64_t end,
                                       SegmentVisitor& visitor, std::string& reason) {
  BatchCursor cursor(io, file.lease(), from, end, kWindowBytes);
  while (true) {
    const auto state = co_await cursor.next();
    if (!state) co_return std::unexpected(state.error());
    if (*state == BatchCursor::State::kEnd) co_return end;
    if (*state == BatchCursor::State::kInvalid) {
      reason = cursor.reason();
      co_return cursor.position();
    }
    WalkedBatch batch;
    batch.position = cursor.position();
    batch.log_header = cursor.header();
    const auto head = co_await cursor.bytes(0, storage::kBatchHeaderBytes);
    if (!head) co_return std::unexpected(head.error());
    const auto header = protocol::parse_header(*head);
    if (!header) {
      reason = std::string(protocol::describe(header.error()));
      co_return batch.position;
    }
    batch.header = *header;
    const auto matches = co_await cursor.checksum_matches();
    if (!matches) co_return std::unexpected(matches.error());
    batch.crc_matches = *matches;
    std::span<const std::byte> bytes;
    if (batch.crc_matches && visitor.wants_bytes(batch)) {
      const auto body = co_await cursor.bytes(0, batch.log_header.size_bytes);
      if (!body) co_return std::unexpected(body.error());
      bytes = *body;
    }
    if (!batch.crc_matches) {
      const auto is_followed = co_await is_batch_start(io, file, batch.end_position(), end);
      if (!is_followed) co_return std::unexpected(is_followed.error());
      if (!*is_followed) {
        reason = "a batch whose checksum does not match, and nothing where its length says that the next one is";
        co_return batch.position;
      }
    }
    visitor.on_batch(batch, bytes);
  }
}

}  // namespace

Task<StorageResult<uint64_t>> walk_segment(reactor::Io& io, std::string path, SegmentVisitor& visitor) {
  const auto opened = io.open(path, reactor::OpenMode::kRead);
  if (!opened) co_return std::unexpected(StorageError::io(opened.error(), "cannot open " + path));
  auto* const file = new OpenedFile(io, *opened);
  const auto status = io.status(*opened);
  if (!status) {
    file->let_go();
    co_return std::unexpected(StorageError::io(status.error(), "cannot read the size of " + path));
  }
  const uint64_t end = status->size_bytes;
  StorageResult<uint64_t> result = end;
  uint64_t at = 0;
  while (at < end) {
    std::string reason;
    const auto stopped = co_await walk_run(io, *file, at, end, visitor, reason);
    if (!stopped) {
      result = std::unexpected(stopped.error());
      break;
    }
    if (*stopped >= end) break;
    const auto next = co_await find_batch(io, *file, *stopped + 1, end);
    if (!next) {
      result = std::unexpected(next.error());
      break;
    }
    at = next->value_or(end);
    visitor.on_damage(*stopped, at - *stopped, reason);
  }
  file->let_go();
  co_return result;
}

}  // namespace klamm::tools
