#include "reactor/uring_files.h"

#include <fcntl.h>
#include <linux/falloc.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "reactor/uring_compat.h"

namespace klamm::reactor {

namespace {

constexpr uint32_t kTransferBytesMax = uint32_t{1} << 30;
// The length of these requests is a 32-bit field; more than that is never asked for by a segment of at most 2 GiB.
constexpr uint64_t kRangeBytesMax = UINT32_MAX - 4095;

}  // namespace

void UringFiles::read(int fd, std::span<std::byte> into, uint64_t offset, Completion& done) {
  const auto size = static_cast<uint32_t>(std::min<size_t>(into.size(), kTransferBytesMax));
  io_uring_prep_read(core_.entry(done), fd, into.data(), size, offset);
}

void UringFiles::sync_data(int fd, Completion& done) {
  io_uring_prep_fsync(core_.entry(done), fd, IORING_FSYNC_DATASYNC);
}

void UringFiles::write_durable(int fd, std::span<const std::byte> bytes, uint64_t offset, Completion& done) {
  io_uring_sqe* const entry = core_.entry(done);
  io_uring_prep_write(entry, fd, bytes.data(), static_cast<uint32_t>(std::min<size_t>(bytes.size(), kTransferBytesMax)),
                      offset);
  entry->rw_flags = RWF_DSYNC;
}

void UringFiles::sync_directory(const std::string& path, Completion& done) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) {
    UringCore::finish(done, -errno);
    return;
  }
  DirectorySync* const sync = directory_syncs_.make();
  sync->owner = this;
  sync->done = &done;
  sync->fd = fd;
  sync->on_cqe = [](UringOperation& self, int32_t result, uint32_t) {
    auto& of = static_cast<DirectorySync&>(self);
    ::close(of.fd);
    Completion& waiting = *of.done;
    of.owner->directory_syncs_.free(&of);
    UringCore::finish(waiting, result);
  };
  io_uring_prep_fsync(core_.entry(*sync), fd, 0);
}

void UringFiles::start_writeback(int fd, uint64_t offset, uint64_t size, Completion& done) {
  io_uring_prep_sync_file_range(core_.entry(done), fd, static_cast<unsigned>(std::min(size, kRangeBytesMax)), offset,
                                SYNC_FILE_RANGE_WRITE);
}

void UringFiles::drop_cache(int fd, uint64_t offset, uint64_t size, Completion& done) {
  // DONTNEED leaves what is dirty or being written: it follows when the write-back has ended.
  CacheDrop* const drop = cache_drops_.make();
  drop->owner = this;
  drop->done = &done;
  drop->offset = offset;
  drop->size_bytes = static_cast<uint32_t>(std::min(size, kRangeBytesMax));
  drop->fd = fd;
  drop->on_cqe = [](UringOperation& self, int32_t result, uint32_t) {
    auto& of = static_cast<CacheDrop&>(self);
    of.owner->on_written_back(of, result);
  };
  io_uring_prep_sync_file_range(core_.entry(*drop), fd, drop->size_bytes, offset,
                                SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER);
}

void UringFiles::on_written_back(CacheDrop& drop, int32_t result) {
  if (result < 0) {
    UringCore::finish(*drop.done, result);
  } else {
    io_uring_prep_fadvise(core_.entry(*drop.done), drop.fd, drop.offset, static_cast<off_t>(drop.size_bytes),
                          POSIX_FADV_DONTNEED);
  }
  cache_drops_.free(&drop);
}

void UringFiles::preallocate(int fd, uint64_t offset, uint64_t size, Completion& done) {
  io_uring_prep_fallocate(core_.entry(done), fd, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                          static_cast<off_t>(size));
}

void UringFiles::truncate(int fd, uint64_t size, Completion& done) {
  if (!core_.knows_opcode(kOpFtruncate)) {
    UringCore::finish(done, ::ftruncate(fd, static_cast<off_t>(size)) == 0 ? 0 : -errno);
    return;
  }
  io_uring_prep_rw(kOpFtruncate, core_.entry(done), fd, nullptr, 0, size);
}

void UringFiles::rename(const std::string& from, const std::string& to, Completion& done) {
  io_uring_prep_renameat(core_.entry(done), AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0);
}

void UringFiles::unlink(const std::string& path, Completion& done) {
  io_uring_prep_unlinkat(core_.entry(done), AT_FDCWD, path.c_str(), 0);
}

void UringFiles::make_directory(const std::string& path, Completion& done) {
  io_uring_prep_mkdirat(core_.entry(done), AT_FDCWD, path.c_str(), 0755);
}

void UringFiles::remove_directory(const std::string& path, Completion& done) {
  io_uring_prep_unlinkat(core_.entry(done), AT_FDCWD, path.c_str(), AT_REMOVEDIR);
}

}  // namespace klamm::reactor
