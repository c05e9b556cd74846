#include "storage/directory_faults.h"

#include <cerrno>

namespace klamm::storage {

bool is_directory_fault(const StorageError& error) {
  if (error.kind != StorageErrorKind::kIo) return false;
  switch (error.code) {
    case 0:
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ENOBUFS:
    case EINTR:
    case EAGAIN:
    case ECANCELED:
      return false;
    default:
      return true;
  }
}

bool is_descriptor_shortage(const StorageError& error) {
  return error.kind == StorageErrorKind::kIo && (error.code == EMFILE || error.code == ENFILE);
}

void DirectoryFaults::note(std::string_view path, const StorageError& error) {
  if (is_directory_fault(error)) tell(path, error);
}

void DirectoryFaults::note_failed_sync(std::string_view path, const StorageError& error) {
  // Then it was not even begun.
  const bool was_begun = !is_descriptor_shortage(error) && error.code != ENOMEM && error.code != ENOBUFS;
  if (error.kind == StorageErrorKind::kIo && was_begun) tell(path, error);
}

bool DirectoryFaults::is_offline_below(std::string_view path) const {
  if (offline_.empty()) return false;
  const std::string* directory = directory_of(path);
  return directory != nullptr && offline_.contains(*directory);
}

const std::string* DirectoryFaults::directory_of(std::string_view path) const {
  for (const LogDirectory& directory : options_.directories) {
    if (path == directory.path) return &directory.path;
    if (path.starts_with(directory.path) && path[directory.path.size()] == '/') return &directory.path;
  }
  return nullptr;
}

void DirectoryFaults::tell(std::string_view path, const StorageError& error) {
  const std::string* directory = directory_of(path);
  if (directory == nullptr || !listener_ || !told_.insert(*directory).second) return;
  listener_(*directory, error.message);
}

}  // namespace klamm::storage
