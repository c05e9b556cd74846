#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace klamm::reactor {

// One file system call for a thread of the pool, owned by whoever asked until it comes back from take_finished().
struct FileJob {
  using Run = int32_t (*)(FileJob& self) noexcept;
  Run run = nullptr;  // on a thread of the pool: makes the call; returns what is to be the result
  int32_t result = 0;
  FileJob* next = nullptr;  // belongs to the pool while it is there
};

// Whether others should be served while such jobs keep threads: syncs and write-back take as long as the disk likes.
enum class FilePace : uint8_t { kQuick, kSlow };

// A few threads that make the file system calls of one shard which may wait for the disk.
//
// Limits: `thread_count_max` threads, each started when a job finds none that is free; slow jobs take at most half of
// them, so that reads go on while disks are synced, and one always goes on, however many reads there are. Where the
// process may have no thread at all, the shard makes the calls itself. The jobs in flight are bounded by their owners.
// A finished job ends the shard's wait by its event descriptor, one write for all that finish before they are taken.
//
// @core owner; run() of a job runs on a thread of the pool.
class FilePool {
 public:
  FilePool(uint32_t thread_count_max, int event_fd);
  ~FilePool();  // waits for the jobs that run; those that wait are dropped
  FilePool(const FilePool&) = delete;
  FilePool& operator=(const FilePool&) = delete;

  void give(FileJob& job, FilePace pace);
  // All that have finished, in the order of their ends; linked by `next`.
  FileJob* take_finished();
  bool has_finished() const noexcept { return finished_.load(std::memory_order_relaxed) != nullptr; }

 private:
  struct Queue {
    FileJob* first = nullptr;
    FileJob* last = nullptr;
    uint32_t count = 0;
    void push(FileJob& job);
    FileJob* pop();
  };
  void add_thread();
  void work();
  FileJob* next_job(bool& is_slow);
  void finish(FileJob& job);

  const uint32_t thread_count_max_;
  const uint32_t slow_count_max_;
  const int event_fd_;
  std::mutex mutex_;
  std::condition_variable some_;
  Queue quick_;  // these five: under the mutex
  Queue slow_;
  uint32_t running_slow_count_ = 0;
  uint32_t idle_count_ = 0;
  bool ends_ = false;
  std::vector<std::thread> threads_;
  std::atomic<FileJob*> finished_{nullptr};  // the newest first
};

}  // namespace klamm::reactor
