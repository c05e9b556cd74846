#pragma once

#include <span>
#include <string>
#include <vector>

#include "reactor/io.h"
#include "reactor/object_pool.h"
#include "reactor/uring_core.h"

namespace klamm::reactor {

// File system calls of the ring, and the direct ones of the Io seam.
// @core owner
class UringFiles {
 public:
  explicit UringFiles(UringCore& core) : core_(core) {}

  void read(int fd, std::span<std::byte> into, uint64_t offset, Completion& done);
  void sync_data(int fd, Completion& done);
  void sync_directory(const std::string& path, Completion& done);
  void start_writeback(int fd, uint64_t offset, uint64_t size, Completion& done);
  void drop_cache(int fd, uint64_t offset, uint64_t size, Completion& done);
  void preallocate(int fd, uint64_t offset, uint64_t size, Completion& done);
  void truncate(int fd, uint64_t size, Completion& done);
  void rename(const std::string& from, const std::string& to, Completion& done);
  void unlink(const std::string& path, Completion& done);
  void make_directory(const std::string& path, Completion& done);
  void remove_directory(const std::string& path, Completion& done);

  // Timed pwritev(2); see Io::write.
  IoResult<void> write(int fd, std::span<const iovec> pieces, uint64_t offset);
  uint64_t slow_write_count() const { return slow_write_count_; }
  int64_t slowest_write_ns() const { return slowest_write_ns_; }

 private:
  struct DirectorySync : UringOperation {
    UringFiles* owner = nullptr;
    Completion* done = nullptr;
    int fd = -1;
  };

  struct CacheDrop : UringOperation {
    UringFiles* owner = nullptr;
    Completion* done = nullptr;
    uint64_t offset = 0;
    uint32_t size_bytes = 0;
    int fd = -1;
  };
  void on_written_back(CacheDrop& drop, int32_t result);

  UringCore& core_;
  ObjectPool<DirectorySync, 8> directory_syncs_;
  ObjectPool<CacheDrop, 8> cache_drops_;
  uint64_t slow_write_count_ = 0;
  int64_t slowest_write_ns_ = 0;
};

// The direct calls that need no ring.
namespace direct_files {
IoResult<FileHandle> open(const std::string& path, OpenMode mode);
void stop_kernel_read_ahead(int fd);
IoResult<FileStatus> status(int fd);
IoResult<FileStatus> status(const std::string& path);
IoResult<size_t> read_resident(int fd, std::span<std::byte> into, uint64_t offset);
IoResult<size_t> read_now(int fd, std::span<std::byte> into, uint64_t offset);
IoResult<std::vector<DirectoryEntry>> list(const std::string& directory);
IoResult<void> lock(int fd);
IoResult<uint64_t> free_bytes(const std::string& path);
}  // namespace direct_files

}  // namespace klamm::reactor
