#include "reactor/residency.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include "tests/reactor/world.h"

namespace klamm::reactor::test {
namespace {

constexpr uint64_t kFileBytes = uint64_t{24} << 20;

class Residency : public ::testing::Test {
 protected:
  void SetUp() override {
    fd_ = ::open((directory_.path() + "/file").c_str(), O_RDWR | O_CREAT, 0644);
    ASSERT_GE(fd_, 0);
    const std::string text(1 << 20, 'x');
    for (uint64_t at = 0; at < kFileBytes; at += text.size()) {
      ASSERT_EQ(::pwrite(fd_, text.data(), text.size(), static_cast<off_t>(at)), static_cast<ssize_t>(text.size()));
    }
    ASSERT_EQ(::fdatasync(fd_), 0);
  }
  void TearDown() override { ::close(fd_); }

  void drop(uint64_t from = 0, uint64_t size = kFileBytes) {
    ::posix_fadvise(fd_, static_cast<off_t>(from), static_cast<off_t>(size), POSIX_FADV_DONTNEED);
  }
  // What the promise is about: a read of all of it that may not wait.
  bool is_readable_at_once(uint64_t from, uint64_t size) {
    std::vector<char> bytes(size);
    const iovec piece{bytes.data(), size};
    return ::preadv2(fd_, &piece, 1, static_cast<off_t>(from), RWF_NOWAIT) == static_cast<ssize_t>(size);
  }

  TemporaryDirectory directory_;
  int fd_ = -1;
};

TEST_F(Residency, WrittenBytesAreResidentAndDroppedOnesAreNot) {
  EXPECT_TRUE(is_range_resident(fd_, 0, kFileBytes));
  EXPECT_TRUE(is_range_resident(fd_, 5000, 1));
  EXPECT_TRUE(is_range_resident(fd_, 5000, 0));
  EXPECT_EQ(resident_prefix_bytes(fd_, 777, 1 << 20), uint64_t{1} << 20);
  drop();
  if (is_readable_at_once(8 << 20, 1)) GTEST_SKIP() << "this file system keeps its pages";
  drop();
  EXPECT_FALSE(is_range_resident(fd_, 0, kFileBytes));
  drop();
  EXPECT_EQ(resident_prefix_bytes(fd_, 0, 1 << 20), 0u);
}

TEST_F(Residency, AHoleEndsThePrefix) {
  drop();
  if (is_readable_at_once(8 << 20, 1)) GTEST_SKIP() << "this file system keeps its pages";
  drop();
  // Random reads bring only what is read.
  ::posix_fadvise(fd_, 0, 0, POSIX_FADV_RANDOM);
  std::vector<char> bytes(256 << 10);
  ASSERT_EQ(::pread(fd_, bytes.data(), bytes.size(), 1 << 20), static_cast<ssize_t>(bytes.size()));
  ASSERT_EQ(::pread(fd_, bytes.data(), bytes.size(), (1 << 20) + (512 << 10)), static_cast<ssize_t>(bytes.size()));
  EXPECT_TRUE(is_range_resident(fd_, 1 << 20, 256 << 10));
  EXPECT_FALSE(is_range_resident(fd_, 1 << 20, 768 << 10));
  const uint64_t prefix = resident_prefix_bytes(fd_, 1 << 20, 1 << 20);
  EXPECT_GE(prefix, uint64_t{256} << 10);
  EXPECT_LT(prefix, uint64_t{512} << 10);
}

// Pages that are being read are in the cache, but a sender would sleep on them.
TEST_F(Residency, WhatIsStillBeingReadIsNotResident) {
  drop();
  if (is_readable_at_once(8 << 20, 1)) GTEST_SKIP() << "this file system keeps its pages";
  for (int round = 0; round < 20; ++round) {
    drop();
    ASSERT_EQ(::posix_fadvise(fd_, 0, kFileBytes, POSIX_FADV_WILLNEED), 0);
    for (uint64_t at = 0; at < kFileBytes; at += 1 << 20) {
      if (is_range_resident(fd_, at, 1 << 20)) {
        EXPECT_TRUE(is_readable_at_once(at, 1 << 20)) << round << " " << at;
      }
    }
    while (!is_readable_at_once(kFileBytes - 1, 1)) ::usleep(100);
  }
}

}  // namespace
}  // namespace klamm::reactor::test
