#pragma once

#include <span>
#include <string>

#include "reactor/io.h"
#include "reactor/object_pool.h"
#include "reactor/uring_core.h"

namespace klamm::reactor {

// File system calls of the ring.
// @core owner
class UringFiles {
 public:
  explicit UringFiles(UringCore& core) : core_(core) {}

  void read(int fd, std::span<std::byte> into, uint64_t offset, Completion& done);
  void sync_data(int fd, Completion& done);
  void write_durable(int fd, std::span<const std::byte> bytes, uint64_t offset, Completion& done);
  void sync_directory(const std::string& path, Completion& done);
  void start_writeback(int fd, uint64_t offset, uint64_t size, Completion& done);
  void drop_cache(int fd, uint64_t offset, uint64_t size, Completion& done);
  void preallocate(int fd, uint64_t offset, uint64_t size, Completion& done);
  void truncate(int fd, uint64_t size, Completion& done);
  void rename(const std::string& from, const std::string& to, Completion& done);
  void unlink(const std::string& path, Completion& done);
  void make_directory(const std::string& path, Completion& done);
  void remove_directory(const std::string& path, Completion& done);

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
};

}  // namespace klamm::reactor
