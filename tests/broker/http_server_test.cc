#include "broker/admin/http_server.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "reactor/sleep.h"
#include "tests/broker/http_peer.h"
#include "tests/sim/sim_runtime.h"

// The admin endpoint's HTTP on the simulated network: what hostile and slow clients get, and that nothing is left of
// them.
namespace klamm::broker {
namespace {

using reactor::Task;

const reactor::Endpoint kAt("127.0.0.1", 9644);
constexpr int64_t kNsPerMs = 1'000'000;
const std::string kGet = "GET /page HTTP/1.1\r\nHost: x\r\n\r\n";

class Pages final : public HttpHandler {
 public:
  Task<HttpAnswer> answer(const HttpRequest& request) override {
    ++asked_count;
    const bool is_there = request.path == "/page";
    if (hold != nullptr) co_await hold->wait();
    HttpAnswer answer;
    if (!is_there) co_return http_error(404);
    answer.body = body;
    co_return answer;
  }
  std::string body = "all is well\n";
  int asked_count = 0;
  reactor::Event* hold = nullptr;
};

class HttpServerTest : public testing::Test {
 protected:
  explicit HttpServerTest(const sim::SimOptions& options = {}) : world_(options), runtime_(world_, 1) {
    runtime_.start([this](reactor::Shard& shard) { return run(shard); });
    runtime_.run_until([this] { return is_open_; });
  }
  void TearDown() override {
    EXPECT_TRUE(runtime_.stop());
    EXPECT_EQ(world_.network().connection_end_count(), 0u) << "no socket is left";
  }

  Task<void> run(reactor::Shard& shard) {
    HttpServer server(shard, pages_);
    const auto opened = server.open(kAt);
    EXPECT_TRUE(opened) << opened.error();
    is_open_ = true;
    co_await shard.stop_event().wait();
    co_await server.stop();
  }

  // The answer to bytes that are sent at once.
  std::string answer_to(std::string bytes) {
    std::string answer;
    const auto ask = [&]() -> Task<void> { answer = co_await HttpPeer::ask(runtime_.client(), kAt, std::move(bytes)); };
    EXPECT_TRUE(runtime_.run(ask()));
    return answer;
  }
  // Runs for the client.
  template <class What>
  void run_client(What what) {
    EXPECT_TRUE(runtime_.run(what()));
  }
  int64_t now_ms() const { return world_.now_ns() / kNsPerMs; }

