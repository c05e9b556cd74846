#include "net/connection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "harness.h"

namespace klamm::net {
namespace {

using namespace testing;
using namespace std::string_literals;

TEST(Connection, AnswersARequest) {
  Harness harness;
  const auto client = harness.connect();
  client->send(request_frame(kOther, 7, "hello"));
  EXPECT_EQ(client->receive_frame(), big_endian_32(7) + "hello");
  EXPECT_EQ(harness.registry->connection_count(), 1u);
  EXPECT_EQ(harness.registry->memory().held_bytes(), 0u) << "an idle connection holds no buffer";
}

TEST(Connection, TellsTheHandlerWhoAsks) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  std::string frame = big_endian_16(kOther) + big_endian_16(0) + big_endian_32(1) + big_endian_16(3) + "abc" + "body";
  client->send(big_endian_32(static_cast<int64_t>(frame.size())) + frame);
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  const Request& request = *harness.handler.started[0]->request;
  EXPECT_EQ(request.client_id, "abc");
  EXPECT_FALSE(request.client_id_is_null);
  EXPECT_EQ(request.header.size(), 13u);
  EXPECT_EQ(request.connection->listener_name, "PLAINTEXT");
  EXPECT_EQ(request.connection->local.port, harness.listener->bound().port);
  EXPECT_EQ(request.connection->peer.host, "127.0.0.1");
  EXPECT_GT(request.times.received_ns, 0);
  harness.handler.answer(0);
  EXPECT_EQ(client->receive_correlation_id(), 1);
}

TEST(Connection, TakesBytesOneByOne) {
  Harness harness;
  const auto client = harness.connect();
  client->send_pieces(request_frame(kOther, 1, "first") + request_frame(kProduce, 2, "second"), 1);
  EXPECT_EQ(client->receive_frame(), big_endian_32(1) + "first");
  EXPECT_EQ(client->receive_frame(), big_endian_32(2) + "second");
}

TEST(Connection, TakesManyFramesOfOneSegment) {
  Harness harness;
  const auto client = harness.connect();
  std::string stream;
  for (int i = 0; i < 500; ++i)
    stream += request_frame(i % 3 == 0 ? kProduce : kOther, i, pattern(static_cast<size_t>(i)));
  client->send(stream);
  for (int i = 0; i < 500; ++i) {
    ASSERT_EQ(client->receive_frame(), big_endian_32(i) + pattern(static_cast<size_t>(i)));
  }
  EXPECT_EQ(harness.registry->memory().held_bytes(), 0u);
}

TEST(Connection, ExecutesOneRequestAtATime) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  client->send(request_frame(kOther, 1, "a") + request_frame(kOther, 2, "b") + request_frame(kProduce, 3, "c"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  harness.settle();
  EXPECT_EQ(harness.handler.started.size(), 1u);
  harness.handler.answer(0);
  EXPECT_EQ(client->receive_correlation_id(), 1);
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 2; }));
  harness.settle();
  EXPECT_EQ(harness.handler.started.size(), 2u);
  harness.handler.answer(1);
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 3; }));
  harness.handler.answer(2);
  EXPECT_EQ(client->receive_correlation_id(), 2);
  EXPECT_EQ(client->receive_correlation_id(), 3);
}

TEST(Connection, ProducesOverlapFromTheEndOfTheAppendOn) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  std::string stream;
  for (int i = 0; i < 12; ++i) stream += request_frame(kProduce, i, "p");
  stream += request_frame(kOther, 12, "o");
  client->send(stream);
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  harness.settle();
  EXPECT_EQ(harness.handler.started.size(), 1u);
  for (size_t i = 0; i < kOverlapMax - 1; ++i) {
    harness.handler.append_ended(i);
    ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == i + 2; }));
  }
  harness.handler.append_ended(kOverlapMax - 1);
  harness.settle();
  EXPECT_EQ(harness.handler.started.size(), kOverlapMax);
  // Answers that are ready out of order wait for the oldest.
  for (size_t i = kOverlapMax - 1; i > 0; --i) harness.handler.answer(i);
  harness.settle();
  EXPECT_EQ(harness.handler.started.size(), kOverlapMax);
  harness.handler.answer(0);
  for (int i = 0; i < static_cast<int>(kOverlapMax); ++i) EXPECT_EQ(client->receive_correlation_id(), i);
  harness.handler.echo = true;
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() > kOverlapMax; }));
  harness.handler.answer(kOverlapMax);
  for (int i = kOverlapMax; i <= 12; ++i) EXPECT_EQ(client->receive_correlation_id(), i);
}

