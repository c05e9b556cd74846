#pragma once

#include <sys/uio.h>

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reactor/io.h"

namespace klamm::sim {

using reactor::DirectoryEntry;
using reactor::FileHandle;
using reactor::FileStatus;
using reactor::IoError;
using reactor::IoResult;
using reactor::OpenMode;

// What a fault rule can hit.
enum class DiskOperation : uint8_t { kOpen, kRead, kWrite, kSync, kTruncate, kRename, kUnlink, kMakeDirectory, kAny };

// "The n-th matching operation from now on, and the following `count - 1`, end with this error."
struct DiskFault {
  DiskOperation operation = DiskOperation::kAny;
  std::string path_part;  // the path contains it; empty: every path
  uint64_t skip = 0;      // matching operations that pass first
  uint64_t count = 1;     // UINT64_MAX: from then on always
  int error = 5;          // EIO
};

// An in-memory file system that knows, for every file and directory, what would be left after a power loss: the bytes
// as of the last sync of the file, the names as of the last sync of their directory.
class SimDisk {
 public:
  explicit SimDisk(uint64_t capacity_bytes);
  ~SimDisk();

  IoResult<FileHandle> open(const std::string& path, OpenMode mode, uint32_t process);
  void close(FileHandle file);
  IoResult<FileStatus> status(FileHandle file) const;
  IoResult<FileStatus> status(const std::string& path) const;
  IoResult<void> write(FileHandle file, std::span<const iovec> pieces, uint64_t offset, int64_t wall_clock_ms);
  IoResult<size_t> read(FileHandle file, std::span<std::byte> into, uint64_t offset);
  IoResult<std::vector<DirectoryEntry>> list(const std::string& directory) const;
  IoResult<void> lock(FileHandle file);
  IoResult<uint64_t> free_bytes(const std::string& path) const;
  // Attributes are left by a power loss where the file is: file systems write such changes down in their order.
  IoResult<void> set_attribute(FileHandle file, const std::string& name, std::string_view value);
  IoResult<std::string> attribute(const std::string& path, const std::string& name) const;
  IoResult<void> sync(FileHandle file);
  // A write that is on the disk when it ends. A power loss in between leaves some of its sectors.
  uint64_t begin_durable_write(FileHandle file, std::span<const std::byte> bytes, uint64_t offset);
  IoResult<void> end_durable_write(uint64_t number, int64_t wall_clock_ms);
  IoResult<void> sync_directory(const std::string& path);
  IoResult<void> truncate(FileHandle file, uint64_t size);
  IoResult<void> rename(const std::string& from, const std::string& to);
  IoResult<void> unlink(const std::string& path);
  IoResult<void> make_directory(const std::string& path);
  IoResult<void> remove_directory(const std::string& path);

  // ---- for tests
  void add_fault(DiskFault fault) { faults_.push_back(std::move(fault)); }
  void clear_faults() { faults_.clear(); }
  void set_capacity_bytes(uint64_t bytes) { capacity_bytes_ = bytes; }
  // As RLIMIT_NOFILE: more files than these cannot be open at a time (EMFILE).
  void set_open_max(size_t count) { open_max_ = count; }
  // Without them OpenMode::kReadDirect is EINVAL, as on some file systems.
  void set_has_direct_reads(bool has) { has_direct_reads_ = has; }
  // Without them setting an attribute is ENOTSUP, likewise.
  void set_has_attributes(bool has) { has_attributes_ = has; }
  uint64_t direct_read_count() const { return direct_read_count_; }
  uint64_t used_bytes() const { return used_bytes_; }
  // A power loss; open handles are gone. Everything goes back to what was synced, or, with `kSome`, any sectors that
  // were written since are left, and of each directory the old names or the new ones, as the kernel had come to them.
  enum class Left : uint8_t { kNothing, kSome };
  void lose_unsynced(Left left = Left::kNothing);
  // A killed process: its handles and locks are gone, nothing is lost.
  void end_process(uint32_t process);
  // The whole content of a file, empty when there is none.
  std::string content(const std::string& path) const;

 private:
  struct Node;
  using NodePtr = std::shared_ptr<Node>;
  struct Open {
    NodePtr node;
    std::string path;
    bool writable;
    bool is_direct_read;
    uint32_t process;
  };

  struct DurableWrite {
    FileHandle file;
    NodePtr node;  // null: a file that cannot be written to
    std::string bytes;
    uint64_t offset = 0;
  };
  void tear(DurableWrite& write);
  void write_back_some(Node& node);
  int fault(DiskOperation operation, const std::string& path);
  NodePtr find(const std::string& path) const;
  // The directory that holds the path's last name, and that name.
  NodePtr parent_of(const std::string& path, std::string& name) const;
  const Open* find_open(FileHandle file) const;
  IoResult<void> put(Node& node, const char* bytes, size_t size, uint64_t offset);
  IoResult<void> remove(const std::string& path, bool directory);
  void forget_bytes(Node& node, uint64_t new_size);

  uint64_t capacity_bytes_;
  uint64_t used_bytes_ = 0;
  NodePtr root_;
  std::map<int, Open> open_;
  size_t open_max_ = SIZE_MAX;
  bool has_direct_reads_ = true;
  bool has_attributes_ = true;
  uint64_t direct_read_count_ = 0;
  int next_fd_ = 1000;
  std::vector<DiskFault> faults_;
  std::map<uint64_t, DurableWrite> durable_writes_;  // under way
  uint64_t last_durable_write_ = 0;
  std::minstd_rand torn_sectors_;
  std::minstd_rand written_back_;
};

}  // namespace klamm::sim
