#include <gtest/gtest.h>

#include "limits_world.h"

// connections.max.idle.ms and request.receive.timeout.ms under virtual time.
namespace klamm::net {
namespace {

using namespace testing;

constexpr int64_t kIdleMs = 32'000;
constexpr int64_t kLateMs = kIdleMs / 32 + 100;  // how late a look may come, and the way to the client

struct Idle : ::testing::Test {
  explicit Idle(uint32_t shard_count = 2) : world(shard_count) {
    world.cluster.options.idle_ms = kIdleMs;
    world.start();
  }
  void wait_for_requests(size_t count) {
    ASSERT_TRUE(world.run_until([&] { return world.started_count() == count; }));
  }
  // From `since_ms` on the whole idle time, and little more.
  void expect_closed_by_idleness(const LimitsWorld::Client& client, int64_t since_ms) {
    ASSERT_TRUE(world.run_until([&] { return client.closed_ns != 0; }));
    EXPECT_GE(client.closed_ns / 1'000'000, since_ms + kIdleMs);
    EXPECT_LE(client.closed_ns / 1'000'000, since_ms + kIdleMs + kLateMs);
  }
  LimitsWorld world;
};

TEST_F(Idle, AConnectionThatSaysNothingIsClosed) {
  const LimitsWorld::Client& client = world.connect();
  expect_closed_by_idleness(client, world.now_ms());
  EXPECT_EQ(world.metrics().expired_connections_killed_count, 1U);
  EXPECT_TRUE(world.cluster.log.lines.empty()) << world.cluster.log.lines[0];
}

TEST_F(Idle, TheTimeBeginsWithTheLastRequest) {
  LimitsWorld::Client& client = world.connect();
  for (int i = 0; i < 5; ++i) {
    world.run_for_ms(kIdleMs - 2'000);
    ASSERT_EQ(client.closed_ns, 0) << i;
    world.send(client, request_frame(kOther, i, "x"));
    wait_for_requests(static_cast<size_t>(i) + 1);
  }
  expect_closed_by_idleness(client, world.now_ms());
}

TEST_F(Idle, ARequestInExecutionIsNotIdleAndItsAnswerBeginsTheTimeAnew) {
  for (const auto& handler : world.handlers) handler->echo = false;
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kOther, 1, "x"));
  wait_for_requests(1);
  world.run_for_ms(5 * kIdleMs);
  EXPECT_EQ(client.closed_ns, 0);
  for (uint32_t shard = 0; shard < 2; ++shard) {
    if (world.handlers[shard]->started.empty()) continue;
    const reactor::Shard::Enter enter(world.runtime.shard(shard));
    world.handlers[shard]->answer(0);
  }
  ASSERT_TRUE(world.run_until([&] { return !client.received.empty(); }));
  expect_closed_by_idleness(client, world.now_ms());
}

TEST_F(Idle, AParkedRequestIsNotIdle) {
  for (const auto& handler : world.handlers) handler->echo = false, handler->parks = true;
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kOther, 1, "x"));
  wait_for_requests(1);
  world.run_for_ms(5 * kIdleMs);
  EXPECT_EQ(client.closed_ns, 0);
  EXPECT_EQ(world.connection_count(), 1U);
}

TEST_F(Idle, ItsTimeCanChangeWhileConnectionsAreThere) {
  NetOptions options = world.cluster.options;
  options.idle_ms = -1;
  world.set_options(options);
  const LimitsWorld::Client& client = world.connect();
  world.run_for_ms(100 * kIdleMs);
  EXPECT_EQ(client.closed_ns, 0) << "below 0: never";
  const LimitsWorld::Client& fresh = world.connect();
  options.idle_ms = kIdleMs;
  world.set_options(options);
  const int64_t since_ms = world.now_ms();
  ASSERT_TRUE(world.run_until([&] { return client.closed_ns != 0; }));
  EXPECT_LE(client.closed_ns / 1'000'000, since_ms + kLateMs) << "it was idle for long";
  EXPECT_EQ(fresh.closed_ns, 0);
  expect_closed_by_idleness(fresh, since_ms);
}

TEST(IdleTime, AShorterOneHoldsAtOnce) {
  LimitsWorld world(2);
  NetOptions options;
  options.idle_ms = options.receive_timeout_ms = 1'000 * kIdleMs;
  world.cluster.options = options;
  world.start();
  const LimitsWorld::Client& client = world.connect();
  world.run_for_ms(2 * kIdleMs);
  options.idle_ms = kIdleMs;
  world.set_options(options);
  world.run_for_ms(kLateMs);
  EXPECT_NE(client.closed_ns, 0);
}

TEST_F(Idle, ManyEndInTheirTurn) {
  std::vector<const LimitsWorld::Client*> clients;
  for (int i = 0; i < 1000; ++i) clients.push_back(&world.connect());
  ASSERT_TRUE(world.run_until([&] { return world.connection_count() == 0; }));
  EXPECT_EQ(world.metrics().expired_connections_killed_count, 1000U);
}