  sim::SimWorld world_;
  sim::SimRuntime runtime_;
  Pages pages_;
  bool is_open_ = false;
};

class HttpServerByteByByte : public HttpServerTest {
 protected:
  HttpServerByteByByte() : HttpServerTest({.piece_bytes_max = 1}) {}
};

TEST_F(HttpServerTest, Answers) {
  EXPECT_EQ(answer_to(kGet),
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 12\r\nCache-Control: "
            "no-store\r\nConnection: close\r\n\r\nall is well\n");
  EXPECT_TRUE(answer_to("GET /other HTTP/1.1\r\nHost: x\r\n\r\n").starts_with("HTTP/1.1 404 Not Found\r\n"));
}

TEST_F(HttpServerTest, HeadHasNoBody) {
  const std::string answer = answer_to("HEAD /page HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(answer.find("Content-Length: 12\r\n") != std::string::npos && answer.ends_with("\r\n\r\n")) << answer;
}

TEST_F(HttpServerByteByByte, TakesARequestInAnyPieces) {
  EXPECT_TRUE(answer_to(kGet).ends_with("\r\n\r\nall is well\n"));
}

TEST_F(HttpServerTest, RefusesWithTheRightStatus) {
  EXPECT_TRUE(answer_to("POST /page HTTP/1.1\r\nHost: x\r\n\r\n").starts_with("HTTP/1.1 405 Method Not Allowed\r\n"));
  EXPECT_NE(answer_to("POST /page HTTP/1.1\r\nHost: x\r\n\r\n").find("Allow: GET, HEAD\r\n"), std::string::npos);
  EXPECT_TRUE(answer_to(std::string("\0\0\0\x0c", 4)).starts_with("HTTP/1.1 400 Bad Request\r\n"));
  EXPECT_TRUE(answer_to(std::string(100'000, 'x')).starts_with("HTTP/1.1 431 Request Header Fields Too Large\r\n"));
  EXPECT_EQ(pages_.asked_count, 0);
}

TEST_F(HttpServerTest, OfPipelinedRequestsTheFirstIsAnswered) {
  const std::string answer = answer_to(kGet + kGet + kGet);
  EXPECT_TRUE(answer.ends_with("\r\n\r\nall is well\n"));
  EXPECT_EQ(answer.find("HTTP/1.1", 1), std::string::npos);
  EXPECT_EQ(pages_.asked_count, 1);
}

TEST_F(HttpServerTest, ASilentClientIsCutOff) {
  const int64_t began_ms = now_ms();
  EXPECT_EQ(answer_to(""), "");
  EXPECT_NEAR(static_cast<double>(now_ms() - began_ms), HttpServer::kRequestTimeMs, 10);
}

TEST_F(HttpServerTest, ADrippingClientIsCutOff) {
  run_client([this]() -> Task<void> {
    HttpPeer peer(runtime_.client());
    EXPECT_TRUE(co_await peer.connect(kAt));
    peer.start_receiving();
    const int64_t began_ms = now_ms();
    while (!peer.has_ended()) {
      co_await peer.send("G");
      co_await reactor::sleep_for(500 * kNsPerMs);
    }
    EXPECT_LE(now_ms() - began_ms, HttpServer::kRequestTimeMs + 1'000);
    EXPECT_EQ(co_await peer.rest(), "");
    co_await peer.close();
  });
}

TEST_F(HttpServerTest, AClientThatDoesNotReadIsCutOff) {
  pages_.body = std::string(4'000'000, 'x');
  run_client([this]() -> Task<void> {
    HttpPeer peer(runtime_.client());
    EXPECT_TRUE(co_await peer.connect(kAt));
    co_await peer.send(kGet);
    co_await reactor::sleep_for((HttpServer::kAnswerTimeMs + 100) * kNsPerMs);
    const std::string got = co_await peer.rest();
    EXPECT_LT(got.size(), 1'000'000u) << "what the network held";
    co_await peer.close();
  });
}

TEST_F(HttpServerTest, AClientThatGoesLeavesNothing) {
  run_client([this]() -> Task<void> {
    const std::vector<std::string> starts{"", "GET /pa", kGet};
    for (const std::string& bytes : starts) {
      HttpPeer peer(runtime_.client());
      EXPECT_TRUE(co_await peer.connect(kAt));
      if (!bytes.empty()) co_await peer.send(bytes);
      co_await peer.close();
    }
  });
  EXPECT_TRUE(answer_to(kGet).ends_with("all is well\n"));
}

TEST_F(HttpServerTest, OneMoreTakesThePlaceOfWhoIsSilentForLongest) {
  run_client([this]() -> Task<void> {
    std::vector<std::unique_ptr<HttpPeer>> peers;
    for (uint32_t i = 0; i < HttpServer::kConnectionsMax; ++i) {
      peers.push_back(std::make_unique<HttpPeer>(runtime_.client()));
      EXPECT_TRUE(co_await peers.back()->connect(kAt));
      peers.back()->start_receiving();
    }
    co_await reactor::sleep_for(kNsPerMs);
    EXPECT_TRUE((co_await HttpPeer::ask(runtime_.client(), kAt, kGet)).ends_with("all is well\n"));
    EXPECT_EQ(co_await peers[0]->rest(), "");
    co_await peers[3]->send(kGet);
    EXPECT_TRUE((co_await peers[3]->rest()).ends_with("all is well\n"));
    for (const auto& peer : peers) co_await peer->close();
  });
}

TEST_F(HttpServerTest, OneMoreThanSixteenThatAskIsClosed) {
  reactor::Event hold;
  pages_.hold = &hold;
  std::vector<std::unique_ptr<HttpPeer>> peers;
  run_client([&]() -> Task<void> {
    for (uint32_t i = 0; i < HttpServer::kConnectionsMax; ++i) {
      peers.push_back(std::make_unique<HttpPeer>(runtime_.client()));
      EXPECT_TRUE(co_await peers.back()->connect(kAt));
      peers.back()->start_receiving();
      co_await peers.back()->send(kGet);
    }
  });
  EXPECT_TRUE(runtime_.run_until([this] { return pages_.asked_count == HttpServer::kConnectionsMax; }));
  run_client([&]() -> Task<void> { EXPECT_EQ(co_await HttpPeer::ask(runtime_.client(), kAt, kGet), ""); });
  {
    const reactor::Shard::Enter enter(runtime_.shard(0));
    hold.set();
  }
  run_client([&]() -> Task<void> {
    for (const auto& peer : peers) {
      EXPECT_TRUE((co_await peer->rest()).ends_with("all is well\n"));
      co_await peer->close();
    }
  });
}

TEST_F(HttpServerTest, AStopCutsOffWhoIsThere) {
  reactor::Event hold;
  pages_.hold = &hold;
  auto silent = std::make_unique<HttpPeer>(runtime_.client());
  auto asking = std::make_unique<HttpPeer>(runtime_.client());
  run_client([&]() -> Task<void> {
    EXPECT_TRUE(co_await silent->connect(kAt));
    EXPECT_TRUE(co_await asking->connect(kAt));
    co_await asking->send(kGet);
  });
  EXPECT_TRUE(runtime_.run_until([this] { return pages_.asked_count == 1; }));
  const int64_t began_ms = now_ms();
  runtime_.shard(0).request_stop();
  runtime_.run_for(10 * kNsPerMs);
  {
    const reactor::Shard::Enter enter(runtime_.shard(0));
    hold.set();
  }
  EXPECT_TRUE(runtime_.stop());
  EXPECT_LT(now_ms() - began_ms, 1'000);
  run_client([&]() -> Task<void> {
    EXPECT_EQ(co_await silent->rest(), "");
    EXPECT_EQ(co_await asking->rest(), "");
    co_await silent->close();
    co_await asking->close();
  });
}

TEST_F(HttpServerTest, ATakenAddressIsSaid) {
  Pages pages;
  {
    const reactor::Shard::Enter enter(runtime_.shard(0));
    HttpServer second(runtime_.shard(0), pages);
    EXPECT_FALSE(second.open(kAt));
  }
}

}  // namespace
}  // namespace klamm::broker
