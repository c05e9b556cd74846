#include "net/arrival_times.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>

namespace klamm::net {
namespace {

TEST(ArrivalTimes, AFrameCameWithItsLastByte) {
  ArrivalTimes arrivals;
  arrivals.arrived(10, 100);
  arrivals.arrived(5, 200);
  EXPECT_EQ(arrivals.first_ns(), 100);
  EXPECT_EQ(arrivals.take(4), 100);
  EXPECT_EQ(arrivals.take(6), 100);
  EXPECT_EQ(arrivals.take(5), 200);
  arrivals.arrived(3, 300);
  arrivals.arrived(3, 400);
  EXPECT_EQ(arrivals.take(4), 400);
  EXPECT_EQ(arrivals.first_ns(), 400);
  EXPECT_EQ(arrivals.take(2), 400);
}

// Against a list of every byte: exact while there are few arrivals, and never too early.
TEST(ArrivalTimes, AgreeWithAListOfBytes) {
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    ArrivalTimes arrivals;
    std::deque<int64_t> bytes;
    size_t arrivals_since_empty = 0;
    int64_t now_ns = 0;
    for (int step = 0; step < 200; ++step) {
      if (bytes.empty()) arrivals_since_empty = 0;
      if (random() % 2 == 0 || bytes.empty()) {
        now_ns += random() % 3;
        const size_t count = random() % 20;
        arrivals.arrived(count, now_ns);
        bytes.insert(bytes.end(), count, now_ns);
        ++arrivals_since_empty;
      } else {
        const size_t count = 1 + random() % bytes.size();
        const int64_t exact = bytes[count - 1];
        bytes.erase(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(count));
        const int64_t told = arrivals.take(count);
        EXPECT_GE(told, exact);
        EXPECT_LE(told, now_ns);
        if (arrivals_since_empty <= ArrivalTimes::kMarkMax) {
          EXPECT_EQ(told, exact) << "seed " << seed;
        }
      }
    }
  }
}

}  // namespace
}  // namespace klamm::net
