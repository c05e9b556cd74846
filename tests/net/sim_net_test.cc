#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "cluster.h"
#include "frame_bytes.h"
#include "net/client_connection.h"
#include "reactor/sync.h"
#include "tests/sim/seeds.h"
#include "tests/sim/sim_network.h"
#include "tests/sim/sim_runtime.h"
#include "tests/sim/sim_world.h"

// The whole room in a simulated world: many shards on one thread, a network that cuts and delays, peers that vanish.
// Every failure is found again by its seed.
namespace klamm::net {
namespace {

using namespace testing;

// Checks the rules of order itself, and answers after random waits.
class RuleKeeper final : public RequestHandler {
 public:
  explicit RuleKeeper(uint64_t seed) : random_(seed) {}

  Admission admit(int16_t api_key, int16_t, uint32_t) override {
    return {.accept = api_key <= kOther,
            .overlaps = api_key == kProduce,
            .owns_body = false,
            .header_version = 1,
            .reason = {}};
  }

  reactor::Task<Response> handle(Request& request) override {
    Peer& peer = peers_[request.connection->id];
    EXPECT_EQ(request.correlation_id, peer.next_correlation_id++) << "start order";
    const bool produce = request.api_key == kProduce;
    for (const Request* other : peer.running) {
      EXPECT_TRUE(produce && other->api_key == kProduce) << "only Produce requests overlap";
      EXPECT_TRUE(peer.appended.contains(other)) << "started before the append of the one before had ended";
    }
    peer.running.insert(&request);
    EXPECT_LE(peer.running.size(), kOverlapMax);
    const std::string body(as_text(request.body));
    co_await wait(peer);
    peer.appended.insert(&request);
    if (produce && random_() % 4 != 0) request.append_ended();
    co_await wait(peer);
    EXPECT_TRUE(as_text(request.body) == body) << "the request's bytes are its own";
    peer.running.erase(&request);
    peer.appended.erase(&request);
    ++answered_count;
    Response response;
    response.bytes.append(as_bytes(big_endian_32(request.correlation_id)));
    response.bytes.append(as_bytes(body));
    co_return response;
  }

  void on_disconnect(ConnectionInfo& connection) override { peers_[connection.id].gone = true; }

  uint64_t answered_count = 0;

