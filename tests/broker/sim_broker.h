#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "broker/broker.h"
#include "tests/broker/sim_client.h"
#include "tests/sim/sim_runtime.h"

namespace klamm::broker {

inline constexpr const char* kDirectory = "/data";

/// What the broker logs.
class Lines final : public net::LogSink {
 public:
  void write(net::LogLevel, std::string_view line) noexcept override { lines.emplace_back(line); }
  std::vector<std::string> lines;
};

/// The options of a broker in kDirectory with these settings.
Options options_of(std::vector<std::pair<std::string, std::string>> settings);

/// One life of a broker process over a simulated disk, network and clock.
class SimBroker {
 public:
  SimBroker(sim::SimWorld& world, uint32_t shard_count, Options options)
      : broker_(std::move(options), log_, [this](const std::string& sentence) { fatal_ = sentence; }),
        runtime_(world, shard_count) {
    runtime_.start([this](reactor::Shard& shard) { return run(shard); });
  }

  bool started() {
    runtime_.run_until([this] { return start_ended_; });
    return error_.empty();
  }
  bool stopped() { return runtime_.stop() && error_.empty(); }
  const std::string& error() const { return error_; }
  // Why the process would have ended.
  const std::string& fatal() const { return fatal_; }
  const Broker::Started& facts() const { return facts_; }
  // All shards run on the test's thread: what it reads between two runs is settled.
  Broker& broker() { return broker_; }
  reactor::Endpoint at() const { return facts_.listeners.at(0).at; }

  // Runs a client task to its end.
  void run_client(std::function<reactor::Task<void>(SimClient&)> what) {
    ASSERT_TRUE(runtime_.run(client_task(std::move(what))));
  }
  // The same beside what follows.
  void start_client(std::function<reactor::Task<void>(SimClient&)> what) {
    runtime_.spawn(runtime_.client(), client_task(std::move(what)));
  }
  void run_for(int64_t duration_ns) { runtime_.run_for(duration_ns); }
  // Looks between two rounds of all shards. False: it never comes true.
  bool run_until(const std::function<bool()>& condition) { return runtime_.run_until(condition); }
  // Acts as this shard does, or as the clients' does.
  void on_shard(reactor::ShardId id, const std::function<void()>& act) {
    const reactor::Shard::Enter enter(runtime_.shard(id));
    act();
  }
  void on_client(const std::function<void()>& act) {
    const reactor::Shard::Enter enter(runtime_.client());
    act();
  }

 private:
  reactor::Task<void> run(reactor::Shard& shard) {
    if (shard.id() != 0) co_return;
    auto started = co_await broker_.start();
    if (started) {
      facts_ = std::move(*started);
    } else {
      error_ = started.error();
    }
    start_ended_ = true;
    if (!error_.empty()) co_return;
    co_await shard.stop_event().wait();
    auto stopped = co_await broker_.stop();
    if (!stopped) error_ = stopped.error();
  }

  reactor::Task<void> client_task(std::function<reactor::Task<void>(SimClient&)> what) {
    SimClient client(runtime_.client());
    auto connected = co_await client.connect(at());
    EXPECT_TRUE(connected) << connected.error();
    if (connected) co_await what(client);
    co_await client.close();
  }

  Lines log_;
  std::string fatal_;
  Broker broker_;
  sim::SimRuntime runtime_;
  bool start_ended_ = false;
  std::string error_;
  Broker::Started facts_;
};

/// Its id, when it was made.
reactor::Task<std::optional<protocol::Uuid>> create_topic(SimClient& client, std::string name, int32_t partitions);

/// The error of that alone.
reactor::Task<protocol::ErrorCode> try_to_create_topic(SimClient& client, std::string name, int32_t partitions);

struct Produced {
  protocol::ErrorCode error = protocol::ErrorCode::kUnknownServerError;
  int64_t base_offset = -1;
  int32_t throttle_ms = -1;
};

/// With acks=all.
reactor::Task<Produced> produce_batch(SimClient& client, std::string topic, int32_t partition, protocol::Buffer batch);

}  // namespace klamm::broker
