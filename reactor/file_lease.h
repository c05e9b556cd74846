#pragma once

#include <cstdint>
#include <utility>

#include "reactor/io.h"

namespace klamm::reactor {

// A file that may be sent from while its owner goes on: each lease keeps the descriptor open, even when the file has
// been unlinked meanwhile. Counted on the owner shard only; a lease that ends elsewhere sends the count home by a
// message.
//
// @core owner (the shard that made it); `handle()` and `owner_shard()` are constant and may be read anywhere while
// leased.
class LeasedFile {
 public:
  LeasedFile(FileHandle file, uint32_t owner_shard) : file_(file), owner_shard_(owner_shard) {}
  FileHandle handle() const { return file_; }
  uint32_t owner_shard() const { return owner_shard_; }
  uint32_t lease_count() const { return lease_count_; }

  // @core owner. add_lease for a FileLease about to be made; drop_leases when it has ended.
  void add_lease() { ++lease_count_; }
  void drop_leases(uint32_t count);

 protected:
  virtual ~LeasedFile() = default;
  // The last lease has ended; called on the owner shard. The owner may close the file and delete this object.
  virtual void on_unleased() = 0;

 private:
  FileHandle file_;
  uint32_t owner_shard_;
  uint32_t lease_count_ = 0;
};

// One counted reference. Made on the owner shard, may be moved to and destroyed on any other.
class FileLease {
 public:
  FileLease() = default;
  explicit FileLease(LeasedFile& file) : file_(&file) { file.add_lease(); }
  FileLease(FileLease&& other) noexcept : file_(std::exchange(other.file_, nullptr)) {}
  FileLease& operator=(FileLease&& other) noexcept {
    if (this != &other) {
      release();
      file_ = std::exchange(other.file_, nullptr);
    }
    return *this;
  }
  ~FileLease() { release(); }
  bool valid() const { return file_ != nullptr; }
  FileHandle handle() const { return file_->handle(); }
  void release();

 private:
  LeasedFile* file_ = nullptr;
};

// A byte range of a leased file.
struct FileRange {
  FileLease lease;
  uint64_t offset = 0;
  uint64_t size_bytes = 0;
  // Not 0: ranges with the same content id, offset and size hold the same bytes, now and later, in this process.
  uint64_t content_id = 0;
};

}  // namespace klamm::reactor
