#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "limits_world.h"
#include "net/request_times.h"
#include "reactor/io_await.h"

// The steps of a request's life under virtual time, where only what a test does takes time.
namespace klamm::net {
namespace {

using namespace testing;

constexpr int64_t kMs = 1'000'000;
constexpr int64_t kWay = 2 * kMs;  // more than bytes are on their way, and than a turn of the loop takes

// What the request log was given.
struct Ended {
  using One = RequestLogEntry;
  const std::vector<std::unique_ptr<One>>& all;
  const RequestTimes& of(int32_t correlation_id) const {
    for (const auto& one : all) {
      if (one->correlation_id == correlation_id) return one->times;
    }
    ADD_FAILURE() << correlation_id << " has not ended";
    static const RequestTimes none;
    return none;
  }
};

struct Life : ::testing::Test {
  Life() : world(1), ended{world.cluster.log.requests} {
    world.cluster.options.request_log.mode = RequestLogMode::kAll;
    world.start();
    handler().echo = false;
  }
  FakeHandler& handler() { return *world.handlers[0]; }
  void wait_for_requests(size_t count) {
    ASSERT_TRUE(world.run_until([&] { return handler().started.size() == count; }));
  }
  void wait_for_ends(size_t count) {
    ASSERT_TRUE(world.run_until([&] { return ended.all.size() == count; }));
  }
  void answer(size_t index, Response response) {
    const reactor::Shard::Enter enter(world.runtime.shard(0));
    handler().answer(index, std::move(response));
  }
  void answer(size_t index) { answer(index, handler().make_response(index, "done")); }
  void append_ended(size_t index) {
    const reactor::Shard::Enter enter(world.runtime.shard(0));
    handler().append_ended(index);
  }
  // Of the one connection there is.
  std::optional<RequestInProgress> in_progress() {
    std::optional<RequestInProgress> found;
    world.cluster.registries[0]->for_each([&](const Connection& connection) { found = connection.in_progress(); });
    return found;
  }
  RequestPhase phase() {
    const auto found = in_progress();
    EXPECT_TRUE(found.has_value());
    return found ? found->phase : RequestPhase::kReceived;
  }
  int64_t now_ns() const { return world.world.now_ns(); }

  LimitsWorld world;
  const Ended ended;
};

// What took `expected_ms` by the test's doing; the way of bytes and turns of the loop come on top.
void expect_near(int64_t measured_ns, int64_t expected_ms) {
  EXPECT_GE(measured_ns, expected_ms * kMs);
  EXPECT_LE(measured_ns, expected_ms * kMs + kWay);
}

void expect_sum(const RequestTimes& times) {
  EXPECT_EQ(times.total_ns(),
            times.queued_ns() + times.local_ns() + times.remote_ns() + times.response_queued_ns() + times.send_ns());
  for (const int64_t part : {times.muted_ns(), times.queued_ns(), times.local_ns(), times.remote_ns(),
                             times.response_queued_ns(), times.send_ns()}) {
    EXPECT_GE(part, 0);
  }
}

TEST_F(Life, TheHandlersFirstStepIsLocalAndTheRestRemote) {
  handler().on_start = [&] { world.world.advance_to(now_ns() + 3 * kMs); };
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kOther, 1, "x"));
  wait_for_requests(1);
  world.run_for_ms(50);
  answer(0);
  wait_for_ends(1);
  const RequestTimes& times = ended.of(1);
  EXPECT_EQ(times.local_ns(), 3 * kMs);
  expect_near(times.remote_ns(), 50);
  EXPECT_LE(times.queued_ns() + times.response_queued_ns() + times.send_ns(), kWay);
  EXPECT_EQ(times.muted_ns(), 0);
  expect_sum(times);
}

TEST_F(Life, AnAnswerAtOnceHasNoRemoteTime) {
  handler().echo = true;
  handler().on_start = [&] { world.world.advance_to(now_ns() + 3 * kMs); };
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kOther, 1, "x"));
  wait_for_ends(1);
  EXPECT_EQ(ended.of(1).local_ns(), 3 * kMs);
  EXPECT_EQ(ended.of(1).remote_ns(), 0);
}

TEST_F(Life, AParkedRequestWaitsInTheRemoteTime) {
  handler().parks = true;
  handler().on_start = [&] { world.world.advance_to(now_ns() + 3 * kMs); };
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kOther, 1, "x"));
  wait_for_requests(1);
  world.run_for_ms(500);
  EXPECT_EQ(phase(), RequestPhase::kWaiting);
  answer(0);
  wait_for_ends(1);
  EXPECT_EQ(ended.of(1).local_ns(), 3 * kMs);
  expect_near(ended.of(1).remote_ns(), 500);
}