TEST(Connection, ARequestMayWaitWithoutATask) {
  Harness harness;
  harness.handler.echo = false;
  harness.handler.parks = true;
  const auto client = harness.connect();
  client->send(request_frame(kOther, 1, "a") + request_frame(kOther, 2, "b") + request_frame(kProduce, 3, "c"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  harness.settle();
  EXPECT_EQ(harness.handler.started.size(), 1u) << "it is in execution while it waits";
  EXPECT_EQ(harness.handler.parked_count, 1u);
  harness.handler.answer(0);
  EXPECT_EQ(client->receive_correlation_id(), 1);
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 2; }));
  harness.handler.answer(1);
  EXPECT_EQ(client->receive_correlation_id(), 2);
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 3; }));
  EXPECT_EQ(harness.handler.parked_count, 0u);
  harness.handler.answer(2);
  EXPECT_EQ(client->receive_correlation_id(), 3);
}

TEST(Connection, RandomMixesStartAndAnswerInOrder) {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    Harness harness;
    harness.handler.echo = false;
    harness.handler.parks = seed % 2 == 0;
    const auto client = harness.connect();
    constexpr int kCount = 80;
    std::string stream;
    std::vector<int16_t> kinds;
    for (int i = 0; i < kCount; ++i) {
      kinds.push_back(random() % 4 == 0 ? kOther : kProduce);
      stream += request_frame(kinds.back(), i, pattern(random() % 300, random()));
    }
    client->send_pieces(stream, 1 + random() % 2000);
    auto& started = harness.handler.started;
    std::vector<bool> appended(kCount, false);
    size_t answered = 0;
    while (answered < kCount) {
      ASSERT_TRUE(harness.run_until([&] { return started.size() > answered; })) << "seed " << seed;
      harness.settle(static_cast<int>(random() % 4));
      // Who runs together must be allowed to.
      std::vector<size_t> running;
      for (size_t i = 0; i < started.size(); ++i) {
        ASSERT_EQ(started[i]->correlation_id, static_cast<int32_t>(i)) << "start order, seed " << seed;
        if (!started[i]->answered) running.push_back(i);
      }
      ASSERT_LE(running.size(), kOverlapMax);
      if (running.size() > 1) {
        for (const size_t i : running) ASSERT_EQ(kinds[i], kProduce);
      }
      for (size_t i = 0; i + 1 < started.size(); ++i) {
        ASSERT_TRUE(started[i]->answered || appended[i]) << "started before the append of the one before had ended";
      }
      if (running.empty()) continue;
      const size_t pick = running[random() % running.size()];
      if (random() % 2 == 0) {
        appended[pick] = true;
        harness.handler.append_ended(pick);
      } else {
        harness.handler.answer(pick);
        ++answered;
      }
    }
    for (int i = 0; i < kCount; ++i) ASSERT_EQ(client->receive_correlation_id(), i) << "seed " << seed;
  }
}

TEST(Connection, SilentAnswersLetTheNextRequestStart) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  client->send(request_frame(kProduce, 1, "acks=0") + request_frame(kOther, 2, "b"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  harness.handler.answer(0, Response{.kind = Response::Kind::kNothing});
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 2; }));
  harness.handler.answer(1);
  EXPECT_EQ(client->receive_correlation_id(), 2);
}

