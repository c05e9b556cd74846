#include <gtest/gtest.h>

#include <algorithm>

#include "limits_world.h"

// max.connections, by listener and by address, and max.connection.creation.rate, over several shards.
namespace klamm::net {
namespace {

using namespace testing;
using Client = LimitsWorld::Client;

size_t closed_count(const std::vector<Client*>& clients) {
  return static_cast<size_t>(std::ranges::count_if(clients, [](const Client* c) { return c->closed_ns != 0; }));
}

struct Limits : ::testing::Test {
  Limits() : world(3) { world.cluster.has_second_listener = true; }
  std::vector<Client*> connect(size_t count, bool to_second_listener = false) {
    std::vector<Client*> clients;
    for (size_t i = 0; i < count; ++i) clients.push_back(&world.connect(to_second_listener));
    return clients;
  }
  void wait_for_connections(uint32_t count) {
    ASSERT_TRUE(world.run_until([&] { return world.connection_count() == count; }));
  }
  LimitsWorld world;
};

TEST_F(Limits, OneListenerIsFullAndTheOtherIsNot) {
  world.cluster.limits.listeners = {{.connections_max = 2}, {}};
  world.start();
  auto first = connect(4);
  const auto second = connect(5, true);
  wait_for_connections(7);
  world.run_for_ms(1'000);
  EXPECT_EQ(world.connection_count(), 7U);
  EXPECT_TRUE(world.cluster.listener->is_paused());
  EXPECT_FALSE(world.cluster.second_listener->is_paused());
  world.end(*first[0]);
  wait_for_connections(7);
  EXPECT_EQ(closed_count(first), 1U) << "who waits is not closed";
  world.set_limits({});
  wait_for_connections(8);
  EXPECT_FALSE(world.cluster.listener->is_paused());
  EXPECT_GT(world.cluster.listener->metrics().blocked_ns, 900'000'000);
}

TEST_F(Limits, AFullBrokerServesWhoIsThere) {
  world.cluster.limits.connections_max = 3;
  world.start();
  const auto clients = connect(6);
  wait_for_connections(3);
  for (Client* client : clients) world.send(*client, request_frame(kOther, 1, "x"));
  world.run_for_ms(1'000);
  EXPECT_EQ(world.started_count(), 3U);
}

TEST_F(Limits, ALowerBoundClosesThoseThatWereActiveLongestAgo) {
  world.start();
  auto clients = connect(9);
  wait_for_connections(9);
  for (const size_t index : {3, 4, 5, 8}) {
    world.run_for_ms(10);
    world.send(*clients[index], request_frame(kOther, 1, "x"));
  }
  world.run_for_ms(10);
  ConnectionLimits limits;
  limits.connections_max = 4;
  world.set_limits(limits);
  wait_for_connections(4);
  EXPECT_TRUE(world.run_until([&] { return closed_count(clients) == 5; }));
  EXPECT_EQ(world.metrics().excess_killed_count, 5U);
  // Each shard has had every third connection, and gave of its own: two, two and one.
  for (const size_t index : {3, 4, 5, 8}) EXPECT_EQ(clients[index]->closed_ns, 0) << index;
}

TEST_F(Limits, WhatIsEndingAlreadyIsNotTooMany) {
  world.start();
  const auto clients = connect(12);
  wait_for_connections(12);
  ConnectionLimits limits;
  limits.connections_max = 5;
  // Asked again and again while the orders and their reports are under way.
  for (int i = 0; i < 300; ++i) {
    world.set_limits(limits);
    world.runtime.run_for(1'000);
  }
  world.run_for_ms(100);
  EXPECT_EQ(world.connection_count(), 5U);
  EXPECT_EQ(closed_count(clients), 7U);
}

TEST_F(Limits, TheProtectedListenerIsServedAndPushesOthersOut) {
  world.cluster.limits.connections_max = 5;
  world.cluster.limits.protected_listener = 1;
  world.start();
  const auto first = connect(3, true);  // active longest ago, one on each shard
  world.run_for_ms(10);
  const auto others = connect(2);
  wait_for_connections(5);
  const auto more = connect(1, true);
  EXPECT_TRUE(world.run_until([&] { return closed_count(others) == 1; }));
  world.run_for_ms(100);
  EXPECT_EQ(world.connection_count(), 5U);
  const auto many = connect(5, true);
  EXPECT_TRUE(world.run_until([&] { return closed_count(others) == 2; }));
  wait_for_connections(9);
  world.run_for_ms(100);
  EXPECT_EQ(closed_count(first) + closed_count(more) + closed_count(many), 0U) << "no more can be closed";
}

TEST_F(Limits, AnAddressHasSoManyAndMoreAreClosedAtOnce) {
  world.cluster.limits.connections_per_ip_max = 4;
  world.start();
  auto clients = connect(6);
  EXPECT_TRUE(world.run_until([&] { return closed_count(clients) == 2; }));
  EXPECT_EQ(world.connection_count(), 4U);
  EXPECT_EQ(world.cluster.listener->metrics().refused_count, 2U);
  EXPECT_FALSE(world.cluster.listener->is_paused());
  EXPECT_EQ(clients[4]->closed_ns != 0 && clients[5]->closed_ns != 0, true);
  world.end(*clients[0]);
  wait_for_connections(3);
  Client& again = world.connect(true);
  wait_for_connections(4);
  EXPECT_EQ(again.closed_ns, 0) << "its place was given back";
  ConnectionLimits limits;
  limits.connections_per_ip_max = 1;
  limits.per_ip_overrides[*parse_ip_address("127.0.0.1")] = 5;
  world.set_limits(limits);
  const auto more = connect(2);
  EXPECT_TRUE(world.run_until([&] { return closed_count(more) == 1; }));
  EXPECT_EQ(world.connection_count(), 5U);
}

// Ten seconds' worth at once, then one after the other.
TEST_F(Limits, ConnectionsComeAtTheirRate) {
  world.cluster.limits.listeners = {{.creation_rate_max = 2}, {}};
  world.start();
  const auto clients = connect(30);
  const auto others = connect(30, true);
  world.run_for_ms(100);
  EXPECT_EQ(world.connection_count(), 20U + 30U) << "the other listener is not held up";
  EXPECT_EQ(world.cluster.listener->metrics().throttled_count, 1U);
  const int64_t since_ms = world.now_ms();
  wait_for_connections(60);
  EXPECT_GT(world.now_ms() - since_ms, 4'000) << "of ten more, each waits up to a second";
  EXPECT_LT(world.now_ms() - since_ms, 11'000);
  EXPECT_EQ(closed_count(clients), 0U);
}

// KIP-612: ten seconds' worth pass at once, the next is left without an answer and closed.
TEST_F(Limits, AnAddressThatComesTooFastIsClosedAfterAWhile) {
  world.start();
  {
    const reactor::Shard::Enter enter(world.runtime.shard(0));
    world.cluster.balancer->set_ip_rates({.each = 2.0, .named = {}}, {});
  }
  connect(20);
  wait_for_connections(20);
  Client& late = world.connect();
  const int64_t came_ms = world.now_ms();
  world.send(late, request_frame(kOther, 1, "x"));
  world.run_for_ms(400);
  EXPECT_EQ(late.closed_ns, 0) << "not at once";
  ASSERT_TRUE(world.run_until([&] { return late.closed_ns != 0; }));
  // 21 connections in ten seconds, of which 20 may be: half a second more.
  EXPECT_NEAR(static_cast<double>(late.closed_ns) / 1e6, static_cast<double>(came_ms + 500), 20);
  EXPECT_EQ(world.started_count(), 0U);
  EXPECT_EQ(world.connection_count(), 20U);
  EXPECT_EQ(world.cluster.listener->metrics().ip_throttled_count, 1U);
  {
    const reactor::Shard::Enter enter(world.runtime.shard(0));
    world.cluster.balancer->set_ip_rates({}, {});
  }
  connect(1);
  wait_for_connections(21);
}

TEST_F(Limits, AStopClosesThoseThatCameTooFast) {
  world.start();
  {
    const reactor::Shard::Enter enter(world.runtime.shard(0));
    world.cluster.balancer->set_ip_rates({.each = 0.1, .named = {}}, {});
  }
  const auto clients = connect(3);
  world.run_for_ms(20);
  EXPECT_EQ(world.connection_count(), 1U) << "one in ten seconds";
  EXPECT_EQ(world.cluster.listener->metrics().ip_throttled_count, 2U);
  EXPECT_EQ(closed_count(clients), 0U) << "two are held, for a second";
  const int64_t stopped_ms = world.now_ms();
  EXPECT_TRUE(world.runtime.stop());
  EXPECT_TRUE(world.run_until([&] { return closed_count(clients) == 3; }));
  EXPECT_LE(world.now_ms(), stopped_ms + 100) << "nobody waits for them";
}

TEST_F(Limits, AStopDoesNotWaitForThoseWhoWait) {
  world.cluster.limits.creation_rate_max = 1;
  world.cluster.limits.connections_max = 12;
  world.start();
  connect(20);
  world.run_for_ms(10);
  EXPECT_LE(world.connection_count(), 10U);
}

}  // namespace
}  // namespace klamm::net
