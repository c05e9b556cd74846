#include "tools/directory_lock.h"

#include <cerrno>
#include <utility>

#include "metadata/log_directories.h"

namespace klamm::tools {

std::expected<DirectoryLock, std::string> DirectoryLock::take(reactor::Io& io, const std::string& path) {
  const std::string name = path + "/" + std::string(metadata::kLockFile);
  const auto opened = io.open(name, reactor::OpenMode::kReadWrite);
  if (!opened) {
    // Nobody can have it: there is none, or the file system is read-only.
    if (opened.error().code == ENOENT || opened.error().code == EROFS) return DirectoryLock(io, {});
    return std::unexpected("cannot open " + opened.error().text_about(name));
  }
  DirectoryLock lock(io, *opened);
  const auto locked = io.lock(*opened);
  if (locked) return lock;
  if (locked.error().code == EAGAIN || locked.error().code == EACCES)
    return std::unexpected(path + " is in use by another process: its .lock is locked");
  return std::unexpected("cannot lock " + locked.error().text_about(name));
}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept : io_(other.io_), file_(std::exchange(other.file_, {})) {}

DirectoryLock::~DirectoryLock() {
  if (file_.valid()) io_->close(file_);
}

}  // namespace klamm::tools
