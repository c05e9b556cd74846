#include <gtest/gtest.h>

#include "limits_world.h"

// Connections that are throttled (KIP-219), under virtual time: when the next request starts, and what else goes on.
namespace klamm::net {
namespace {

using namespace testing;

constexpr int32_t kThrottleMs = 500;

struct Throttled : ::testing::Test {
  explicit Throttled(uint64_t request_memory_bytes = NetOptions{}.request_memory_bytes) : world(1) {
    world.cluster.options.idle_ms = 600'000;
    world.cluster.options.request_memory_bytes = request_memory_bytes;
    world.start();
    handler().echo = false;
  }
  FakeHandler& handler() { return *world.handlers[0]; }
  void end_append(size_t index) {
    const reactor::Shard::Enter enter(world.runtime.shard(0));
    handler().append_ended(index);
  }
  // A client with two Produces in execution, of which the first has appended, and a third request behind them.
  LimitsWorld::Client& overlapping_client(int16_t third_api) {
    LimitsWorld::Client& client = world.connect();
    world.send(client,
               request_frame(kProduce, 1, "x") + request_frame(kProduce, 2, "y") + request_frame(third_api, 3, "z"));
    wait_for_requests(1);
    end_append(0);
    wait_for_requests(2);
    return client;
  }
  void wait_for_requests(size_t count) {
    ASSERT_TRUE(world.run_until([&] { return handler().started.size() == count; }));
  }
  void answer(size_t index, int32_t throttle_ms, Response::Kind kind = Response::Kind::kSend) {
    const reactor::Shard::Enter enter(world.runtime.shard(0));
    Response response = handler().make_response(index, "done");
    response.kind = kind;
    response.throttle_ms = throttle_ms;
    handler().answer(index, std::move(response));
  }
  // A client whose first request is answered with a throttle at `throttled_ms`, and whose second is already there.
  LimitsWorld::Client& throttled_client(int16_t api = kOther) {
    LimitsWorld::Client& client = world.connect();
    world.send(client, request_frame(api, 1, "x") + request_frame(api, 2, "y"));
    wait_for_requests(1);
    world.run_for_ms(20);
    throttled_ms = world.now_ms();
    answer(0, kThrottleMs);
    return client;
  }
  // The second request starts when the throttle is over, not sooner and not later.
  void expect_second_at_the_end() {
    world.run_for_ms(throttled_ms + kThrottleMs - world.now_ms() - 2);
    EXPECT_EQ(handler().started.size(), 1U);
    wait_for_requests(2);
    EXPECT_NEAR(static_cast<double>(world.now_ms()), static_cast<double>(throttled_ms + kThrottleMs), 2);
  }

  LimitsWorld world;
  int64_t throttled_ms = 0;
};

TEST_F(Throttled, TheAnswerLeavesAtOnceAndTheNextRequestWaits) {
  LimitsWorld::Client& client = throttled_client();
  world.run_for_ms(20);
  EXPECT_FALSE(client.received.empty()) << "MUTED_AND_THROTTLED: the answer has left";
  expect_second_at_the_end();
}

TEST_F(Throttled, ARequestThatComesMeanwhileWaitsToo) {
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kOther, 1, "x"));
  wait_for_requests(1);
  throttled_ms = world.now_ms();
  answer(0, kThrottleMs);
  world.run_for_ms(100);
  world.send(client, request_frame(kOther, 2, "y"));
  expect_second_at_the_end();
}

TEST_F(Throttled, OneThatSendsLaterWaitsNoLonger) {
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kOther, 1, "x"));
  wait_for_requests(1);
  answer(0, kThrottleMs);
  world.run_for_ms(2 * kThrottleMs);
  const int64_t sent_ms = world.now_ms();
  world.send(client, request_frame(kOther, 2, "y"));
  wait_for_requests(2);
  EXPECT_LE(world.now_ms(), sent_ms + 5);
}

// MUTED_AND_THROTTLED_AND_RESPONSE_PENDING: overlapping Produces, of which the second is throttled while the first
// has no answer yet. Either end alone starts nothing.
TEST_F(Throttled, ThrottledBeforeAnEarlierAnswerIsThere) {
  LimitsWorld::Client& client = overlapping_client(kOther);
  answer(1, kThrottleMs);
  world.run_for_ms(2 * kThrottleMs);
  EXPECT_TRUE(client.received.empty()) << "the first answer is still to come";
  EXPECT_EQ(handler().started.size(), 2U) << "the throttle is over, the answer pending";
  answer(0, 0);
  wait_for_requests(3);
  EXPECT_TRUE(world.run_until([&] { return !client.received.empty(); }));
}

TEST_F(Throttled, AThrottleStopsTheOverlapOfProduces) {
  overlapping_client(kProduce);
  throttled_ms = world.now_ms();
  answer(0, kThrottleMs);
  end_append(1);
  world.run_for_ms(kThrottleMs - 10);
  EXPECT_EQ(handler().started.size(), 2U);
  wait_for_requests(3);
  EXPECT_NEAR(static_cast<double>(world.now_ms()), static_cast<double>(throttled_ms + kThrottleMs), 2);
}

TEST_F(Throttled, ARequestWithoutAnAnswerIsThrottledToo) {
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kProduce, 1, "x") + request_frame(kProduce, 2, "y"));
  wait_for_requests(1);
  throttled_ms = world.now_ms();
  answer(0, kThrottleMs, Response::Kind::kNothing);
  expect_second_at_the_end();
  EXPECT_TRUE(client.received.empty());
}