TEST(Connection, SilentAnswersBetweenOthers) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  std::string stream;
  for (int i = 0; i < 5; ++i) stream += request_frame(kProduce, i, "p");
  client->send(stream);
  for (size_t i = 0; i < 5; ++i) {
    ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == i + 1; }));
    harness.handler.append_ended(i);
  }
  harness.handler.answer(4, Response{.kind = Response::Kind::kNothing});
  harness.handler.answer(1, Response{.kind = Response::Kind::kNothing});
  harness.handler.answer(3);
  harness.handler.answer(2);
  harness.handler.answer(0);
  EXPECT_EQ(client->receive_correlation_id(), 0);
  EXPECT_EQ(client->receive_correlation_id(), 2);
  EXPECT_EQ(client->receive_correlation_id(), 3);
}

TEST(Connection, AnUnreadAnswerHoldsItsConnectionOnly) {
  Harness harness;
  harness.handler.echo = false;
  const auto slow = harness.connect();
  const auto quick = harness.connect();
  std::string stream;
  for (int i = 0; i < 50; ++i) stream += request_frame(kOther, i, "x");
  slow->send(stream);
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  const std::string large = pattern(32u << 20);
  harness.handler.answer(0, large);
  harness.settle(200);
  EXPECT_EQ(harness.handler.started.size(), 1u) << "nothing starts behind an answer that is not read";
  for (int i = 0; i < 20; ++i) {
    quick->send(request_frame(kOther, i, "y"));
    ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == static_cast<size_t>(i) + 2; }));
    harness.handler.answer(static_cast<size_t>(i) + 1);
    EXPECT_EQ(quick->receive_correlation_id(), i);
  }
  harness.handler.echo = true;
  EXPECT_EQ(slow->receive_frame(), big_endian_32(0) + large);
  for (int i = 1; i < 50; ++i) EXPECT_EQ(slow->receive_correlation_id(), i);
}

TEST(Connection, AMutedConnectionStopsReceiving) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  client->send(request_frame(kOther, 0, "x"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  std::string stream;
  for (int i = 1; i <= 4000; ++i) stream += request_frame(kOther, i, pattern(4000, static_cast<uint32_t>(i)));
  client->send(stream);
  harness.settle(300);
  EXPECT_FALSE(client->all_sent()) << "16 MB cannot be taken from a peer whose request runs";
  // What made it stop, and what the kernel had delivered before it did (32 buffers at most).
  EXPECT_LE(harness.registry->memory().held_bytes(), 4u << 20);
  harness.handler.echo = true;
  harness.handler.answer(0);
  EXPECT_EQ(client->receive_correlation_id(), 0);
  for (int i = 1; i <= 4000; ++i) {
    ASSERT_EQ(client->receive_frame(), big_endian_32(i) + pattern(4000, static_cast<uint32_t>(i)));
  }
}

TEST(Connection, TwoHundredAtOnce) {
  Harness harness;
  std::vector<std::unique_ptr<TestClient>> clients;
  for (int i = 0; i < 200; ++i) clients.push_back(harness.connect());
  ASSERT_TRUE(harness.run_until([&] { return harness.registry->connection_count() == 200; }));
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < 200; ++i) clients[static_cast<size_t>(i)]->send(request_frame(kProduce, i, pattern(200)));
    for (int i = 0; i < 200; ++i) ASSERT_EQ(clients[static_cast<size_t>(i)]->receive_correlation_id(), i);
  }
  for (size_t i = 0; i < 200; ++i) i % 2 == 0 ? clients[i]->reset() : clients[i]->close();
  EXPECT_TRUE(harness.run_until([&] { return harness.registry->connection_count() == 0; }));
}

TEST(Connection, IsSmallWhenIdle) {
  EXPECT_LE(sizeof(Connection), 1024u);
  EXPECT_LE(sizeof(RequestSlot), 512u);
}

}  // namespace
}  // namespace klamm::net
