#include "storage/journal/journal_file.h"

#include <algorithm>
#include <cerrno>

#include "reactor/io_await.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr uint64_t kFillBytes = uint64_t{1} << 20;

}  // namespace

std::byte* JournalBuffer::extend(uint64_t bytes) {
  const uint64_t start = size_bytes_;
  size_bytes_ += bytes;
  const uint64_t needed = journal_padded_bytes(size_bytes_) / kJournalBlockBytes;
  if (needed > blocks_.size()) blocks_.resize(std::max(needed, blocks_.size() * 2));
  return data() + start;
}

std::span<const std::byte> JournalBuffer::padded() {
  const uint64_t whole = journal_padded_bytes(size_bytes_);
  std::memset(data() + size_bytes_, 0, whole - size_bytes_);
  return {data(), whole};
}

void JournalBuffer::clear(uint64_t kept_bytes_max) {
  size_bytes_ = 0;
  if (blocks_.size() * kJournalBlockBytes > kept_bytes_max) blocks_ = {};
}

Task<StorageResult<void>> JournalFile::create(JournalHead head) {
  auto opened = io_.open(path_, reactor::OpenMode::kCreateDirect);
  if (!opened && opened.error().code == EINVAL) opened = io_.open(path_, reactor::OpenMode::kCreate);
  if (!opened) co_return std::unexpected(StorageError::io(opened.error(), "cannot make " + path_));
  file_ = *opened;
  auto filled = co_await fill(head);
  if (!filled) {
    close();
    static_cast<void>(co_await reactor::unlink(io_, path_));
  }
  co_return filled;
}

// The head comes last: without it the file is no journal.
Task<StorageResult<void>> JournalFile::fill(JournalHead head) {
  const uint64_t size = journal_file_bytes(head);
  // In one piece, and before the rest of a full disk is used up. Not all file systems can.
  auto reserved = co_await reactor::preallocate(io_, file_, 0, size);
  if (!reserved) {
    StorageError error = StorageError::io(reserved.error(), "cannot make " + path_);
    if (error.is_short_of_space()) co_return std::unexpected(std::move(error));
  }
  JournalBuffer zeros;
  std::memset(zeros.extend(kFillBytes), 0, kFillBytes);
  for (uint64_t at = 0; at < size; at += kFillBytes) {
    auto written = co_await write(zeros.span().first(std::min(kFillBytes, size - at)), at);
    if (!written) co_return written;
  }
  encode_journal_head(zeros.span().data(), head);
  auto headed = co_await write(zeros.span().first(kJournalBlockBytes), 0);
  if (!headed) co_return headed;
  auto synced = co_await reactor::sync_data(io_, file_);
  if (!synced) co_return std::unexpected(StorageError::io(synced.error(), "cannot sync " + path_));
  const std::string directory = path_.substr(0, path_.rfind('/'));
  auto named = co_await reactor::sync_directory(io_, directory);
  if (!named) co_return std::unexpected(StorageError::io(named.error(), "cannot sync " + directory));
  co_return StorageResult<void>{};
}

Task<StorageResult<void>> JournalFile::write(std::span<const std::byte> bytes, uint64_t position) {
  while (!bytes.empty()) {
    auto written = co_await reactor::write_durable(io_, file_, bytes, position);
    if (!written) {
      if (written.error().code == EINTR || written.error().code == EAGAIN) continue;
      co_return std::unexpected(StorageError::io(written.error(), "cannot write " + path_));
    }
    // Less than a block more: the next try starts at the block's beginning, as it has to.
    const uint64_t whole = *written / kJournalBlockBytes * kJournalBlockBytes;
    if (whole == 0 && *written < bytes.size()) {
      co_return std::unexpected(StorageError::io(reactor::IoError{ENOSPC}, "cannot write " + path_));
    }
    bytes = bytes.subspan(whole);
    position += whole;
  }
  co_return StorageResult<void>{};
}

void JournalFile::close() {
  if (file_.valid()) io_.close(file_);
  file_ = {};
}

Task<StorageResult<void>> JournalFile::remove() {
  close();
  auto removed = co_await reactor::unlink(io_, path_);
  if (!removed && removed.error().code != ENOENT)
    co_return std::unexpected(StorageError::io(removed.error(), "cannot remove " + path_));
  co_return StorageResult<void>{};
}

}  // namespace klamm::storage