TEST_F(Life, WhatWaitsForTheRequestBeforeItIsMutedAndItsOwnTimeBeginsThen) {
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kOther, 1, "x") + request_frame(kOther, 2, "y"));
  wait_for_requests(1);
  world.run_for_ms(1'000);
  world.send(client, request_frame(kOther, 3, "z"));
  world.run_for_ms(1'000);
  EXPECT_EQ(handler().started.size(), 1u);
  answer(0);
  wait_for_requests(2);
  answer(1);
  wait_for_requests(3);
  answer(2);
  wait_for_ends(3);
  expect_near(ended.of(1).total_ns(), 2'000);
  EXPECT_EQ(ended.of(1).muted_ns(), 0);
  expect_near(ended.of(2).muted_ns(), 2'000);
  expect_near(ended.of(3).muted_ns() + kWay / 2, 1'000);
  for (const int32_t id : {2, 3}) {
    EXPECT_LE(ended.of(id).total_ns(), kWay);
    expect_sum(ended.of(id));
  }
}

TEST_F(Life, ABusyConnectionHoldsNoOther) {
  LimitsWorld::Client& busy = world.connect();
  world.send(busy, request_frame(kOther, 1, "x") + request_frame(kOther, 2, "y"));
  wait_for_requests(1);
  LimitsWorld::Client& other = world.connect();
  world.send(other, request_frame(kOther, 9, "z"));
  wait_for_requests(2);
  answer(1);
  wait_for_ends(1);
  EXPECT_LE(ended.of(9).total_ns(), kWay);
  EXPECT_EQ(ended.of(9).muted_ns(), 0);
  answer(0);
  wait_for_requests(3);
  answer(2);
}

TEST_F(Life, AnOverlappingProduceIsMutedUntilTheAppendBeforeItHasEnded) {
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kProduce, 1, "x") + request_frame(kProduce, 2, "y"));
  wait_for_requests(1);
  world.run_for_ms(100);
  append_ended(0);
  wait_for_requests(2);
  append_ended(1);
  world.run_for_ms(30);
  answer(1);  // the later one first: it waits for its turn
  world.run_for_ms(70);
  EXPECT_EQ(ended.all.size(), 0u);
  EXPECT_EQ(in_progress()->phase, RequestPhase::kWaiting) << "the oldest is told";
  answer(0);
  wait_for_ends(2);
  EXPECT_EQ(ended.all[0]->correlation_id, 1);
  expect_near(ended.of(1).remote_ns(), 200);
  EXPECT_LE(ended.of(1).response_queued_ns(), kWay);
  expect_near(ended.of(2).muted_ns(), 100);
  expect_near(ended.of(2).remote_ns(), 30);
  expect_near(ended.of(2).response_queued_ns(), 70);
  for (const int32_t id : {1, 2}) expect_sum(ended.of(id));
}

TEST_F(Life, WhatSendsNothingEndsWithItsAnswer) {
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kProduce, 1, "x"));
  wait_for_requests(1);
  world.run_for_ms(20);
  answer(0, Response{.kind = Response::Kind::kNothing});
  wait_for_ends(1);
  expect_near(ended.of(1).total_ns(), 20);
  EXPECT_EQ(ended.of(1).send_ns(), 0);
  EXPECT_EQ(client.closed_ns, 0);
  expect_sum(ended.of(1));
}

TEST_F(Life, ARequestThatClosesItsConnectionEndsToo) {
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kProduce, 1, "x"));
  wait_for_requests(1);
  world.run_for_ms(20);
  answer(0, Response{.kind = Response::Kind::kCloseConnection, .close_reason = "an error under acks=0"});
  wait_for_ends(1);
  expect_near(ended.of(1).total_ns(), 20);
  ASSERT_TRUE(world.run_until([&] { return client.closed_ns != 0; }));
  expect_sum(ended.of(1));
}

TEST_F(Life, RequestsOfAConnectionThatHasGoneEndOnce) {
  LimitsWorld::Client& client = world.connect();
  world.send(client, request_frame(kProduce, 1, "x") + request_frame(kProduce, 2, "y"));
  wait_for_requests(1);
  append_ended(0);
  wait_for_requests(2);
  answer(1);
  world.run_for_ms(10);
  world.world.network().reset(client.socket);
  world.run_for_ms(40);
  ASSERT_EQ(ended.all.size(), 1u) << "the answer that was ready goes with the connection";
  expect_near(ended.of(2).total_ns(), 10);
  answer(0);
  wait_for_ends(2);
  expect_near(ended.of(1).remote_ns(), 50);
  EXPECT_EQ(ended.of(1).send_ns(), 0);
  for (const int32_t id : {1, 2}) expect_sum(ended.of(id));
}

