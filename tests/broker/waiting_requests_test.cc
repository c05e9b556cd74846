#include "broker/waiting_requests.h"

#include <gtest/gtest.h>

#include <optional>

namespace klamm::broker {
namespace {

class Counting final : public WaitingRequest {
 public:
  Counting(WaitingRequests& all, net::ConnectionInfo& connection) { join(all, connection); }
  void end_early() noexcept override { ++ended; }
  using WaitingRequest::leave;
  int ended = 0;
};

TEST(WaitingRequests, OnlyTheOneOfTheConnectionEnds) {
  WaitingRequests all;
  net::ConnectionInfo connections[3];
  Counting a(all, connections[0]);
  Counting b(all, connections[1]);
  Counting c(all, connections[2]);
  WaitingRequests::end_of(connections[1]);
  EXPECT_EQ(a.ended, 0);
  EXPECT_EQ(b.ended, 1);
  EXPECT_EQ(c.ended, 0);
  WaitingRequests::end_of(connections[1]);
  EXPECT_EQ(b.ended, 1);
  all.end_all();
  EXPECT_EQ(a.ended, 1);
  EXPECT_EQ(b.ended, 1);
  EXPECT_EQ(c.ended, 1);
}

TEST(WaitingRequests, AllEndOnce) {
  WaitingRequests all;
  net::ConnectionInfo connections[3];
  Counting a(all, connections[0]);
  Counting b(all, connections[1]);
  Counting c(all, connections[2]);
  all.end_all();
  all.end_all();
  EXPECT_EQ(a.ended + b.ended + c.ended, 3);
  EXPECT_TRUE(all.empty());
}

TEST(WaitingRequests, OneThatIsGoneIsNotTold) {
  WaitingRequests all;
  net::ConnectionInfo connections[3];
  Counting a(all, connections[0]);
  std::optional<Counting> b(std::in_place, all, connections[1]);
  Counting c(all, connections[2]);
  b.reset();
  WaitingRequests::end_of(connections[1]);
  c.leave();
  all.end_all();
  EXPECT_EQ(a.ended, 1);
  EXPECT_EQ(c.ended, 0);
  EXPECT_TRUE(all.empty());
}

TEST(WaitingRequests, TheNextOneOfAConnectionJoinsWhenTheOneBeforeHasLeft) {
  WaitingRequests all;
  net::ConnectionInfo connection;
  Counting a(all, connection);
  a.leave();
  Counting b(all, connection);
  WaitingRequests::end_of(connection);
  EXPECT_EQ(a.ended, 0);
  EXPECT_EQ(b.ended, 1);
}

}  // namespace
}  // namespace klamm::broker
