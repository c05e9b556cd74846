#include "reactor/file_pool.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

namespace klamm::reactor {

namespace {

// A thread inherits the one core of the shard that has started it, where it would wait for that shard: it may use every
// core that the process's first thread may.
void leave_the_shards_core() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (::sched_getaffinity(::getpid(), sizeof(mask), &mask) == 0) ::sched_setaffinity(0, sizeof(mask), &mask);
}

}  // namespace

void FilePool::Queue::push(FileJob& job) {
  job.next = nullptr;
  (last != nullptr ? last->next : first) = &job;
  last = &job;
  ++count;
}

FileJob* FilePool::Queue::pop() {
  FileJob* const job = first;
  if (job == nullptr) return nullptr;
  first = job->next;
  if (first == nullptr) last = nullptr;
  --count;
  return job;
}

FilePool::FilePool(uint32_t thread_count_max, int event_fd)
    : thread_count_max_(std::max(thread_count_max, 2u)), slow_count_max_(thread_count_max_ / 2), event_fd_(event_fd) {
  threads_.reserve(thread_count_max_);
}

FilePool::~FilePool() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  some_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void FilePool::give(FileJob& job, FilePace pace) {
  bool needs_thread = false;
  {
    const std::lock_guard lock(mutex_);
    (pace == FilePace::kSlow ? slow_ : quick_).push(job);
    needs_thread = quick_.count + slow_.count > idle_count_;
  }
  if (needs_thread && threads_.size() < thread_count_max_) {
    add_thread();
  } else {
    some_.notify_one();
  }
}

void FilePool::add_thread() {
  try {
    threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {  // a limit of processes
    if (!threads_.empty()) {
      some_.notify_one();  // one may be idle, since the slow ones are at their limit
      return;
    }
    bool is_slow = false;
    while (FileJob* const job = next_job(is_slow)) {
      job->result = job->run(*job);
      finish(*job);
    }
  }
}

FileJob* FilePool::next_job(bool& is_slow) {
  // One slow job always gets its thread: quick ones may come without an end.
  const bool slow_first = running_slow_count_ == 0 && slow_.first != nullptr;
  is_slow = false;
  if (FileJob* const job = slow_first ? nullptr : quick_.pop()) return job;
  if (running_slow_count_ == slow_count_max_) return nullptr;
  FileJob* const job = slow_.pop();
  is_slow = job != nullptr;
  return job;
}

void FilePool::work() {
  leave_the_shards_core();
  ::pthread_setname_np(::pthread_self(), "klamm-file");
  std::unique_lock lock(mutex_);
  while (!ends_) {
    bool is_slow = false;
    FileJob* const job = next_job(is_slow);
    if (job == nullptr) {
      ++idle_count_;
      some_.wait(lock);
      --idle_count_;
      continue;
    }
    if (is_slow) ++running_slow_count_;
    lock.unlock();
    job->result = job->run(*job);
    finish(*job);
    lock.lock();
    if (is_slow) --running_slow_count_;
  }
}

void FilePool::finish(FileJob& job) {
  FileJob* head = finished_.load(std::memory_order_relaxed);
  do {
    job.next = head;
  } while (!finished_.compare_exchange_weak(head, &job, std::memory_order_release, std::memory_order_relaxed));
  // Once it is there the job may be taken and gone.
  if (head != nullptr) return;  // whoever put the first one there writes
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(event_fd_, &one, sizeof(one));
}

FileJob* FilePool::take_finished() {
  FileJob* newest = finished_.exchange(nullptr, std::memory_order_acquire);
  FileJob* oldest = nullptr;
  while (newest != nullptr) {
    FileJob* const after = newest->next;
    newest->next = oldest;
    oldest = newest;
    newest = after;
  }
  return oldest;
}

}  // namespace klamm::reactor
