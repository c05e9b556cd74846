#include "reactor/file_pool.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <latch>
#include <thread>
#include <vector>

namespace klamm::reactor::test {
namespace {

class FilePoolTest : public ::testing::Test {
 protected:
  FilePoolTest() : event_fd_(::eventfd(0, EFD_CLOEXEC)) {}
  ~FilePoolTest() override { ::close(event_fd_); }

  // Takes finished jobs, as a shard does: only when the event descriptor has said so.
  std::vector<FileJob*> take(FilePool& pool, size_t count) {
    std::vector<FileJob*> taken;
    while (taken.size() < count) {
      pollfd waits{event_fd_, POLLIN, 0};
      if (::poll(&waits, 1, 5000) != 1) break;
      uint64_t writes = 0;
      EXPECT_EQ(::read(event_fd_, &writes, sizeof(writes)), static_cast<ssize_t>(sizeof(writes)));
      for (FileJob* job = pool.take_finished(); job != nullptr; job = job->next) taken.push_back(job);
    }
    return taken;
  }

  int event_fd_;
};

struct Numbered : FileJob {
  int32_t number = 0;
  std::thread::id ran_on;
};

int32_t run_numbered(FileJob& self) noexcept {
  auto& of = static_cast<Numbered&>(self);
  of.ran_on = std::this_thread::get_id();
  return of.number;
}

TEST_F(FilePoolTest, EveryJobIsRunOnceOnAnotherThread) {
  FilePool pool(3, event_fd_);
  std::vector<Numbered> jobs(1000);
  for (int32_t i = 0; i < 1000; ++i) {
    Numbered& job = jobs[static_cast<size_t>(i)];
    job.number = i + 1;
    job.run = run_numbered;
    pool.give(job, i % 3 == 0 ? FilePace::kSlow : FilePace::kQuick);
  }
  EXPECT_EQ(take(pool, jobs.size()).size(), jobs.size());
  EXPECT_FALSE(pool.has_finished());
  for (const Numbered& job : jobs) {
    EXPECT_EQ(job.result, job.number);
    EXPECT_NE(job.ran_on, std::this_thread::get_id());
  }
}

struct Blocked : FileJob {
  std::latch* released = nullptr;
};

int32_t wait_for_release(FileJob& self) noexcept {
  static_cast<Blocked&>(self).released->wait();
  return 7;
}

TEST_F(FilePoolTest, SlowJobsLeaveThreadsForQuickOnes) {
  FilePool pool(4, event_fd_);
  std::latch released(1);
  std::vector<Blocked> slow(10);
  for (Blocked& job : slow) {
    job.released = &released;
    job.run = wait_for_release;
    pool.give(job, FilePace::kSlow);
  }
  // One after the other: a thread that has run one would take a slow one next if it might.
  std::vector<Numbered> quick(5);
  for (Numbered& job : quick) {
    job.run = run_numbered;
    pool.give(job, FilePace::kQuick);
    const bool came = take(pool, 1) == std::vector<FileJob*>{&job};
    EXPECT_TRUE(came);
    if (!came) break;
  }
  released.count_down();
  EXPECT_EQ(take(pool, slow.size()).size(), slow.size());
}

TEST_F(FilePoolTest, ASlowJobDoesNotWaitForAllQuickOnes) {
  std::latch released(1);
  std::vector<Blocked> blocked(4);
  std::vector<Numbered> quick(200);
  Numbered slow;
  FilePool pool(4, event_fd_);  // whose end waits for its threads
  for (Blocked& job : blocked) {
    job.released = &released;
    job.run = wait_for_release;
    pool.give(job, FilePace::kQuick);
  }
  for (Numbered& job : quick) {
    job.run = run_numbered;
    pool.give(job, FilePace::kQuick);
  }
  slow.run = run_numbered;
  pool.give(slow, FilePace::kSlow);
  released.count_down();
  const std::vector<FileJob*> taken = take(pool, blocked.size() + quick.size() + 1);
  const auto place = std::find(taken.begin(), taken.end(), &slow) - taken.begin();
  EXPECT_LT(place, 150) << "it is taken by the first thread that is free";
}

TEST_F(FilePoolTest, QuickJobsRunSideBySide) {
  FilePool pool(4, event_fd_);
  std::latch released(1);
  std::vector<Blocked> blocked(3);
  for (Blocked& job : blocked) {
    job.released = &released;
    job.run = wait_for_release;
    pool.give(job, FilePace::kQuick);
  }
  Numbered last;
  last.run = run_numbered;
  pool.give(last, FilePace::kQuick);
  EXPECT_EQ(take(pool, 1), std::vector<FileJob*>{&last});
  released.count_down();
  EXPECT_EQ(take(pool, blocked.size()).size(), blocked.size());
}

TEST_F(FilePoolTest, WhatIsFinishedStaysInTheOrderOfItsEnd) {
  FilePool pool(2, event_fd_);
  std::vector<Numbered> jobs(5);
  for (Numbered& job : jobs) {
    job.run = run_numbered;
    pool.give(job, FilePace::kSlow);  // one thread at a time
  }
  const std::vector<FileJob*> taken = take(pool, jobs.size());
  ASSERT_EQ(taken.size(), jobs.size());
  for (size_t i = 0; i < jobs.size(); ++i) EXPECT_EQ(taken[i], &jobs[i]);
}

}  // namespace
}  // namespace klamm::reactor::test
