#include "reactor/epoll_files.h"

#include <fcntl.h>
#include <linux/falloc.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

#include "reactor/epoll_core.h"

namespace klamm::reactor {

namespace {

constexpr size_t kScratchBytes = 128 * 1024;
constexpr size_t kTransferBytesMax = size_t{1} << 30;

// -errno of a call that says by -1 that it has failed.
template <class Call>
int32_t outcome_of(Call call) {
  while (true) {
    const auto result = call();
    if (result >= 0) return static_cast<int32_t>(result);
    if (errno != EINTR) return -errno;
  }
}

off_t as_offset(uint64_t value) {
  return static_cast<off_t>(value);
}

}  // namespace

EpollFiles::Job& EpollFiles::make(Completion& done, FileJob::Run run) {
  Job* const job = jobs_.make();
  job->done = &done;
  job->run = run;
  return *job;
}

void EpollFiles::give(int fd, uint64_t offset, uint64_t size, Completion& done, FileJob::Run run, FilePace pace) {
  Job& job = make(done, run);
  job.fd = fd;
  job.offset = offset;
  job.size_bytes = size;
  pool_.give(job, pace);
}

void EpollFiles::give_path(const std::string& path, Completion& done, FileJob::Run run, FilePace pace) {
  Job& job = make(done, run);
  job.path = path.c_str();
  pool_.give(job, pace);
}

void EpollFiles::turn() {
  if (!pool_.has_finished()) return;
  for (FileJob* finished = pool_.take_finished(); finished != nullptr;) {
    auto* const job = static_cast<Job*>(finished);
    finished = finished->next;
    Completion& done = *job->done;
    const int32_t result = job->result;
    jobs_.free(job);
    EpollCore::finish(done, result);
  }
}

void EpollFiles::read(int fd, std::span<std::byte> into, uint64_t offset, Completion& done) {
  const size_t size = std::min(into.size(), kTransferBytesMax);
  const iovec piece{into.data(), size};
  const ssize_t got = ::preadv2(fd, &piece, 1, as_offset(offset), RWF_NOWAIT);
  // Nothing is the end of the file; a part may be that, or all that the page cache has.
  if (got == 0 || got == static_cast<ssize_t>(size)) {
    EpollCore::finish(done, static_cast<int32_t>(got));
    return;
  }
  Job& job = make(done, [](FileJob& self) noexcept {
    auto& of = static_cast<Job&>(self);
    return outcome_of([&of] { return ::pread(of.fd, of.into, of.size_bytes, as_offset(of.offset)); });
  });
  job.fd = fd;
  job.offset = offset;
  job.size_bytes = size;
  job.into = into.data();
  pool_.give(job, FilePace::kQuick);
}

void EpollFiles::warm(int fd, uint64_t offset, uint64_t size, Completion& done) {
  const FileJob::Run run = [](FileJob& self) noexcept {
    // Nobody looks at the bytes: they are read for the page cache.
    std::array<std::byte, kScratchBytes> scratch;
    const auto& of = static_cast<Job&>(self);
    uint64_t done_bytes = 0;
    while (done_bytes < of.size_bytes) {
      const size_t part_bytes = std::min<uint64_t>(scratch.size(), of.size_bytes - done_bytes);
      const int32_t got =
          outcome_of([&] { return ::pread(of.fd, scratch.data(), part_bytes, as_offset(of.offset + done_bytes)); });
      if (got < 0 && done_bytes == 0) return got;
      if (got <= 0) break;
      done_bytes += static_cast<uint64_t>(got);
    }
    return static_cast<int32_t>(done_bytes);
  };
  give(fd, offset, std::min(size, kWarmBytesMax), done, run, FilePace::kQuick);
}

void EpollFiles::sync_data(int fd, Completion& done) {
  const FileJob::Run run = [](FileJob& self) noexcept {
    return outcome_of([fd = static_cast<Job&>(self).fd] { return ::fdatasync(fd); });
  };
  give(fd, 0, 0, done, run, FilePace::kSlow);
}

// Quick: who waits for it must not wait for syncs of whole files first.
void EpollFiles::write_durable(int fd, std::span<const std::byte> bytes, uint64_t offset, Completion& done) {
  Job& job = make(done, [](FileJob& self) noexcept {
    auto& of = static_cast<Job&>(self);
    const iovec piece{const_cast<std::byte*>(of.from), of.size_bytes};
    return outcome_of([&] { return ::pwritev2(of.fd, &piece, 1, as_offset(of.offset), RWF_DSYNC); });
  });
  job.fd = fd;
  job.offset = offset;
  job.size_bytes = std::min(bytes.size(), kTransferBytesMax);
  job.from = bytes.data();
  pool_.give(job, FilePace::kQuick);
}

void EpollFiles::sync_directory(const std::string& path, Completion& done) {
  const FileJob::Run run = [](FileJob& self) noexcept {
    const auto& of = static_cast<Job&>(self);
    const int fd = ::open(of.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return -errno;
    const int32_t result = outcome_of([fd] { return ::fsync(fd); });
    ::close(fd);
    return result;
  };
  give_path(path, done, run, FilePace::kSlow);
}

void EpollFiles::start_writeback(int fd, uint64_t offset, uint64_t size, Completion& done) {
  const FileJob::Run run = [](FileJob& self) noexcept {
    auto& of = static_cast<Job&>(self);
    return outcome_of([&of] {
      return ::sync_file_range(of.fd, as_offset(of.offset), as_offset(of.size_bytes), SYNC_FILE_RANGE_WRITE);
    });
  };
  give(fd, offset, size, done, run, FilePace::kSlow);
}

void EpollFiles::drop_cache(int fd, uint64_t offset, uint64_t size, Completion& done) {
  const FileJob::Run run = [](FileJob& self) noexcept {
    auto& of = static_cast<Job&>(self);
    // DONTNEED leaves what is dirty or being written: it follows when the write-back has ended.
    const int32_t written = outcome_of([&of] {
      return ::sync_file_range(of.fd, as_offset(of.offset), as_offset(of.size_bytes),
                               SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER);
    });
    if (written < 0) return written;
    return -::posix_fadvise(of.fd, as_offset(of.offset), as_offset(of.size_bytes), POSIX_FADV_DONTNEED);
  };
  give(fd, offset, size, done, run, FilePace::kSlow);
}

void EpollFiles::preallocate(int fd, uint64_t offset, uint64_t size, Completion& done) {
  const FileJob::Run run = [](FileJob& self) noexcept {
    auto& of = static_cast<Job&>(self);
    return outcome_of(
        [&of] { return ::fallocate(of.fd, FALLOC_FL_KEEP_SIZE, as_offset(of.offset), as_offset(of.size_bytes)); });
  };
  give(fd, offset, size, done, run, FilePace::kQuick);
}

void EpollFiles::truncate(int fd, uint64_t size, Completion& done) {
  const FileJob::Run run = [](FileJob& self) noexcept {
    auto& of = static_cast<Job&>(self);
    return outcome_of([&of] { return ::ftruncate(of.fd, as_offset(of.size_bytes)); });
  };
  give(fd, 0, size, done, run, FilePace::kQuick);
}

void EpollFiles::rename(const std::string& from, const std::string& to, Completion& done) {
  Job& job = make(done, [](FileJob& self) noexcept {
    auto& of = static_cast<Job&>(self);
    return outcome_of([&of] { return ::rename(of.path, of.new_path); });
  });
  job.path = from.c_str();
  job.new_path = to.c_str();
  pool_.give(job, FilePace::kQuick);
}

void EpollFiles::unlink(const std::string& path, Completion& done) {
  const FileJob::Run run = [](FileJob& self) noexcept {
    return outcome_of([path_of = static_cast<Job&>(self).path] { return ::unlink(path_of); });
  };
  give_path(path, done, run);
}

void EpollFiles::make_directory(const std::string& path, Completion& done) {
  const FileJob::Run run = [](FileJob& self) noexcept {
    return outcome_of([path_of = static_cast<Job&>(self).path] { return ::mkdir(path_of, 0755); });
  };
  give_path(path, done, run);
}

void EpollFiles::remove_directory(const std::string& path, Completion& done) {
  const FileJob::Run run = [](FileJob& self) noexcept {
    return outcome_of([path_of = static_cast<Job&>(self).path] { return ::rmdir(path_of); });
  };
  give_path(path, done, run);
}

}  // namespace klamm::reactor
