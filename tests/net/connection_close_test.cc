#include <gtest/gtest.h>

#include <string_view>

#include "harness.h"

// How connections end.
namespace klamm::net {
namespace {

using namespace testing;
using namespace std::string_literals;
using namespace std::string_view_literals;

TEST(ConnectionEnd, GarbageIsClosedAndNamedOnce) {
  Harness harness;
  for (const std::string& bytes :
       {"GET / HTTP/1.1\r\nHost: x\r\n\r\n"s, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"s, "SSH-2.0-OpenSSH\r\n"s,
        "\xff\xff\xff\xff"s, "\x80\0\0\0"s, "\0\0\0\0"s, "\0\0\0\x07"s, "\x7f\xff\xff\xff"s, "\x06\x40\0\x01"s}) {
    const auto client = harness.connect();
    client->send(bytes);
    EXPECT_TRUE(client->is_closed_by_server()) << bytes;
  }
  ASSERT_EQ(harness.log.lines.size(), 1u) << "one line, the others are held back";
  EXPECT_NE(harness.log.lines[0].find("an HTTP request"), std::string::npos);
  EXPECT_EQ(harness.registry->memory().held_bytes(), 0u);
  EXPECT_LE(harness.registry->chunks().cached_bytes(), 4096u);
}

TEST(ConnectionEnd, AnswersOfEarlierRequestsLeaveBeforeAClose) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  client->send(request_frame(kProduce, 1, "a") + request_frame(kUnknown, 2, "b") + request_frame(kOther, 3, "c"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  harness.handler.append_ended(0);
  harness.settle();
  harness.handler.answer(0);
  EXPECT_EQ(client->receive_correlation_id(), 1);
  EXPECT_TRUE(client->is_closed_by_server());
  EXPECT_EQ(harness.handler.started.size(), 1u);
}

TEST(ConnectionEnd, ACloseAnswerSendsNothingAndStartsNothingBehindIt) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  std::string stream;
  for (int i = 0; i < 4; ++i) stream += request_frame(kProduce, i, "p");
  client->send(stream);
  for (size_t i = 0; i < 2; ++i) {
    ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == i + 1; }));
    harness.handler.append_ended(i);
  }
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 3; }));
  Response close;
  close.kind = Response::Kind::kCloseConnection;
  close.close_reason = "acks=0 and an error";
  harness.handler.answer(1, std::move(close));
  harness.handler.append_ended(2);
  harness.settle();
  EXPECT_EQ(harness.handler.started.size(), 3u) << "nothing starts any more";
  harness.handler.answer(0);
  EXPECT_EQ(client->receive_correlation_id(), 0);
  EXPECT_TRUE(client->is_closed_by_server());
  EXPECT_EQ(harness.registry->connection_count(), 1u) << "the third still runs";
  harness.handler.answer(2);
  EXPECT_TRUE(harness.run_until([&] { return harness.registry->connection_count() == 0; }));
  ASSERT_EQ(harness.log.lines.size(), 1u);
  EXPECT_NE(harness.log.lines[0].find("acks=0 and an error"), std::string::npos);
}

TEST(ConnectionEnd, ABrokenHeaderCloses) {
  Harness harness;
  const auto client = harness.connect();
  client->send(big_endian_32(10) + big_endian_16(kOther) + big_endian_16(0) + big_endian_32(1) + big_endian_16(500));
  EXPECT_TRUE(client->is_closed_by_server());
  EXPECT_EQ(harness.handler.started.size(), 0u);
}

TEST(ConnectionEnd, WholeRequestsBeforeTheEndOfAPeerAreAnswered) {
  Harness harness;
  const auto client = harness.connect();
  client->send(request_frame(kProduce, 1, "a") + request_frame(kOther, 2, "b") +
               request_frame(kOther, 3, "c").substr(0, 9));
  ASSERT_TRUE(harness.run_until([&] { return client->all_sent(); }));
  client->half_close();
  EXPECT_EQ(client->receive_correlation_id(), 1);
  EXPECT_EQ(client->receive_correlation_id(), 2);
  EXPECT_TRUE(client->is_closed_by_server());
  EXPECT_TRUE(harness.run_until([&] { return harness.registry->connection_count() == 0; }));
}

TEST(ConnectionEnd, SilentRequestsOfAPeerThatHasGoneAreExecuted) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  std::string stream;
  for (int i = 0; i < 20; ++i) stream += request_frame(kProduce, i, "acks=0");
  client->send(stream);
  ASSERT_TRUE(harness.run_until([&] { return client->all_sent(); }));
  client->close();
  for (size_t i = 0; i < 20; ++i) {
    ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == i + 1; }));
    harness.handler.answer(i, Response{.kind = Response::Kind::kNothing});
  }
  EXPECT_TRUE(harness.run_until([&] { return harness.registry->connection_count() == 0; }));
}