 private:
  struct Peer {
    int32_t next_correlation_id = 0;
    bool gone = false;
    std::set<const Request*> running;
    std::set<const Request*> appended;
  };
  reactor::SleepFor wait(const Peer& peer) {
    return reactor::sleep_for(peer.gone ? 1 : static_cast<int64_t>(random_() % 300'000));
  }

  std::mt19937_64 random_;
  std::map<uint64_t, Peer> peers_;
};

struct SimTest : ::testing::TestWithParam<uint64_t> {
  const ClientOptions client_options;
};

reactor::Task<void> one_call(ClientConnection& client, int32_t id, int16_t api_key, std::string body, int& answered) {
  const std::string request = request_frame(api_key, id, body).substr(4);
  const auto response = co_await client.call(id, as_bytes(request));
  if (!response) co_return;
  EXPECT_TRUE(as_text(response->span()) == big_endian_32(id) + body);
  EXPECT_EQ(answered++, id) << "answers come in request order";
}

reactor::Task<void> run_client(reactor::Shard& shard, sim::SimNetwork& network, const ClientOptions& options,
                               reactor::Endpoint server, uint64_t seed, int& complete) {
  std::mt19937_64 random(seed);
  auto client = co_await ClientConnection::connect(shard, server, options);
  EXPECT_TRUE(client.has_value());
  if (!client) co_return;
  const bool is_cut = random() % 4 == 0;
  const int count = 1 + static_cast<int>(random() % 40);
  int answered = 0;
  std::vector<reactor::Task<void>> calls;
  for (int id = 0; id < count; ++id) {
    const size_t size = random() % 8 == 0 ? random() % 300'000 : random() % 3'000;
    calls.push_back(one_call(**client, id, random() % 3 == 0 ? kOther : kProduce, pattern(size, random()), answered));
  }
  if (is_cut) {
    shard.spawn([](reactor::Shard& of, sim::SimNetwork& on, reactor::SocketHandle socket,
                   int64_t after) -> reactor::Task<void> {
      static_cast<void>(of);
      co_await reactor::sleep_for(after);
      on.reset(socket);
    }(shard, network, (*client)->socket(), static_cast<int64_t>(random() % 20'000'000)));
    calls.push_back([]() -> reactor::Task<void> { co_await reactor::sleep_for(25'000'000); }());
  }
  co_await reactor::when_all(std::move(calls));
  if (!is_cut) {
    EXPECT_EQ(answered, count);
  }
  co_await (*client)->close();
  ++complete;
}

TEST_P(SimTest, OrderHoldsWhateverTheNetworkDoes) {
  sim::SimOptions options;
  options.seed = GetParam();
  if (GetParam() % 5 == 0) options.receive_buffer_count = 2;  // starved now and then
  if (GetParam() % 7 == 0) options.piece_bytes_max = 100;
  sim::SimWorld world(options);
  const uint32_t shard_count = 1 + static_cast<uint32_t>(GetParam()) % 4;
  std::vector<std::unique_ptr<RuleKeeper>> handlers;
  Cluster cluster;
  cluster.options.request_memory_bytes = GetParam() % 3 == 0 ? 300'000 : uint64_t{64} << 20;
  for (uint32_t i = 0; i < shard_count; ++i) {
    handlers.push_back(std::make_unique<RuleKeeper>(options.seed * 100 + i));
    cluster.handlers.push_back(handlers.back().get());
  }
  sim::SimRuntime broker(world, shard_count);
  broker.start([&](reactor::Shard& shard) { return run_shard(cluster, shard); });
  ASSERT_TRUE(broker.run_until([&] { return cluster.port != 0; }));
  const reactor::Endpoint server{"127.0.0.1", cluster.port};
  constexpr int kClients = 12;
  int complete = 0;
  for (int i = 0; i < kClients; ++i) {
    broker.spawn(broker.client(), run_client(broker.client(), world.network(), client_options, server,
                                             options.seed * 1000 + static_cast<uint64_t>(i), complete));
  }
  ASSERT_TRUE(broker.run_until([&] { return complete == kClients; }));
  ASSERT_TRUE(broker.stop());
  for (uint32_t i = 0; i < shard_count; ++i) EXPECT_EQ(cluster.held_bytes[i], 0u);
}

TEST_P(SimTest, AStopInTheMiddleAnswersWhatRuns) {
  sim::SimOptions options;
  options.seed = GetParam();
  sim::SimWorld world(options);
  std::vector<std::unique_ptr<RuleKeeper>> handlers;
  Cluster cluster;
  for (uint32_t i = 0; i < 2; ++i) {
    handlers.push_back(std::make_unique<RuleKeeper>(options.seed * 100 + i));
    cluster.handlers.push_back(handlers.back().get());
  }
  sim::SimRuntime broker(world, 2);
  broker.start([&](reactor::Shard& shard) { return run_shard(cluster, shard); });
  ASSERT_TRUE(broker.run_until([&] { return cluster.port != 0; }));
  const reactor::Endpoint server{"127.0.0.1", cluster.port};
  int ended = 0;
  int answered = 0;
  const auto run = [](reactor::Shard& shard, const ClientOptions& of, reactor::Endpoint to, uint64_t seed, int& done,
                      int& answers) -> reactor::Task<void> {
    auto client = co_await ClientConnection::connect(shard, to, of);
    if (client) {
      std::vector<reactor::Task<void>> calls;
      int in_order = 0;
      for (int id = 0; id < 30; ++id) calls.push_back(one_call(**client, id, kProduce, pattern(500, seed), in_order));
      co_await reactor::when_all(std::move(calls));
      answers += in_order;
      co_await (*client)->close();
    }
    ++done;
  };
  for (int i = 0; i < 6; ++i) {
    broker.spawn(broker.client(), run(broker.client(), client_options, server, options.seed + static_cast<uint64_t>(i),
                                      ended, answered));
  }
  ASSERT_TRUE(broker.run_for(static_cast<int64_t>(world.random() % 5'000'000)));
  ASSERT_TRUE(broker.stop());
  ASSERT_TRUE(broker.run_until([&] { return ended == 6; }));
  uint64_t executed = 0;
  for (const auto& handler : handlers) executed += handler->answered_count;
  EXPECT_EQ(static_cast<uint64_t>(answered), executed) << "what was executed was answered";
}

INSTANTIATE_TEST_SUITE_P(Seeds, SimTest, sim::seeds(40));

}  // namespace
}  // namespace klamm::net