struct HalfOpen : Idle {
  HalfOpen() {
    NetOptions options = world.cluster.options;
    options.idle_ms = 100 * kIdleMs;
    options.receive_timeout_ms = kIdleMs;
    world.set_options(options);
  }
};

// Whether its bytes come now and then or not at all: the frame's whole time counts.
TEST_F(HalfOpen, AFrameThatDripsIsClosed) {
  LimitsWorld::Client& client = world.connect();
  world.run_for_ms(2 * kIdleMs);
  const std::string frame = request_frame(kOther, 1, pattern(1000));
  const int64_t since_ms = world.now_ms();
  for (size_t i = 0; i < frame.size() && client.closed_ns == 0; ++i) {
    world.send(client, frame.substr(i, 1));
    world.run_for_ms(1'000);
  }
  expect_closed_by_idleness(client, since_ms);
  EXPECT_EQ(world.metrics().receive_timeout_count, 1U);
  ASSERT_EQ(world.cluster.log.lines.size(), 1U);
  EXPECT_NE(world.cluster.log.lines[0].find("a request was not received within 32000 ms"), std::string::npos);
}

TEST_F(HalfOpen, ALargeFrameThatStopsIsClosed) {
  LimitsWorld::Client& client = world.connect();
  const std::string frame = request_frame(kOther, 1, pattern(1'000'000));
  const int64_t since_ms = world.now_ms();
  world.send(client, frame.substr(0, 300'000));
  expect_closed_by_idleness(client, since_ms);
  EXPECT_EQ(world.connection_count(), 0U);
}

TEST_F(HalfOpen, EachFrameHasItsOwnTime) {
  LimitsWorld::Client& client = world.connect();
  for (size_t i = 0; i < 4; ++i) {
    const std::string frame = request_frame(kOther, static_cast<int32_t>(i), pattern(1000));
    world.send(client, frame.substr(0, 500));
    world.run_for_ms(kIdleMs - 2'000);
    // The next one begins with the bytes that end this one.
    world.send(client, frame.substr(500));
    wait_for_requests(i + 1);
  }
  EXPECT_EQ(client.closed_ns, 0);
  world.run_for_ms(2 * kIdleMs);
  EXPECT_EQ(client.closed_ns, 0) << "nothing is half there";
}

// The time in which it may not be received does not count.
TEST_F(HalfOpen, AFrameThatWaitsForMemoryIsNotClosed) {
  NetOptions options = world.cluster.options;
  options.idle_ms = options.receive_timeout_ms = kIdleMs;
  options.request_memory_bytes = 20'000;
  world.set_options(options);
  for (const auto& handler : world.handlers) handler->echo = false;
  std::vector<LimitsWorld::Client*> clients;
  // On each shard one holds the memory and one may go beyond it; the rest wait.
  for (int32_t i = 0; i < 6; ++i) {
    clients.push_back(&world.connect());
    world.send(*clients.back(), request_frame(kOther, i, pattern(9'000)));
    world.run_for_ms(10);
  }
  EXPECT_EQ(world.started_count(), 4U);
  world.run_for_ms(5 * kIdleMs);
  for (const LimitsWorld::Client* client : clients) EXPECT_EQ(client->closed_ns, 0);
  options.request_memory_bytes = 1'000'000;
  world.set_options(options);
  wait_for_requests(6);
}

TEST_F(HalfOpen, ALargeFrameThatWaitsForMemoryInItsMiddleIsNotClosed) {
  NetOptions options = world.cluster.options;
  options.receive_timeout_ms = kIdleMs;
  options.request_memory_bytes = 4'000'000;
  world.set_options(options);
  for (const auto& handler : world.handlers) handler->echo = false;
  std::vector<LimitsWorld::Client*> clients;
  for (int i = 0; i < 4; ++i) clients.push_back(&world.connect());
  const std::string waiting = request_frame(kOther, 1, pattern(3'000'000));
  for (int i = 0; i < 2; ++i) world.send(*clients[static_cast<size_t>(i)], waiting.substr(0, 1'500'000));
  world.run_for_ms(1'000);
  // One on each shard, which goes beyond the bound and is not answered.
  for (int i = 2; i < 4; ++i) {
    world.send(*clients[static_cast<size_t>(i)], request_frame(kOther, 1, pattern(2'500'000)));
  }
  wait_for_requests(2);
  for (int i = 0; i < 2; ++i) world.send(*clients[static_cast<size_t>(i)], waiting.substr(1'500'000));
  world.run_for_ms(1'000);
  for (const auto& registry : world.cluster.registries) ASSERT_EQ(registry->memory().waiting_count(), 1U);
  world.run_for_ms(5 * kIdleMs);
  for (const LimitsWorld::Client* client : clients) EXPECT_EQ(client->closed_ns, 0);
  options.request_memory_bytes = 40'000'000;
  world.set_options(options);
  wait_for_requests(4);
}

}  // namespace
}  // namespace klamm::net
