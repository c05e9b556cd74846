#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "reactor/event.h"
#include "reactor/file_lease.h"
#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/page_cache_window.h"
#include "storage/storage_context.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// An open `.log` file. Reads lease it; it closes itself when it has been retired and the last lease is back, so a
// segment may be deleted while its bytes are still being sent.
//
// It also keeps the kernel busy ahead and behind of the writes, through the ring: space is reserved before it is
// needed, and written pages are sent to the disk early.
// @core owner
class SegmentFile : public reactor::LeasedFile {
 public:
  // Opens, or makes with kCreate. The size is the file's.
  static StorageResult<SegmentFile*> open(StorageContext& context, const std::string& path, reactor::OpenMode mode);

  // No more leases will be taken; closes and deletes itself at once or with the last lease.
  void retire();

  // After a write of [from_bytes, end_bytes): reserves ahead, starts write-back and drops old pages as due.
  // `size_max_bytes` bounds the reservation (segment.bytes).
  void after_write(uint64_t from_bytes, uint64_t end_bytes, uint64_t size_max_bytes);

  // Gives reserved space behind `size_bytes` back, after a reservation that is under way.
  reactor::Task<StorageResult<void>> trim(uint64_t size_bytes);
  // Cuts the file; reserved space goes as well.
  reactor::Task<StorageResult<void>> truncate(uint64_t size_bytes);
  // fdatasync.
  reactor::Task<StorageResult<void>> sync();

  // Of the ranges that are read from now on (FileRange::content_id): another one after a truncation.
  uint64_t content_id() const { return content_id_; }

 private:
  SegmentFile(StorageContext& context, reactor::FileHandle file, std::string path);
  ~SegmentFile() override = default;
  void on_unleased() override;
  void close_and_delete();
  uint64_t writeback_interval_bytes() const;
  reactor::Task<void> reserve(uint64_t from, uint64_t size, reactor::FileLease lease);

  StorageContext& context_;
  std::string path_;
  uint64_t content_id_;
  WindowedFile windowed_;
  uint64_t reserved_end_bytes_ = 0;
  uint64_t reserve_step_bytes_ = 0;
  uint64_t writeback_from_bytes_ = 0;
  bool is_reserving_ = false;
  bool may_reserve_ = true;
  bool is_retired_ = false;
  std::unique_ptr<reactor::Event> reservation_ended_;
};

}  // namespace klamm::storage
