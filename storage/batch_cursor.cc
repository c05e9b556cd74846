#include "storage/batch_cursor.h"

#include <fmt/core.h>

#include <algorithm>

#include "protocol/crc32c.h"
#include "reactor/io_await.h"

namespace klamm::storage {

using reactor::Task;

static_assert(LargePageAllocator<std::byte>::kPageBytes % reactor::kDirectAlignmentBytes == 0);

BatchCursor::BatchCursor(reactor::Io& io, reactor::FileLease file, uint64_t from, uint64_t end, uint32_t window_bytes,
                         Way way)
    : io_(io),
      file_(std::move(file)),
      position_(from),
      next_position_(from),
      end_(end),
      window_bytes_(window_bytes),
      alignment_bytes_(way == Way::kDirect ? reactor::kDirectAlignmentBytes : 1) {}

void BatchCursor::use_memory_of(Window window) {
  window_ = std::move(window);
  window_from_ = UINT64_MAX;  // nothing of this file is in it
}

Task<StorageResult<std::span<const std::byte>>> BatchCursor::load(uint64_t position, uint64_t size) {
  if (position < window_from_ || position + size > window_from_ + window_.size()) {
    auto filled = co_await fill_window(position, size);
    if (!filled) co_return std::unexpected(filled.error());
  }
  const uint64_t from = position - window_from_;
  const std::span<const std::byte> loaded =
      std::span<const std::byte>(window_).subspan(std::min<uint64_t>(from, window_.size()));
  co_return loaded.first(std::min<uint64_t>(size, loaded.size()));
}

// From `position` on, or a little before it: `size` bytes at least, if the file has them.
Task<StorageResult<void>> BatchCursor::fill_window(uint64_t position, uint64_t size) {
  const uint64_t before = position % alignment_bytes_;
  uint64_t wanted = before + std::min(std::max<uint64_t>(size, window_bytes_), end_ - position);
  wanted = (wanted + alignment_bytes_ - 1) / alignment_bytes_ * alignment_bytes_;
  window_.resize(wanted);
  window_from_ = position - before;
  uint64_t filled = 0;
  while (filled < wanted) {
    const std::span<std::byte> rest = std::span(window_).subspan(filled);
    reactor::IoResult<size_t> got{0};
    if (is_at_once_due()) {
      got = co_await reactor::read_resident_first(io_, file_.handle(), rest, window_from_ + filled);
    } else {
      got = co_await reactor::read(io_, file_.handle(), rest, window_from_ + filled);
    }
    if (!got) {
      window_.clear();
      co_return std::unexpected(StorageError::io(got.error(), "cannot read a log segment"));
    }
    filled += *got;
    if (*got == 0 || *got % alignment_bytes_ != 0) break;  // the file's end
  }
  window_.resize(filled);
  co_return StorageResult<void>{};
}

Task<StorageResult<BatchCursor::State>> BatchCursor::next() {
  position_ = next_position_;
  if (position_ >= end_) co_return State::kEnd;
  if (end_ - position_ < kBatchHeaderBytes) {
    reason_ = fmt::format("{} bytes are left, fewer than a batch header", end_ - position_);
    co_return State::kInvalid;
  }
  auto head = co_await load(position_, kBatchHeaderBytes);
  if (!head) co_return std::unexpected(head.error());
  if (head->size() < kBatchHeaderBytes) {
    reason_ = "the file is shorter than it was";
    co_return State::kInvalid;
  }
  auto header = parse_batch_header(*head);
  if (!header) {
    reason_ = std::move(header.error());
    co_return State::kInvalid;
  }
  if (header->size_bytes > end_ - position_) {
    reason_ = fmt::format("a batch of {} bytes where {} are left", header->size_bytes, end_ - position_);
    co_return State::kInvalid;
  }
  header_ = *header;
  next_position_ = position_ + header_.size_bytes;
  co_return State::kBatch;
}

Task<StorageResult<std::span<const std::byte>>> BatchCursor::bytes(uint32_t from, uint32_t size) {
  const uint32_t available = header_.size_bytes - std::min(from, header_.size_bytes);
  co_return co_await load(position_ + from, std::min(size, available));
}

Task<StorageResult<bool>> BatchCursor::checksum_matches() {
  uint32_t crc = 0;
  uint32_t at = kBatchCrcCoversFrom;
  while (at < header_.size_bytes) {
    const uint64_t in_window =
        window_from_ + window_.size() > position_ + at ? window_from_ + window_.size() - position_ - at : window_bytes_;
    auto piece = co_await bytes(at, static_cast<uint32_t>(std::min<uint64_t>(in_window, header_.size_bytes - at)));
    if (!piece) co_return std::unexpected(piece.error());
    if (piece->empty()) co_return false;
    crc = protocol::crc32c_extend(crc, *piece);
    at += static_cast<uint32_t>(piece->size());
  }
  co_return crc == header_.crc;
}

}  // namespace klamm::storage
