#include "reactor/io_choice.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace klamm::reactor::test {
namespace {

TEST(IoChoice, WithoutAWishEpollIsTakenOnlyWhereTheRingIsRefused) {
  EXPECT_EQ(choose_io(IoWish::kAuto, 0).kind, IoKind::kUring);
  EXPECT_EQ(choose_io(IoWish::kAuto, EPERM).kind, IoKind::kEpoll);
  EXPECT_EQ(choose_io(IoWish::kAuto, ENOSYS).kind, IoKind::kEpoll);
  for (const int error : {ENOMEM, EMFILE, ENFILE, EINVAL, EAGAIN}) {
    EXPECT_EQ(choose_io(IoWish::kAuto, error).kind, IoKind::kUring) << error;
  }
}

TEST(IoChoice, AWishIsFollowedWhateverTheKernelSays) {
  for (const int error : {0, EPERM, ENOSYS, ENOMEM}) {
    EXPECT_EQ(choose_io(IoWish::kUring, error).kind, IoKind::kUring) << error;
    EXPECT_EQ(choose_io(IoWish::kEpoll, error).kind, IoKind::kEpoll) << error;
  }
}

TEST(IoChoice, OnEpollASentenceTellsHowToGetTheRing) {
  EXPECT_EQ(choose_io(IoWish::kAuto, 0).how_to_get_the_ring, "");
  EXPECT_NE(choose_io(IoWish::kAuto, EPERM).how_to_get_the_ring.find("EPERM"), std::string::npos);
  EXPECT_NE(choose_io(IoWish::kAuto, ENOSYS).how_to_get_the_ring.find("Linux 6.1"), std::string::npos);
  EXPECT_EQ(choose_io(IoWish::kEpoll, 0).how_to_get_the_ring,
            "With --io=auto it would use io_uring, which takes less CPU.");
  EXPECT_NE(choose_io(IoWish::kEpoll, EPERM).how_to_get_the_ring.find("EPERM"), std::string::npos);
}

}  // namespace
}  // namespace klamm::reactor::test