TEST_F(Throttled, TheLongestOfSeveralCounts) {
  overlapping_client(kOther);
  throttled_ms = world.now_ms();
  answer(0, kThrottleMs);
  answer(1, kThrottleMs / 2);
  world.run_for_ms(kThrottleMs - 10);
  EXPECT_EQ(handler().started.size(), 2U);
  wait_for_requests(3);
  EXPECT_NEAR(static_cast<double>(world.now_ms()), static_cast<double>(throttled_ms + kThrottleMs), 2);
}

TEST_F(Throttled, AnotherConnectionIsNotHeldUp) {
  throttled_client();
  LimitsWorld::Client& other = world.connect();
  const int64_t sent_ms = world.now_ms();
  world.send(other, request_frame(kOther, 7, "x"));
  wait_for_requests(2);
  EXPECT_LE(world.now_ms(), sent_ms + 5);
}

TEST_F(Throttled, OneWhosePeerGoesEndsAtOnce) {
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kOther, 1, "x"));
  wait_for_requests(1);
  answer(0, 60'000);
  world.run_for_ms(20);
  const int64_t ended_ms = world.now_ms();
  world.end(client);
  ASSERT_TRUE(world.run_until([&] { return world.connection_count() == 0; }));
  EXPECT_LE(world.now_ms(), ended_ms + 10);
}

TEST_F(Throttled, ItIsNotIdleMeanwhileAndItsIdleTimeBeginsAfterwards) {
  NetOptions options = world.cluster.options;
  options.idle_ms = 32'000;
  world.set_options(options);
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kOther, 1, "x"));
  wait_for_requests(1);
  answer(0, 100'000);
  const int64_t since_ms = world.now_ms() + 100'000;
  world.run_for_ms(100'000 + 31'000);
  EXPECT_EQ(client.closed_ns, 0);
  ASSERT_TRUE(world.run_until([&] { return client.closed_ns != 0; }));
  EXPECT_GE(client.closed_ns / 1'000'000, since_ms + 32'000);
}

// Memory for one large request and one more beyond the bound.
struct ThrottledWithLittleMemory : Throttled {
  static constexpr size_t kMiB = size_t{1} << 20;
  ThrottledWithLittleMemory() : Throttled(8 * kMiB) {}

  static std::string large_frame(int16_t api, int32_t id, size_t size) {
    return request_frame(api, id, std::string(size, 'x'));
  }
  RequestMemory& memory() { return world.cluster.registries[0]->memory(); }
  // A client whose first Produce, number `index`, has appended and is not answered, so that its second may be received.
  LimitsWorld::Client& client_after_an_append(size_t index) {
    LimitsWorld::Client& client = world.connect();
    world.send(client, request_frame(kProduce, 1, "x"));
    wait_for_requests(index + 1);
    end_append(index);
    return client;
  }
};

TEST_F(ThrottledWithLittleMemory, NobodyWaitsForMemoryBehindIt) {
  world.send(world.connect(), large_frame(kOther, 1, 6 * kMiB));
  wait_for_requests(1);
  world.send(world.connect(), large_frame(kOther, 1, 4 * kMiB));
  wait_for_requests(2);
  LimitsWorld::Client& throttled = client_after_an_append(2);
  world.send(throttled, large_frame(kProduce, 2, 4 * kMiB));
  ASSERT_TRUE(world.run_until([&] { return memory().waiting_count() == 1; }));
  world.send(world.connect(), large_frame(kOther, 1, 4 * kMiB));
  ASSERT_TRUE(world.run_until([&] { return memory().waiting_count() == 2; }));
  throttled_ms = world.now_ms();
  answer(2, kThrottleMs);
  answer(0, 0);
  answer(1, 0);
  wait_for_requests(4);
  EXPECT_LT(world.now_ms(), throttled_ms + kThrottleMs) << "the last one, before the throttle is over";
  answer(3, 0);
  wait_for_requests(5);
  EXPECT_GE(world.now_ms(), throttled_ms + kThrottleMs - 2);
}

TEST_F(ThrottledWithLittleMemory, WhoGoesBeyondTheBoundComesToItsEnd) {
  world.send(world.connect(), large_frame(kOther, 1, 6 * kMiB));
  wait_for_requests(1);
  LimitsWorld::Client& throttled = client_after_an_append(1);
  const std::string second = large_frame(kProduce, 2, 4 * kMiB);
  world.send(throttled, second.substr(0, 2 * kMiB));
  ASSERT_TRUE(world.run_until([&] { return memory().held_bytes() > memory().large_limit_bytes(); }));
  world.send(world.connect(), large_frame(kOther, 1, 4 * kMiB));
  ASSERT_TRUE(world.run_until([&] { return memory().waiting_count() == 1; }));
  throttled_ms = world.now_ms();
  answer(1, kThrottleMs);
  world.send(throttled, second.substr(2 * kMiB));
  wait_for_requests(3);
  answer(2, 0);
  wait_for_requests(4);
  EXPECT_LT(world.now_ms(), throttled_ms + kThrottleMs);
}

TEST_F(Throttled, AStopDoesNotWaitForIt) {
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kOther, 1, "x") + request_frame(kOther, 2, "y"));
  wait_for_requests(1);
  answer(0, 60'000);
  world.run_for_ms(20);
  const int64_t stopped_ms = world.now_ms();
  EXPECT_TRUE(world.runtime.stop());
  EXPECT_LE(world.now_ms(), stopped_ms + 100);
  EXPECT_EQ(handler().started.size(), 1U);
}

}  // namespace
}  // namespace klamm::net