TEST_F(Life, TheTimeOfTheSendIsThatOfASlowReader) {
  struct SlowReader {
    static reactor::Task<void> ask(reactor::Shard& shard, reactor::Endpoint to, reactor::SocketHandle& socket) {
      const auto connected = co_await reactor::connect(shard.io(), to);
      if (!connected) co_return;
      socket = {*connected};
      std::string frame = request_frame(kOther, 1, "x") + request_frame(kOther, 2, "y");
      iovec piece{frame.data(), frame.size()};
      const std::span<iovec> pieces(&piece, 1);
      static_cast<void>(co_await reactor::send(shard.io(), socket, pieces));
    }
    static reactor::Task<void> read(reactor::Shard& shard, reactor::SocketHandle socket, size_t size, bool& done) {
      std::vector<std::byte> into(size);
      const std::span<std::byte> all(into);
      const auto got = co_await reactor::receive_all(shard.io(), socket, all);
      EXPECT_EQ(got.value_or(0), size);
      shard.io().close(socket);
      done = true;
    }
  };
  const size_t body_bytes = 2 * world.world.options().socket_buffer_bytes;
  reactor::SocketHandle socket;
  reactor::Shard& client = world.runtime.client();
  const reactor::Endpoint to{"127.0.0.1", world.cluster.listener->bound().port};
  world.runtime.spawn(client, SlowReader::ask(client, to, socket));
  wait_for_requests(1);
  answer(0, handler().make_response(0, std::string(body_bytes, 'a')));
  world.run_for_ms(700);
  EXPECT_EQ(phase(), RequestPhase::kSending);
  EXPECT_GE(in_progress()->since_ns, now_ns() - 700 * kMs);
  EXPECT_EQ(handler().started.size(), 1u) << "the next one is not even looked at";
  bool done = false;
  world.runtime.spawn(client, SlowReader::read(client, socket, 8 + body_bytes, done));
  wait_for_requests(2);
  expect_near(ended.of(1).send_ns(), 700);
  EXPECT_LE(ended.of(1).remote_ns() + ended.of(1).response_queued_ns(), kWay);
  answer(1, Response{.kind = Response::Kind::kNothing});
  wait_for_ends(2);
  expect_near(ended.of(2).muted_ns(), 700);
  ASSERT_TRUE(world.run_until([&] { return done; }));
}

TEST_F(Life, TellsThePhaseOfTheRequestInProgress) {
  LimitsWorld::Client& client = world.connect();
  EXPECT_EQ(in_progress(), std::nullopt);
  const std::string frame = request_frame(kOther, 1, std::string(100, 'x'));
  const int64_t begun_ns = now_ns();
  world.send(client, frame.substr(0, 50));
  world.run_for_ms(500);
  ASSERT_TRUE(in_progress().has_value());
  EXPECT_EQ(in_progress()->phase, RequestPhase::kReceived);
  EXPECT_EQ(in_progress()->api_key, kOther);
  EXPECT_LE(in_progress()->since_ns, begun_ns + kWay);

  std::optional<RequestPhase> at_start;
  handler().on_start = [&] { at_start = phase(); };
  world.send(client, frame.substr(50));
  wait_for_requests(1);
  EXPECT_EQ(at_start, RequestPhase::kExecuting);
  EXPECT_EQ(phase(), RequestPhase::kWaiting);
  EXPECT_GE(in_progress()->received_ns, begun_ns + 500 * kMs) << "its last byte";

  // A call to another shard is under way, and then home.
  reactor::CrossingTime& crossing = handler().started[0]->request->crossing;
  crossing.leaves(now_ns());
  EXPECT_EQ(phase(), RequestPhase::kRemoteShard);
  EXPECT_EQ(in_progress()->since_ns, now_ns());
  const int64_t left_ns = now_ns();
  world.run_for_ms(10);
  crossing.is_home(left_ns, left_ns + 2 * kMs, left_ns + 9 * kMs, left_ns + 10 * kMs);
  EXPECT_EQ(crossing.total_ns, 3 * kMs);
  EXPECT_EQ(phase(), RequestPhase::kWaiting);
  answer(0);
  wait_for_ends(1);
  EXPECT_EQ(in_progress(), std::nullopt);
}

}  // namespace
}  // namespace klamm::net
