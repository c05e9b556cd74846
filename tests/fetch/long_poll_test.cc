#include "fetch/long_poll.h"

#include <gtest/gtest.h>

namespace klamm::fetch {
namespace {

constexpr int64_t kMs = 1'000'000;

TEST(LongPollDeadline, IsNeverEarlyAndAtMostOneSixtyFourthLate) {
  for (const int64_t wait_ms : {1, 63, 64, 100, 500, 512, 5'000, 300'000}) {
    for (int64_t now_ns = 1'000'000'007; now_ns < 1'000'000'007 + 20 * kMs; now_ns += 777'777) {
      const int64_t late_ns = long_poll_deadline_ns(now_ns, wait_ms) - (now_ns + wait_ms * kMs);
      EXPECT_GE(late_ns, 0) << wait_ms;
      EXPECT_LT(late_ns, std::max<int64_t>(1, std::min(wait_ms * kMs / 64, 8 * kMs))) << wait_ms;
    }
  }
}

TEST(LongPollDeadline, FetchesThatWaitInVainEndTogether) {
  const int64_t first = long_poll_deadline_ns(6'500 * kMs + 1, 500);
  EXPECT_EQ(long_poll_deadline_ns(6'500 * kMs + 6 * kMs, 500), first);
  EXPECT_NE(long_poll_deadline_ns(6'500 * kMs + 8 * kMs, 500), first);
}

TEST(LongPollDeadline, ShortWaitsAreExact) {
  EXPECT_EQ(long_poll_deadline_ns(12'345, 1), 12'345 + kMs);
  EXPECT_EQ(long_poll_deadline_ns(12'345, 63), 12'345 + 63 * kMs);
}

}  // namespace
}  // namespace klamm::fetch
