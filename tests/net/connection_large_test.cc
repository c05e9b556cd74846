#include <gtest/gtest.h>

#include <random>

#include "harness.h"

// Frames that are received into their own buffers, and the bound on request memory.
namespace klamm::net {
namespace {

using namespace testing;

TEST(LargeFrames, ArriveWhole) {
  Harness harness;
  const auto client = harness.connect();
  for (const size_t size : {size_t{65'000}, size_t{65'536}, size_t{70'000}, size_t{140'000}, size_t{1} << 20,
                            (size_t{2} << 20) + 17, size_t{20} << 20}) {
    const std::string body = pattern(size);
    client->send(request_frame(kProduce, 5, body));
    ASSERT_TRUE(client->receive_frame() == big_endian_32(5) + body) << size;
  }
  EXPECT_EQ(harness.registry->memory().held_bytes(), 0u);
}

TEST(LargeFrames, MixWithSmallOnes) {
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    Harness harness;
    const auto client = harness.connect();
    std::string stream;
    std::vector<std::string> bodies;
    for (int i = 0; i < 60; ++i) {
      bodies.push_back(pattern(random() % 3 == 0 ? random() % 400'000 : random() % 2'000, random()));
      stream += request_frame(random() % 2 == 0 ? kProduce : kOther, i, bodies.back());
    }
    client->send_pieces(stream, 1 + random() % 100'000);
    for (int i = 0; i < 60; ++i) {
      ASSERT_TRUE(client->receive_frame() == big_endian_32(i) + bodies[static_cast<size_t>(i)]) << seed << " " << i;
    }
  }
}

TEST(LargeFrames, AClaimedLengthTakesNoMemory) {
  Harness harness;
  std::vector<std::unique_ptr<TestClient>> clients;
  for (int i = 0; i < 20; ++i) {
    clients.push_back(harness.connect());
    clients.back()->send(big_endian_32(100 << 20) + big_endian_16(kProduce) + big_endian_16(0) + big_endian_32(1) +
                         "abc");
  }
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.admitted_count == 20; }));
  harness.settle();
  EXPECT_LE(harness.registry->memory().held_bytes(), 20u * (ChunkPool::kFirstStepBytes + 1024));
  EXPECT_EQ(harness.handler.started.size(), 0u);
}

TEST(LargeFrames, OfAnUnknownApiAreRefusedByTheirFirstBytes) {
  Harness harness;
  const auto client = harness.connect();
  client->send(big_endian_32(50 << 20) + big_endian_16(kUnknown) + big_endian_16(0) + big_endian_32(1) + "abc");
  EXPECT_TRUE(client->is_closed_by_server());
  ASSERT_EQ(harness.log.lines.size(), 1u);
  EXPECT_NE(harness.log.lines[0].find("no such API"), std::string::npos);
}

TEST(LargeFrames, WaitWhileAnotherRequestRuns) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  const std::string body = pattern(40u << 20);  // more than the kernel takes
  client->send(request_frame(kOther, 1, "long poll"));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  client->send(request_frame(kProduce, 2, body));
  harness.settle(200);
  EXPECT_FALSE(client->all_sent());
  EXPECT_LE(harness.registry->memory().held_bytes(), 5u << 20);
  harness.handler.echo = true;
  harness.handler.answer(0);
  EXPECT_EQ(client->receive_correlation_id(), 1);
  EXPECT_TRUE(client->receive_frame() == big_endian_32(2) + body);
}

TEST(LargeFrames, OfProducesOverlapToo) {
  Harness harness;
  harness.handler.echo = false;
  const auto client = harness.connect();
  const std::string body = pattern(300'000);
  client->send(request_frame(kProduce, 1, body) + request_frame(kProduce, 2, body));
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 1; }));
  harness.handler.append_ended(0);
  ASSERT_TRUE(harness.run_until([&] { return harness.handler.started.size() == 2; }));
  harness.handler.answer(1);
  harness.handler.answer(0);
  EXPECT_EQ(client->receive_correlation_id(), 1);
  EXPECT_EQ(client->receive_correlation_id(), 2);
}

TEST(RequestMemoryBound, HoldsWhatArrivesAndLosesNothing) {
  NetOptions options;
  options.request_memory_bytes = 3u << 20;
  options.request_bytes_max = 16u << 20;
  Harness harness(options);
  std::vector<std::unique_ptr<TestClient>> clients;
  const std::string body = pattern(4u << 20);
  for (int i = 0; i < 12; ++i) {
    clients.push_back(harness.connect());
    clients.back()->send(request_frame(kProduce, i, body) + request_frame(kOther, 100 + i, "small"));
  }
  uint64_t most = 0;
  const auto watch = [&] {
    most = std::max(most, harness.registry->memory().held_bytes());
    return harness.handler.started.size() == 24;
  };
  // Nobody reads yet: the requests must get through all the same, one after the other where memory is short.
  harness.handler.echo = true;
  for (auto& client : clients) {
    const std::string expected = big_endian_32(static_cast<int>(&client - clients.data())) + body;
    ASSERT_TRUE(client->receive_frame() == expected);
    static_cast<void>(watch());
  }
  ASSERT_TRUE(harness.run_until(watch));
  for (int i = 0; i < 12; ++i) EXPECT_EQ(clients[static_cast<size_t>(i)]->receive_correlation_id(), 100 + i);
  EXPECT_LE(most, options.request_memory_bytes + options.request_bytes_max);
  EXPECT_EQ(harness.registry->memory().held_bytes(), 0u);
}

TEST(RequestMemoryBound, HalfReceivedFramesDoNotBlockOthersForGood) {
  NetOptions options;
  options.request_memory_bytes = 4u << 20;
  Harness harness(options);
  std::vector<std::unique_ptr<TestClient>> drippers;
  for (int i = 0; i < 8; ++i) {
    drippers.push_back(harness.connect());
    drippers.back()->send(request_frame(kProduce, i, pattern(4u << 20)).substr(0, 3u << 20));
  }
  harness.settle(300);
  EXPECT_LE(harness.registry->memory().held_bytes(), options.request_memory_bytes + options.request_bytes_max);
  const auto client = harness.connect();
  client->send(request_frame(kOther, 1, "x"));
  for (auto& dripper : drippers) dripper->reset();
  EXPECT_EQ(client->receive_correlation_id(), 1);
}

}  // namespace
}  // namespace klamm::net
