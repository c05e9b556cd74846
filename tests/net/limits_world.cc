#include "limits_world.h"

#include "reactor/io_await.h"

namespace klamm::net::testing {
namespace {

sim::SimOptions with_seed(uint64_t seed) {
  sim::SimOptions options;
  options.seed = seed;
  return options;
}

reactor::Task<void> send_all(reactor::Io& io, reactor::SocketHandle socket, std::string bytes) {
  iovec piece{bytes.data(), bytes.size()};
  const std::span<iovec> pieces(&piece, 1);
  static_cast<void>(co_await reactor::send(io, socket, pieces));
}

}  // namespace

LimitsWorld::LimitsWorld(uint32_t shard_count, uint64_t seed) : world(with_seed(seed)), runtime(world, shard_count) {
  for (uint32_t i = 0; i < shard_count; ++i) {
    handlers.push_back(std::make_unique<FakeHandler>());
    cluster.handlers.push_back(handlers.back().get());
  }
}

LimitsWorld::~LimitsWorld() {
  for (const auto& handler : handlers) handler->answer_on_disconnect = true;
  for (const auto& client : clients_) end(*client);
  EXPECT_TRUE(runtime.stop());
  for (const uint64_t bytes : cluster.held_bytes) EXPECT_EQ(bytes, 0U);
  EXPECT_EQ(cluster.balancer->connection_count(), 0U);
  EXPECT_EQ(cluster.balancer->quotas().address_count(), 0U);
}

void LimitsWorld::start() {
  runtime.start([this](reactor::Shard& shard) { return run_shard(cluster, shard); });
  ASSERT_TRUE(runtime.run_until([&] { return cluster.port != 0; }));
}

reactor::Task<void> LimitsWorld::run(reactor::Shard& shard, Client& client, reactor::Endpoint to) {
  const auto connected = co_await reactor::connect(shard.io(), to);
  EXPECT_TRUE(connected.has_value());
  if (!connected) co_return;
  client.socket = {*connected};
  std::byte byte{};
  while (true) {
    const std::span<std::byte> into(&byte, 1);
    const auto got = co_await reactor::receive_all(shard.io(), client.socket, into);
    if (!got || *got == 0) break;
    client.received.push_back(static_cast<char>(byte));
  }
  client.closed_ns = shard.now_ns();
}

LimitsWorld::Client& LimitsWorld::connect(bool to_second_listener) {
  Client& client = *clients_.emplace_back(std::make_unique<Client>());
  const Listener& listener = to_second_listener ? *cluster.second_listener : *cluster.listener;
  const reactor::Endpoint to{"127.0.0.1", listener.bound().port};
  runtime.spawn(runtime.client(), run(runtime.client(), client, to));
  EXPECT_TRUE(runtime.run_until([&] { return client.is_connected(); }));
  return client;
}

void LimitsWorld::send(Client& client, std::string bytes) {
  runtime.spawn(runtime.client(), send_all(runtime.client().io(), client.socket, std::move(bytes)));
}

void LimitsWorld::end(Client& client) {
  if (!client.socket.valid()) return;
  if (client.closed_ns == 0) world.network().reset(client.socket);
  EXPECT_TRUE(runtime.run_until([&] { return client.closed_ns != 0; }));
  const reactor::Shard::Enter enter(runtime.client());
  runtime.client().io().close(std::exchange(client.socket, {}));
}

uint32_t LimitsWorld::connection_count() const {
  uint32_t count = 0;
  for (const auto& registry : cluster.registries) count += registry->connection_count();
  return count;
}

size_t LimitsWorld::started_count() const {
  size_t count = 0;
  for (const auto& handler : handlers) count += handler->started.size();
  return count;
}

NetMetrics LimitsWorld::metrics() const {
  NetMetrics all;
  for (const auto& registry : cluster.registries) {
    const NetMetrics& one = registry->metrics();
    all.expired_connections_killed_count += one.expired_connections_killed_count;
    all.excess_killed_count += one.excess_killed_count;
    all.receive_timeout_count += one.receive_timeout_count;
  }
  return all;
}

void LimitsWorld::set_options(const NetOptions& options) {
  for (uint32_t i = 0; i < runtime.shard_count(); ++i) {
    const reactor::Shard::Enter enter(runtime.shard(i));
    cluster.registries[i]->set_options(options);
  }
}

void LimitsWorld::set_limits(ConnectionLimits limits) {
  const reactor::Shard::Enter enter(runtime.shard(0));
  cluster.balancer->set_limits(std::move(limits));
}

}  // namespace klamm::net::testing
