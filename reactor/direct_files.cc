#include "reactor/direct_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string_view>

namespace klamm::reactor::direct_files {

namespace {

std::unexpected<IoError> last_error() {
  return std::unexpected(IoError{errno});
}

FileStatus to_status(const struct stat& from) {
  FileStatus status;
  status.size_bytes = static_cast<uint64_t>(from.st_size);
  status.modified_ms = int64_t{from.st_mtim.tv_sec} * 1000 + from.st_mtim.tv_nsec / 1'000'000;
  status.is_directory = S_ISDIR(from.st_mode);
  return status;
}

int open_flags(OpenMode mode) {
  switch (mode) {
    case OpenMode::kRead:
      return O_RDONLY;
    case OpenMode::kReadWrite:
      return O_RDWR;
    case OpenMode::kCreate:
      return O_RDWR | O_CREAT;
    case OpenMode::kCreateExclusive:
      return O_RDWR | O_CREAT | O_EXCL;
    case OpenMode::kCreateDirect:
      return O_RDWR | O_CREAT | O_DIRECT;
    case OpenMode::kReadDirect:
      return O_RDONLY | O_DIRECT;
  }
  return O_RDONLY;
}

// Whether the file can be read and written past the page cache in our multiples; nothing where its file system does not
// say (STATX_DIOALIGN). Some take O_DIRECT all the same, and refuse each read and write then.
std::optional<bool> takes_our_alignment(int fd) {
  struct statx found{};
  if (::statx(fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &found) != 0) return std::nullopt;
  if ((found.stx_mask & STATX_DIOALIGN) == 0) return std::nullopt;
  const auto fits = [](uint32_t alignment) { return alignment != 0 && kDirectAlignmentBytes % alignment == 0; };
  return fits(found.stx_dio_offset_align) && fits(found.stx_dio_mem_align);
}

}  // namespace

IoResult<FileHandle> open(const std::string& path, OpenMode mode) {
  const int fd = ::open(path.c_str(), open_flags(mode) | O_CLOEXEC, 0644);
  if (fd < 0) return last_error();
  const bool creates_directly = mode == OpenMode::kCreateDirect;
  // A read that is refused later looks like a failing disk: who does not say that it works is read through the cache.
  if (creates_directly || mode == OpenMode::kReadDirect) {
    if (!takes_our_alignment(fd).value_or(creates_directly)) {
      ::close(fd);
      return std::unexpected(IoError{EINVAL});
    }
  }
  return FileHandle{fd};
}

void stop_kernel_read_ahead(int fd) {
  static_cast<void>(::posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM));
}

IoResult<FileStatus> status(int fd) {
  struct stat found{};
  if (::fstat(fd, &found) != 0) return last_error();
  return to_status(found);
}

IoResult<FileStatus> status(const std::string& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0) return last_error();
  return to_status(found);
}

IoResult<size_t> read_now(int fd, std::span<std::byte> into, uint64_t offset) {
  size_t done = 0;
  while (done < into.size()) {
    const ssize_t got = ::pread(fd, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
    if (got < 0) {
      if (errno == EINTR) continue;
      return last_error();
    }
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  return done;
}

// A file system that does not know RWF_NOWAIT can give nothing without waiting.
IoResult<size_t> read_resident(int fd, std::span<std::byte> into, uint64_t offset) {
  const iovec piece{into.data(), into.size()};
  const ssize_t got = ::preadv2(fd, &piece, 1, static_cast<off_t>(offset), RWF_NOWAIT);
  if (got >= 0) return static_cast<size_t>(got);
  if (errno == EINTR || errno == EOPNOTSUPP) return std::unexpected(IoError{EAGAIN});
  return last_error();
}

IoResult<std::vector<DirectoryEntry>> list(const std::string& directory) {
  DIR* const stream = ::opendir(directory.c_str());
  if (stream == nullptr) return last_error();
  std::vector<DirectoryEntry> entries;
  errno = 0;
  while (const dirent* const entry = ::readdir(stream)) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    bool is_directory = entry->d_type == DT_DIR;
    if (entry->d_type == DT_UNKNOWN || entry->d_type == DT_LNK) {
      struct stat found{};
      is_directory = ::fstatat(::dirfd(stream), entry->d_name, &found, 0) == 0 && S_ISDIR(found.st_mode);
    }
    entries.push_back({std::string(name), is_directory});
    errno = 0;
  }
  const int error = errno;
  ::closedir(stream);
  if (error != 0) return std::unexpected(IoError{error});
  return entries;
}

IoResult<void> lock(int fd) {
  struct flock whole_file{};
  whole_file.l_type = F_WRLCK;
  whole_file.l_whence = SEEK_SET;
  if (::fcntl(fd, F_SETLK, &whole_file) == 0) return {};
  return std::unexpected(IoError{errno == EACCES ? EAGAIN : errno});
}

IoResult<uint64_t> free_bytes(const std::string& path) {
  struct statvfs found{};
  if (::statvfs(path.c_str(), &found) != 0) return last_error();
  return uint64_t{found.f_bavail} * found.f_frsize;
}

IoResult<void> set_attribute(int fd, const std::string& name, std::string_view value) {
  if (::fsetxattr(fd, name.c_str(), value.data(), value.size(), 0) != 0) return last_error();
  return {};
}

IoResult<std::string> attribute(const std::string& path, const std::string& name) {
  std::string value(kAttributeBytesMax, '\0');
  const ssize_t size = ::getxattr(path.c_str(), name.c_str(), value.data(), value.size());
  if (size < 0) return last_error();
  value.resize(static_cast<size_t>(size));
  return value;
}

}  // namespace klamm::reactor::direct_files
