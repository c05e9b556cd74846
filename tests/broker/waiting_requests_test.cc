#include "broker/waiting_requests.h"

#include <gtest/gtest.h>

#include <optional>

namespace klamm::broker {
namespace {

class Counting final : public WaitingRequest {
 public:
  using WaitingRequest::WaitingRequest;
  void end_early() noexcept override { ++ended; }
  int ended = 0;
};

TEST(WaitingRequests, OnlyThoseOfTheConnectionEnd) {
  WaitingRequests all;
  net::ConnectionInfo first;
  net::ConnectionInfo second;
  Counting a(all, first);
  Counting b(all, second);
  all.end_of(first);
  EXPECT_EQ(a.ended, 1);
  EXPECT_EQ(b.ended, 0);
  all.end_of(first);
  EXPECT_EQ(a.ended, 1);
}

TEST(WaitingRequests, AllEndOnce) {
  WaitingRequests all;
  net::ConnectionInfo connection;
  Counting a(all, connection);
  Counting b(all, connection);
  Counting c(all, connection);
  all.end_all();
  all.end_all();
  EXPECT_EQ(a.ended + b.ended + c.ended, 3);
  EXPECT_TRUE(all.empty());
}

TEST(WaitingRequests, OneThatIsGoneIsNotTold) {
  WaitingRequests all;
  net::ConnectionInfo connection;
  Counting a(all, connection);
  std::optional<Counting> b(std::in_place, all, connection);
  Counting c(all, connection);
  b.reset();
  all.end_of(connection);
  EXPECT_EQ(a.ended, 1);
  EXPECT_EQ(c.ended, 1);
  EXPECT_TRUE(all.empty());
}

}  // namespace
}  // namespace klamm::broker
