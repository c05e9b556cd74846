#include "storage/segment_file.h"

#include <algorithm>

#include "reactor/event.h"
#include "reactor/io_await.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr uint64_t kFirstReservationBytes = 4ULL * 1024 * 1024;

// Write-back that nobody waits for: owns itself and keeps the file open.
struct Writeback : reactor::Completion {
  explicit Writeback(reactor::FileLease file) : lease(std::move(file)) {
    callback = [](Completion* self) noexcept { delete static_cast<Writeback*>(self); };
  }
  reactor::FileLease lease;
};

}  // namespace

SegmentFile::SegmentFile(StorageContext& context, reactor::FileHandle file, std::string path)
    : LeasedFile(file, context.shard.id()),
      context_(context),
      path_(std::move(path)),
      content_id_(context.new_content_id()) {}

StorageResult<SegmentFile*> SegmentFile::open(StorageContext& context, const std::string& path,
                                              reactor::OpenMode mode) {
  auto opened = context.io.open(path, mode);
  if (!opened) return std::unexpected(StorageError::io(opened.error(), "cannot open " + path));
  context.io.stop_kernel_read_ahead(*opened);
  return new SegmentFile(context, *opened, path);
}

void SegmentFile::retire() {
  is_retired_ = true;
  context_.window.forget(windowed_);
  if (lease_count() == 0) close_and_delete();
}

void SegmentFile::on_unleased() {
  if (is_retired_) close_and_delete();
}

void SegmentFile::close_and_delete() {
  context_.io.close(handle());
  delete this;
}

// With a page-cache window no later than its chunks end, so that a drop finds little left to write.
uint64_t SegmentFile::writeback_interval_bytes() const {
  const uint64_t interval = context_.options.writeback_interval_bytes;
  if (!context_.window.is_on()) return interval;
  return interval == 0 ? context_.window.chunk_bytes() : std::min(interval, context_.window.chunk_bytes());
}

void SegmentFile::after_write(uint64_t from_bytes, uint64_t end_bytes, uint64_t size_max_bytes) {
  const StorageOptions& options = context_.options;
  const uint64_t interval = writeback_interval_bytes();
  if (interval != 0 && end_bytes - std::min(writeback_from_bytes_, end_bytes) >= interval) {
    const uint64_t from = writeback_from_bytes_;
    writeback_from_bytes_ = end_bytes;
    auto* writeback = new Writeback(reactor::FileLease(*this));
    context_.io.start_writeback(handle(), from, end_bytes - from, *writeback);
  }
  context_.window.note_written(*this, windowed_, from_bytes, end_bytes);

  if (!may_reserve_ || is_reserving_ || options.preallocation_step_bytes_max == 0 ||
      end_bytes < options.preallocation_start_bytes)
    return;
  if (reserve_step_bytes_ == 0)
    reserve_step_bytes_ = std::min(kFirstReservationBytes, options.preallocation_step_bytes_max);
  if (reserved_end_bytes_ >= end_bytes + reserve_step_bytes_ / 2) return;
  const uint64_t from = std::max(reserved_end_bytes_, end_bytes);
  if (from >= size_max_bytes) return;
  const uint64_t size = std::min(reserve_step_bytes_, size_max_bytes - from);
  is_reserving_ = true;
  reserve_step_bytes_ = std::min(reserve_step_bytes_ * 2, options.preallocation_step_bytes_max);
  context_.shard.spawn(reserve(from, size, reactor::FileLease(*this)));
}

// The lease keeps this object until the end: it is the last thing to go, when the frame does.
Task<void> SegmentFile::reserve(uint64_t from, uint64_t size, reactor::FileLease /*lease*/) {
  auto reserved = co_await reactor::preallocate(context_.io, handle(), from, size);
  is_reserving_ = false;
  if (reserved) {
    reserved_end_bytes_ = from + size;
  } else {
    may_reserve_ = false;
  }
  if (reservation_ended_) reservation_ended_->set();
}

Task<StorageResult<void>> SegmentFile::trim(uint64_t size_bytes) {
  may_reserve_ = false;
  if (is_reserving_) {
    if (!reservation_ended_) reservation_ended_ = std::make_unique<reactor::Event>();
    co_await reservation_ended_->wait();
  }
  if (reserved_end_bytes_ <= size_bytes) co_return StorageResult<void>{};
  co_return co_await truncate(size_bytes);
}

Task<StorageResult<void>> SegmentFile::truncate(uint64_t size_bytes) {
  content_id_ = context_.new_content_id();
  reserved_end_bytes_ = 0;
  writeback_from_bytes_ = std::min(writeback_from_bytes_, size_bytes);
  auto cut = co_await reactor::truncate(context_.io, handle(), size_bytes);
  if (!cut) co_return std::unexpected(StorageError::io(cut.error(), "cannot truncate " + path_));
  co_return StorageResult<void>{};
}

Task<StorageResult<void>> SegmentFile::sync() {
  auto synced = co_await reactor::sync_data(context_.io, handle());
  if (!synced) co_return std::unexpected(StorageError::io(synced.error(), "cannot sync " + path_));
  co_return StorageResult<void>{};
}

}  // namespace klamm::storage