// The connection ends within the turn in which its last request ended without an answer, while its further bytes still
// wait for memory.
TEST(ConnectionEnd, ABadRequestWhileMoreBytesWaitForMemory) {
  NetOptions options;
  options.request_memory_bytes = 20'000;
  Harness harness(options);
  harness.handler.echo = false;
  const auto client = harness.connect();
  std::string bad = request_frame(kOther, 2, "");
  bad[12] = 0x10;  // a client id that is longer than the frame
  bad[13] = 0;
  client->send(request_frame(kProduce, 1, "acks=0") + bad);
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  std::vector<std::unique_ptr<TestClient>> others;
  for (int i = 0; i < 4; ++i) {
    others.push_back(harness.connect());
    others.back()->send(request_frame(kOther, 10 + i, pattern(12'000)).substr(0, 11'000));
    harness.settle();
  }
  const uint32_t waiting = harness.registry->memory().waiting_count();
  ASSERT_GT(waiting, 0u);
  client->send(pattern(60'000));
  ASSERT_TRUE(harness.run_until([&] { return harness.registry->memory().waiting_count() == waiting + 1; }));
  harness.handler.answer(0, Response{.kind = Response::Kind::kNothing});
  EXPECT_TRUE(harness.run_until([&] { return harness.registry->connection_count() == others.size(); }));
}

TEST(ConnectionEnd, APeerThatGoesWhileARequestRunsIsReported) {
  for (const int variant : {0, 1, 2, 3}) {
    const bool abruptly = variant % 2 == 1;
    Harness harness;
    harness.handler.echo = false;
    harness.handler.parks = variant >= 2;
    const auto client = harness.connect();
    client->send(request_frame(kOther, 1, "long poll"));
    ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
    abruptly ? client->reset() : client->close();
    ASSERT_TRUE(harness.run_until([&] { return harness.handler.disconnect_count == 1; }));
    harness.settle();
    EXPECT_EQ(harness.registry->connection_count(), 1u) << "it lives until its request has ended";
    harness.handler.answer(0);
    EXPECT_TRUE(harness.run_until([&] { return harness.registry->connection_count() == 0; }));
  }
}

TEST(ConnectionEnd, ALongPollBehindAnEndedStreamIsCutShort) {
  for (const bool parks : {false, true}) {
    Harness harness;
    harness.handler.echo = false;
    harness.handler.parks = parks;
    harness.handler.answer_on_disconnect = true;
    const auto client = harness.connect();
    client->send(request_frame(kOther, 1, "poll") + request_frame(kOther, 2, "poll"));
    ASSERT_TRUE(harness.run_until([&] { return client->all_sent(); }));
    client->half_close();
    EXPECT_EQ(client->receive_correlation_id(), 1);
    EXPECT_EQ(client->receive_correlation_id(), 2);
    EXPECT_TRUE(client->is_closed_by_server());
  }
}

TEST(ConnectionEnd, InEveryStateOfReceiving) {
  const std::string large = request_frame(kProduce, 1, pattern(400'000));
  for (const size_t sent :
       {size_t{0}, size_t{1}, size_t{4}, size_t{11}, size_t{12}, size_t{1000}, size_t{70'000}, large.size() - 1}) {
    for (const bool after_large : {false, true}) {
      Harness harness;
      const auto client = harness.connect();
      if (after_large) {
        client->send(large);
        EXPECT_EQ(client->receive_correlation_id(), 1);
      }
      const auto in_state = harness.handler.started.size();
      client->send(large.substr(0, sent));
      ASSERT_TRUE(harness.run_until([&] { return client->all_sent() && harness.registry->connection_count() == 1; }));
      harness.settle();
      sent % 2 == 0 ? client->reset() : client->close();
      EXPECT_TRUE(harness.run_until([&] { return harness.registry->connection_count() == 0; })) << sent;
      EXPECT_EQ(harness.handler.started.size(), in_state);
      EXPECT_EQ(harness.registry->memory().held_bytes(), 0u);
    }
  }
}

TEST(ConnectionEnd, WhileAnAnswerIsBeingSent) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  client->send(request_frame(kOther, 1, "x") + request_frame(kOther, 2, "y"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  harness.handler.answer(0, pattern(32u << 20));
  harness.settle(100);
  client->reset();
  EXPECT_TRUE(harness.run_until([&] { return harness.registry->connection_count() == 0; }));
  EXPECT_EQ(harness.handler.started.size(), 1u);
}

TEST(GracefulStop, AnswersWhatIsInFlight) {
  Harness harness;
  harness.handler.echo = false;
  const auto busy = harness.connect();
  const auto idle = harness.connect();
  const auto half = harness.connect();
  half->send(request_frame(kOther, 9, "xyz").substr(0, 10));
  busy->send(request_frame(kProduce, 1, "a") + request_frame(kProduce, 2, "b") + request_frame(kProduce, 3, "c"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  harness.handler.append_ended(0);
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 2; }));
  harness.begin_stop(60'000);
  EXPECT_TRUE(idle->is_closed_by_server());
  EXPECT_TRUE(half->is_closed_by_server());
  EXPECT_FALSE(harness.stop_done());
  harness.handler.append_ended(1);
  harness.settle();
  EXPECT_EQ(harness.handler.started.size(), 2u) << "no request starts any more";
  harness.handler.answer(1);
  harness.handler.answer(0);
  EXPECT_EQ(busy->receive_correlation_id(), 1);
  EXPECT_EQ(busy->receive_correlation_id(), 2);
  EXPECT_TRUE(busy->is_closed_by_server());
  EXPECT_TRUE(harness.run_until([&] { return harness.stop_done(); }));
}

TEST(GracefulStop, CutsOffWhatTakesTooLong) {
  Harness harness;
  harness.handler.echo = false;
  harness.handler.parks = true;
  const auto reader = harness.connect();
  const auto client = harness.connect();
  reader->send(request_frame(kOther, 1, "never read"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  harness.handler.answer(0, pattern(32u << 20));
  client->send(request_frame(kOther, 2, "never answered"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 2; }));
  harness.handler.answer_on_disconnect = true;
  harness.stop(50);
  EXPECT_TRUE(harness.stop_done());
}

TEST(GracefulStop, InTheMiddleOfALargeFrame) {
  Harness harness;
  const auto client = harness.connect();
  client->send(request_frame(kProduce, 1, pattern(4u << 20)).substr(0, 2u << 20));
  ASSERT_TRUE(harness.run_until([&] { return client->all_sent(); }));
  harness.stop(1000);
  EXPECT_TRUE(harness.stop_done());
}

}  // namespace
}  // namespace klamm::net
