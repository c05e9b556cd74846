#include "storage/segment_file.h"

#include <algorithm>

#include "reactor/event.h"
#include "reactor/io_await.h"
#include "storage/directory_faults.h"
#include "storage/segment.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr uint64_t kFirstReservationBytes = 4ULL * 1024 * 1024;
constexpr uint64_t kReservationBytesMin = 1024ULL * 1024;
constexpr uint64_t kFreeSpaceShare = 16;  // reservations take at most one in so many of the free bytes

uint64_t reserved_behind(uint64_t size_bytes, uint64_t reserved_end_bytes) {
  return reserved_end_bytes - std::min(size_bytes, reserved_end_bytes);
}

// Write-back that nobody waits for: owns itself and keeps the file open.
struct Writeback : reactor::Completion {
  explicit Writeback(reactor::FileLease file) : lease(std::move(file)) {
    callback = [](Completion* self) noexcept { delete static_cast<Writeback*>(self); };
  }
  reactor::FileLease lease;
};

}  // namespace

// What was written before it was opened is left to the kernel to write back.
SegmentFile::SegmentFile(StorageContext& context, reactor::FileHandle file, std::string path, Segment* segment,
                         Extent extent)
    : LeasedFile(file, context.shard.id()),
      context_(context),
      segment_(segment),
      path_(std::move(path)),
      content_id_(context.new_content_id()),
      written_end_bytes_(extent.size_bytes),
      reserved_end_bytes_(extent.reserved_end_bytes),
      reserved_bytes_(reserved_behind(extent.size_bytes, extent.reserved_end_bytes)),
      writeback_from_bytes_(extent.size_bytes) {}

StorageResult<SegmentFile*> SegmentFile::open(StorageContext& context, const std::string& path, reactor::OpenMode mode,
                                              Segment* segment, Extent extent) {
  auto opened = context.open_files.open(path, mode, nullptr);
  if (!opened) return std::unexpected(StorageError::io(opened.error(), "cannot open " + path));
  context.io.stop_kernel_read_ahead(*opened);
  auto* const file = new SegmentFile(context, *opened, path, segment, extent);
  if (segment != nullptr) file->touch();
  return file;
}

void SegmentFile::retire() {
  is_retired_ = true;
  segment_ = nullptr;
  unlink();
  context_.window.forget(windowed_);
  if (lease_count() == 0) close_and_delete();
}

void SegmentFile::on_unleased() {
  if (is_retired_) close_and_delete();
}

bool SegmentFile::close_idle() noexcept {
  if (lease_count() != 0) return false;
  segment_->close_log_file();
  return true;
}

void SegmentFile::close_and_delete() {
  context_.open_files.close(handle());
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

  count_reserved(end_bytes);
  if (may_reserve_ && !is_reserving_ && options.preallocation_step_bytes_max != 0 &&
      end_bytes >= options.preallocation_start_bytes && end_bytes >= reserve_again_at_bytes_)
    reserve_ahead(end_bytes, size_max_bytes);
}

void SegmentFile::reserve_ahead(uint64_t end_bytes, uint64_t size_max_bytes) {
  const uint64_t step_max = context_.options.preallocation_step_bytes_max;
  if (reserve_step_bytes_ == 0) reserve_step_bytes_ = std::min(kFirstReservationBytes, step_max);
  if (reserved_end_bytes_ >= end_bytes + reserve_step_bytes_ / 2) return;
  const uint64_t from = std::max(reserved_end_bytes_, end_bytes);
  if (from >= size_max_bytes) return;
  const uint64_t left = reservable_bytes();
  if (left < kReservationBytesMin) {
    reserve_again_at_bytes_ = end_bytes + kReservationBytesMin;
    return;
  }
  const uint64_t size = std::min({reserve_step_bytes_, size_max_bytes - from, left});
  is_reserving_ = true;
  context_.metrics.preallocated_bytes += size;  // until it is known
  reserve_step_bytes_ = std::min(reserve_step_bytes_ * 2, step_max);
  context_.shard.spawn(reserve(from, size, reactor::FileLease(*this)));
}

// So that many logs that stay as they are do not fill the disk with what they never use.
uint64_t SegmentFile::reservable_bytes() const {
  const uint64_t taken = context_.metrics.preallocated_bytes;
  uint64_t most = context_.options.preallocated_bytes_max;
  if (taken >= most) return 0;
  const auto free = context_.io.free_bytes(path_);
  if (free) most = std::min(most, *free / kFreeSpaceShare);
  return most - std::min(taken, most);
}

void SegmentFile::count_reserved(uint64_t end_bytes) {
  written_end_bytes_ = end_bytes;
  const uint64_t reserved_now = reserved_behind(end_bytes, reserved_end_bytes_);
  context_.metrics.preallocated_bytes += reserved_now - reserved_bytes_;
  reserved_bytes_ = reserved_now;
}

// The lease keeps this object until the end: it is the last thing to go, when the frame does.
Task<void> SegmentFile::reserve(uint64_t from, uint64_t size, reactor::FileLease /*lease*/) {
  auto reserved = co_await reactor::preallocate(context_.io, handle(), from, size);
  is_reserving_ = false;
  context_.metrics.preallocated_bytes -= size;
  if (reserved) {
    reserved_end_bytes_ = from + size;
    // Otherwise it goes with its segment.
    if (!is_retired_) count_reserved(written_end_bytes_);
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
  if (!is_retired_) count_reserved(size_bytes);
  writeback_from_bytes_ = std::min(writeback_from_bytes_, size_bytes);
  auto cut = co_await reactor::truncate(context_.io, handle(), size_bytes);
  if (!cut) co_return std::unexpected(StorageError::io(cut.error(), "cannot truncate " + path_));
  co_return StorageResult<void>{};
}

void SegmentFile::note_failed_writeback(reactor::IoError error) {
  context_.faults.note_failed_sync(path_, StorageError::io(error, "cannot write back " + path_));
}

Task<StorageResult<void>> SegmentFile::sync() {
  auto synced = co_await reactor::sync_data(context_.io, handle());
  if (!synced) co_return std::unexpected(StorageError::io(synced.error(), "cannot sync " + path_));
  co_return StorageResult<void>{};
}

}  // namespace klamm::storage
