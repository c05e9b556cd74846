#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "reactor/completion.h"
#include "reactor/file_pool.h"
#include "reactor/object_pool.h"

namespace klamm::reactor {

// The file system calls of Io that may wait for the disk, by a pool of threads; a read that the page cache can serve is
// made at once.
// @core owner
class EpollFiles {
 public:
  EpollFiles(uint32_t thread_count_max, int event_fd) : pool_(thread_count_max, event_fd) {}

  void read(int fd, std::span<std::byte> into, uint64_t offset, Completion& done);
  // Brings the range into the page cache, at most kWarmBytesMax of it. Result: bytes, 0 at the end of the file.
  void warm(int fd, uint64_t offset, uint64_t size, Completion& done);
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

  // Finishes what the threads have done.
  void turn();
  bool has_completions() const noexcept { return pool_.has_finished(); }

  static constexpr uint64_t kWarmBytesMax = 512 * 1024;

 private:
  struct Job : FileJob {
    Completion* done = nullptr;
    int fd = -1;
    uint64_t offset = 0;
    uint64_t size_bytes = 0;
    std::byte* into = nullptr;
    const std::byte* from = nullptr;
    const char* path = nullptr;
    const char* new_path = nullptr;
  };
  Job& make(Completion& done, FileJob::Run run);
  void give(int fd, uint64_t offset, uint64_t size, Completion& done, FileJob::Run run, FilePace pace);
  void give_path(const std::string& path, Completion& done, FileJob::Run run, FilePace pace = FilePace::kQuick);

  ObjectPool<Job> jobs_;
  FilePool pool_;  // its threads end before the jobs go
};

}  // namespace klamm::reactor
