#include "net/client_connection.h"

#include <gtest/gtest.h>

#include "harness.h"

namespace klamm::net {
namespace {

using namespace testing;

// A request without the length, as call() takes it.
std::string request_body(int16_t api_key, int32_t correlation_id, std::string_view body) {
  return request_frame(api_key, correlation_id, body).substr(4);
}

struct ClientConnectionTest : ::testing::Test {
  Harness harness;
  const ClientOptions options;

  // Runs a task to its end.
  template <class Make>
  void run(Make make) {
    bool done = false;
    const auto wrapped = [](Make& of, bool& flag) -> reactor::Task<void> {
      co_await of();
      flag = true;
    };
    harness.shard().spawn(wrapped(make, done));
    ASSERT_TRUE(harness.run_until([&] { return done; }));
  }
};

TEST_F(ClientConnectionTest, CallsAndIsAnswered) {
  run([this]() -> reactor::Task<void> {
    auto client = co_await ClientConnection::connect(harness.shard(), harness.listener->bound(), options);
    EXPECT_TRUE(client.has_value());
    if (!client) co_return;
    for (int32_t id = 0; id < 20; ++id) {
      const std::string request = request_body(kOther, id, pattern(static_cast<size_t>(id) * 10'000));
      const auto response = co_await (*client)->call(id, as_bytes(request));
      EXPECT_TRUE(response.has_value());
      if (!response) break;
      EXPECT_TRUE(as_text(response->span()) == big_endian_32(id) + pattern(static_cast<size_t>(id) * 10'000));
    }
    co_await (*client)->close();
  });
}

reactor::Task<void> call_once(ClientConnection& client, int32_t id, int& answered) {
  const std::string request = request_body(kProduce, id, pattern(1000, static_cast<uint32_t>(id)));
  const auto response = co_await client.call(id, as_bytes(request));
  EXPECT_TRUE(response.has_value());
  if (response) {
    EXPECT_EQ(as_text(response->span()), big_endian_32(id) + pattern(1000, static_cast<uint32_t>(id)));
  }
  EXPECT_EQ(answered++, id) << "answers come in the order of the calls";
}

TEST_F(ClientConnectionTest, PipelinesCalls) {
  run([this]() -> reactor::Task<void> {
    auto client = co_await ClientConnection::connect(harness.shard(), harness.listener->bound(), options);
    EXPECT_TRUE(client.has_value());
    if (!client) co_return;
    int answered = 0;
    std::vector<reactor::Task<void>> calls;
    for (int32_t id = 0; id < 40; ++id) calls.push_back(call_once(**client, id, answered));
    co_await reactor::when_all(std::move(calls));
    EXPECT_EQ(answered, 40);
    co_await (*client)->close();
  });
}

TEST_F(ClientConnectionTest, AClosedConnectionEndsItsCalls) {
  run([this]() -> reactor::Task<void> {
    auto client = co_await ClientConnection::connect(harness.shard(), harness.listener->bound(), options);
    EXPECT_TRUE(client.has_value());
    if (!client) co_return;
    const std::string request = request_body(kUnknown, 1, "x");
    const auto response = co_await (*client)->call(1, as_bytes(request));
    EXPECT_FALSE(response.has_value());
    if (!response) {
      EXPECT_EQ(response.error().code, ECONNRESET);
    }
    EXPECT_FALSE((*client)->is_open());
    const auto second = co_await (*client)->call(2, as_bytes(request));
    EXPECT_FALSE(second.has_value());
    co_await (*client)->close();
  });
}

TEST_F(ClientConnectionTest, AWrongCorrelationIdIsAnError) {
  run([this]() -> reactor::Task<void> {
    auto client = co_await ClientConnection::connect(harness.shard(), harness.listener->bound(), options);
    EXPECT_TRUE(client.has_value());
    if (!client) co_return;
    const std::string request = request_body(kOther, 1, "x");
    const auto response = co_await (*client)->call(2, as_bytes(request));
    EXPECT_FALSE(response.has_value());
    if (!response) {
      EXPECT_EQ(response.error().code, EPROTO);
    }
    co_await (*client)->close();
  });
}

TEST_F(ClientConnectionTest, NobodyListens) {
  run([this]() -> reactor::Task<void> {
    reactor::Endpoint nowhere = harness.listener->bound();
    co_await harness.listener->stop();
    const auto client = co_await ClientConnection::connect(harness.shard(), nowhere, options);
    EXPECT_FALSE(client.has_value());
    if (!client) {
      EXPECT_EQ(client.error().code, ECONNREFUSED);
    }
  });
}

}  // namespace
}  // namespace klamm::net
