#include "net/listener.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "cluster.h"
#include "harness.h"
#include "net/client_connection.h"
#include "reactor/runtime.h"
#include "tests/reactor/io_of_tests.h"

namespace klamm::net {
namespace {

using namespace testing;

TEST(Listener, FindsAFreePort) {
  Harness one;
  Harness two;
  EXPECT_NE(one.listener->bound().port, 0);
  EXPECT_NE(one.listener->bound().port, two.listener->bound().port);
}

TEST(Listener, SpeaksIpv6) {
  Harness harness({}, UINT32_MAX, {.name = "PLAINTEXT", .at = {"::1", 0}});
  const auto client = harness.connect();
  client->send(request_frame(kOther, 1, "six"));
  EXPECT_EQ(client->receive_correlation_id(), 1);
  harness.registry->for_each([](const Connection& c) { EXPECT_EQ(c.info().peer.host, "::1"); });
}

TEST(Listener, AnEmptyHostIsEveryAddress) {
  ListenerOptions options;
  options.at = {"", 0};
  Harness first({}, UINT32_MAX, {.name = "X", .at = {"127.0.0.1", 0}});
  const uint16_t port = first.listener->bound().port;
  first.stop();
  Harness harness({}, UINT32_MAX, {.name = "EVERY", .at = {"", port}});
  EXPECT_EQ(harness.listener->bound().port, port);
  for (const std::string host : {"127.0.0.1", "127.0.0.7", "::1"}) {
    bool done = false;
    const auto call = [](Harness& of, std::string to, bool& flag) -> reactor::Task<void> {
      const reactor::Endpoint server{to, of.listener->bound().port};
      const ClientOptions client_options;
      auto client = co_await ClientConnection::connect(of.shard(), server, client_options);
      EXPECT_TRUE(client.has_value()) << to;
      if (client) {
        const std::string request = request_frame(kOther, 1, "x").substr(4);
        const auto response = co_await (*client)->call(1, as_bytes(request));
        EXPECT_TRUE(response.has_value()) << to;
        co_await (*client)->close();
      }
      flag = true;
    };
    harness.shard().spawn(call(harness, host, done));
    ASSERT_TRUE(harness.run_until([&] { return done; }));
  }
}

TEST(Listener, SaysWhyItCannotListen) {
  Harness first;
  ListenerOptions options;
  options.at = first.listener->bound();
  Listener second(first.shard(), options, {first.registry.get()}, *first.balancer, first.log);
  const auto opened = second.open();
  ASSERT_FALSE(opened.has_value());
  EXPECT_NE(opened.error().find("cannot listen on 127.0.0.1:"), std::string::npos) << opened.error();
  EXPECT_NE(opened.error().find("EADDRINUSE"), std::string::npos) << opened.error();
}

TEST(Listener, SetsSocketOptions) {
  NetOptions options;
  options.socket.congestion_control = "reno";
  Harness harness(options);
  const auto client = harness.connect();
  client->send(request_frame(kOther, 1, "x"));
  EXPECT_EQ(client->receive_correlation_id(), 1);
  // The server's descriptor: the one whose peer is the client.
  sockaddr_storage mine{};
  socklen_t mine_size = sizeof(mine);
  ASSERT_EQ(::getsockname(client->fd(), reinterpret_cast<sockaddr*>(&mine), &mine_size), 0);
  bool found = false;
  for (int fd = 3; fd < 1024 && !found; ++fd) {
    sockaddr_storage peer{};
    socklen_t peer_size = sizeof(peer);
    if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &peer_size) != 0) continue;
    if (peer_size != mine_size || std::memcmp(&peer, &mine, mine_size) != 0) continue;
    found = true;
    int no_delay = 0;
    socklen_t size = sizeof(no_delay);
    EXPECT_EQ(::getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &no_delay, &size), 0);
    EXPECT_NE(no_delay, 0);
    int keep_alive = 0;
    size = sizeof(keep_alive);
    EXPECT_EQ(::getsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &keep_alive, &size), 0);
    EXPECT_NE(keep_alive, 0);
    char name[32] = {};
    socklen_t name_size = sizeof(name);
    EXPECT_EQ(::getsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name, &name_size), 0);
    EXPECT_STREQ(name, "reno");
  }
  EXPECT_TRUE(found);
}

