#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reactor/io.h"

namespace klamm::reactor {

// The file system calls that are made directly, whichever way the kernel is asked for the others; see Io.
// @core any
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
IoResult<void> set_attribute(int fd, const std::string& name, std::string_view value);
IoResult<std::string> attribute(const std::string& path, const std::string& name);
}  // namespace direct_files

// Timed pwritev(2); see Io::write.
// @core owner
class DirectWrites {
 public:
  IoResult<void> write(int fd, std::span<const iovec> pieces, uint64_t offset);
  uint64_t slow_count() const { return slow_count_; }
  int64_t slowest_ns() const { return slowest_ns_; }

 private:
  uint64_t slow_count_ = 0;
  int64_t slowest_ns_ = 0;
};

}  // namespace klamm::reactor
