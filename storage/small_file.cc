#include "storage/small_file.h"

#include <sys/uio.h>

#include <cerrno>

#include "reactor/io_await.h"

namespace klamm::storage {

namespace {

struct OpenFile {
  OpenFile(reactor::Io& the_io, reactor::FileHandle the_file) : io(the_io), file(the_file) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() { io.close(file); }
  reactor::Io& io;
  reactor::FileHandle file;
};

// An empty buffer of the file's size.
StorageResult<std::vector<std::byte>> buffer_for(reactor::Io& io, reactor::FileHandle file, const std::string& path,
                                                 size_t size_bytes_max) {
  auto status = io.status(file);
  if (!status) return std::unexpected(StorageError::io(status.error(), "cannot read the size of " + path));
  if (status->size_bytes > size_bytes_max)
    return std::unexpected(StorageError::corrupt(path + " is larger than such a file can be"));
  return std::vector<std::byte>(status->size_bytes);
}

}  // namespace

StorageResult<std::optional<std::vector<std::byte>>> read_small_file(reactor::Io& io, const std::string& path,
                                                                     size_t size_bytes_max) {
  auto opened = io.open(path, reactor::OpenMode::kRead);
  if (!opened && opened.error().code == ENOENT) return std::nullopt;
  if (!opened) return std::unexpected(StorageError::io(opened.error(), "cannot open " + path));
  const OpenFile file(io, *opened);
  auto bytes = buffer_for(io, file.file, path, size_bytes_max);
  if (!bytes) return std::unexpected(bytes.error());
  size_t filled = 0;
  while (filled < bytes->size()) {
    auto got = io.read_now(file.file, std::span(*bytes).subspan(filled), filled);
    if (!got) return std::unexpected(StorageError::io(got.error(), "cannot read " + path));
    if (*got == 0) break;
    filled += *got;
  }
  bytes->resize(filled);
  return *std::move(bytes);
}

reactor::Task<StorageResult<std::optional<std::vector<std::byte>>>> load_small_file(reactor::Io& io, std::string path,
                                                                                    size_t size_bytes_max) {
  auto opened = io.open(path, reactor::OpenMode::kRead);
  if (!opened && opened.error().code == ENOENT) co_return std::nullopt;
  if (!opened) co_return std::unexpected(StorageError::io(opened.error(), "cannot open " + path));
  const OpenFile file(io, *opened);
  auto bytes = buffer_for(io, file.file, path, size_bytes_max);
  if (!bytes) co_return std::unexpected(bytes.error());
  size_t filled = 0;
  while (filled < bytes->size()) {
    const std::span<std::byte> rest = std::span(*bytes).subspan(filled);
    auto got = co_await reactor::read_resident_first(io, file.file, rest, filled);
    if (!got) co_return std::unexpected(StorageError::io(got.error(), "cannot read " + path));
    if (*got == 0) break;
    filled += *got;
  }
  bytes->resize(filled);
  co_return *std::move(bytes);
}

reactor::Task<StorageResult<void>> sync_file(reactor::Io& io, std::string path) {
  auto opened = io.open(path, reactor::OpenMode::kRead);
  if (!opened && opened.error().code == ENOENT) co_return StorageResult<void>{};
  if (!opened) co_return std::unexpected(StorageError::io(opened.error(), "cannot open " + path));
  const OpenFile file(io, *opened);
  auto synced = co_await reactor::sync_data(io, file.file);
  if (!synced) co_return std::unexpected(StorageError::io(synced.error(), "cannot sync " + path));
  co_return StorageResult<void>{};
}

StorageResult<void> write_new_file(reactor::Io& io, const std::string& path, std::span<const std::byte> content) {
  auto opened = io.open(path, reactor::OpenMode::kCreateExclusive);
  if (!opened && opened.error().code == EEXIST) {
    return std::unexpected(
        StorageError{StorageErrorKind::kAlreadyExists, EEXIST, "there is a file " + path + " already"});
  }
  if (!opened) return std::unexpected(StorageError::io(opened.error(), "cannot make " + path));
  const OpenFile file(io, *opened);
  const iovec piece{const_cast<std::byte*>(content.data()), content.size()};
  if (content.empty()) return {};
  auto written = io.write(file.file, std::span(&piece, 1), 0);
  if (!written) return std::unexpected(StorageError::io(written.error(), "cannot write " + path));
  return {};
}

}  // namespace klamm::storage