TEST(Listener, HoldsTheBoundOnConnections) {
  Harness harness({}, 3);
  std::vector<std::unique_ptr<TestClient>> clients;
  for (int i = 0; i < 5; ++i) {
    clients.push_back(harness.connect());  // the kernel's queue takes them
    clients.back()->send(request_frame(kOther, i, "x"));
  }
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(clients[i]->receive_correlation_id(), static_cast<int32_t>(i));
  harness.settle(100);
  EXPECT_EQ(harness.registry->connection_count(), 3u);
  EXPECT_TRUE(harness.listener->is_paused());
  EXPECT_EQ(harness.handler.started.size(), 3u) << "nobody beyond the bound is served";
  clients[0]->close();
  EXPECT_EQ(clients[3]->receive_correlation_id(), 3);
  clients[1]->reset();
  EXPECT_EQ(clients[4]->receive_correlation_id(), 4);
  EXPECT_EQ(harness.balancer->connection_count(), 3u);
}

TEST(Listener, PausesWithoutDescriptorsAndGoesOn) {
  Harness harness;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  // The client's socket takes the last free descriptor, so that the server has none for its side.
  const int lowest_free = ::dup(0);
  ASSERT_GE(lowest_free, 0);
  ::close(lowest_free);
  rlimit tight = before;
  tight.rlim_cur = static_cast<rlim_t>(lowest_free) + 1;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &tight), 0);
  const auto client = harness.connect();
  client->send(request_frame(kOther, 1, "x"));
  EXPECT_TRUE(harness.run_until([&] { return !harness.log.lines.empty(); }));
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_FALSE(harness.log.lines.empty());
  EXPECT_NE(harness.log.lines[0].find("EMFILE"), std::string::npos) << harness.log.lines[0];
  EXPECT_EQ(client->receive_correlation_id(), 1) << "it goes on by itself";
}

TEST(Balancer, GivesToTheShardWithTheFewest) {
  ConnectionBalancer balancer(3);
  for (int i = 0; i < 9; ++i) static_cast<void>(balancer.admit({}));
  for (uint32_t shard = 0; shard < 3; ++shard) EXPECT_EQ(balancer.connection_count(shard), 3u);
  balancer.report_ended(0, {});
  balancer.report_ended(0, {});
  EXPECT_EQ(balancer.admit({}), 0u);
  EXPECT_EQ(balancer.admit({}), 0u);
}

TEST(Listener, SpreadsConnectionsOverShards) {
  reactor::RuntimeOptions options;
  options.io = reactor::test::io_of_tests();
  options.cores.cores = {0, 0, 0, 0};  // several shards on one core
  std::vector<FakeHandler> handlers(4);
  Cluster cluster;
  for (FakeHandler& handler : handlers) cluster.handlers.push_back(&handler);
  auto runtime = reactor::Runtime::start(options, [&](reactor::Shard& shard) { return run_shard(cluster, shard); });
  ASSERT_TRUE(runtime.has_value()) << runtime.error();
  while (cluster.port == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  {
    Harness clients;  // another loop, on this thread
    const reactor::Endpoint server{"127.0.0.1", cluster.port};
    int answered = 0;
    const auto call = [](Harness& of, reactor::Endpoint to, int& count) -> reactor::Task<void> {
      const ClientOptions client_options;
      auto client = co_await ClientConnection::connect(of.shard(), to, client_options);
      EXPECT_TRUE(client.has_value());
      if (!client) co_return;
      for (int32_t id = 0; id < 10; ++id) {
        const std::string request = request_frame(kProduce, id, pattern(500)).substr(4);
        const auto response = co_await (*client)->call(id, as_bytes(request));
        EXPECT_TRUE(response.has_value());
      }
      ++count;
      co_await (*client)->close();
    };
    for (int i = 0; i < 80; ++i) clients.shard().spawn(call(clients, server, answered));
    EXPECT_TRUE(clients.run_until([&] { return answered == 80 && clients.shard().live_task_count() == 0; }));
  }
  (*runtime)->request_stop();
  (*runtime)->join();
  ASSERT_EQ(cluster.accepted_counts.size(), 4u);
  uint64_t all = 0;
  for (const uint64_t count : cluster.accepted_counts) {
    EXPECT_GE(count, 10u) << "each shard has its part";
    all += count;
  }
  EXPECT_EQ(all, 80u);
}

}  // namespace
}  // namespace klamm::net
