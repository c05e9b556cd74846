#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "reactor/event.h"
#include "reactor/file_lease.h"
#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/open_files.h"
#include "storage/page_cache_window.h"
#include "storage/storage_context.h"
#include "storage/storage_error.h"

namespace klamm::storage {

class Segment;

// An open `.log` file. Reads lease it; it closes itself when it has been retired and the last lease is back, so a
// segment may be deleted while its bytes are still being sent. One that nobody leases may be closed at any opening of
// another one (OpenFiles): who uses it over a suspension holds a lease.
//
// It also keeps the kernel busy ahead and behind of the writes, through the ring: space is reserved before it is
// needed, and written pages are sent to the disk early.
// @core owner. Bound: all reservations of a shard together have at most StorageOptions::preallocated_bytes_max.
class SegmentFile final : public reactor::LeasedFile, private OpenFiles::Entry {
 public:
  // What is known of the file before it is opened.
  struct Extent {
    uint64_t size_bytes = 0;
    uint64_t reserved_end_bytes = 0;  // space is reserved up to there, if that is behind the size
  };
  // Opens, or makes with kCreate. `segment`: whose it is, and who is told when it closes for want of use; null: it
  // stays until it is retired.
  static StorageResult<SegmentFile*> open(StorageContext& context, const std::string& path, reactor::OpenMode mode,
                                          Segment* segment, Extent extent);

  // It is used now, and others are closed before it.
  void touch() { context_.open_files.touch(*this); }
  // No more leases will be taken; closes and deletes itself at once or with the last lease.
  void retire();
  uint64_t reserved_end_bytes() const { return reserved_end_bytes_; }

  // After a write of [from_bytes, end_bytes): reserves ahead, starts write-back and drops old pages as due.
  // `size_max_bytes` bounds the reservation (segment.bytes).
  void after_write(uint64_t from_bytes, uint64_t end_bytes, uint64_t size_max_bytes);

  // Gives reserved space behind `size_bytes` back, after a reservation that is under way.
  reactor::Task<StorageResult<void>> trim(uint64_t size_bytes);
  // Cuts the file; reserved space goes as well.
  reactor::Task<StorageResult<void>> truncate(uint64_t size_bytes);
  // Somebody was told that written pages have not come to the disk: as after a failed sync.
  void note_failed_writeback(reactor::IoError error);
  // fdatasync.
  reactor::Task<StorageResult<void>> sync();

  // Of the ranges that are read from now on (FileRange::content_id): another one after a truncation.
  uint64_t content_id() const { return content_id_; }

 private:
  SegmentFile(StorageContext& context, reactor::FileHandle file, std::string path, Segment* segment, Extent extent);
  ~SegmentFile() override = default;
  void on_unleased() override;
  bool close_idle() noexcept override;
  void close_and_delete();
  uint64_t writeback_interval_bytes() const;
  void reserve_ahead(uint64_t end_bytes, uint64_t size_max_bytes);
  uint64_t reservable_bytes() const;
  // What is reserved behind `end_bytes`, which counts until it is written to or given back.
  void count_reserved(uint64_t end_bytes);
  reactor::Task<void> reserve(uint64_t from, uint64_t size, reactor::FileLease lease);

  StorageContext& context_;
  Segment* segment_;
  std::string path_;
  uint64_t content_id_;
  WindowedFile windowed_;
  uint64_t written_end_bytes_;
  uint64_t reserved_end_bytes_;
  uint64_t reserved_bytes_;  // of them, what is behind the written ones: part of StorageMetrics::preallocated_bytes
  uint64_t reserve_step_bytes_ = 0;
  uint64_t reserve_again_at_bytes_ = 0;
  uint64_t writeback_from_bytes_;
  bool is_reserving_ = false;
  bool may_reserve_ = true;
  bool is_retired_ = false;
  std::unique_ptr<reactor::Event> reservation_ended_;
};

}  // namespace klamm::storage
