#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "broker/admin/connections_page.h"
#include "broker/admin/metric_table.h"
#include "protocol/compression/codec_scratch.h"
#include "protocol/messages/api_versions_request.h"
#include "protocol/messages/api_versions_response.h"
#include "protocol/record_batch_builder.h"
#include "reactor/sleep.h"
#include "tests/broker/http_peer.h"
#include "tests/broker/sim_broker.h"

// The admin endpoint of a whole broker: its numbers, and the list of who is connected.
namespace klamm::broker {
namespace {

using Json = nlohmann::json;
using reactor::Task;

constexpr int64_t kNsPerMs = 1'000'000;
const reactor::Endpoint kAdmin("127.0.0.1", 9644);

std::string get(std::string_view target) {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

class AdminEndpointTest : public testing::Test {
 protected:
  static constexpr uint32_t kShards = 2;
  AdminEndpointTest() : broker_(world_, kShards, options_of({{"admin.listener", "127.0.0.1:9644"}})) {}
  void SetUp() override { ASSERT_TRUE(broker_.started()) << broker_.error(); }
  void TearDown() override { EXPECT_TRUE(broker_.stopped()) << broker_.error(); }

  std::string ask(std::string target) {
    std::string answer;
    broker_.run_client([&](SimClient&) -> Task<void> {
      answer = co_await HttpPeer::ask(reactor::Shard::current(), kAdmin, get(target));
    });
    return answer;
  }
  std::string body(std::string target) {
    const std::string answer = ask(std::move(target));
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
    const size_t head_end = answer.find("\r\n\r\n");
    return head_end == std::string::npos ? "" : answer.substr(head_end + 4);
  }
  // The value of a sample; the sum where `start` is the start of several.
  double value(const std::string& page, const std::string& start) {
    double sum = 0;
    bool is_there = false;
    for (size_t at = 0; at < page.size();) {
      const size_t end = page.find('\n', at);
      const std::string line = page.substr(at, end - at);
      at = end + 1;
      if (!line.starts_with(start + "{") && !line.starts_with(start + " ")) continue;
      is_there = true;
      sum += std::stod(line.substr(line.rfind(' ') + 1));
    }
    EXPECT_TRUE(is_there) << start;
    return sum;
  }

  // A client that holds its connections until hold_ is set.
  void hold_connections(size_t count) {
    const size_t before = held_;
    for (size_t i = 0; i < count; ++i) {
      broker_.start_client([this](SimClient& client) -> Task<void> {
        protocol::ApiVersionsRequest request;
        request.client_software_name = "held";
        request.client_software_version = "1.0";
        const auto answer = co_await client.call<protocol::ApiVersionsResponse>(request, 3);
        EXPECT_TRUE(answer);
        ++held_;
        co_await hold_.wait();
      });
    }
    ASSERT_TRUE(broker_.run_until([&] { return held_ == before + count; }));
  }
  void release() {
    broker_.on_client([this] { hold_.set(); });
  }

  sim::SimWorld world_;
  SimBroker broker_;
  reactor::Event hold_;
  size_t held_ = 0;
};

protocol::Buffer records(int count) {
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder{protocol::RecordBatchOptions{}};
  for (int i = 0; i < count; ++i) {
    builder.append(1'700'000'000'000, protocol::Bytes::null(), protocol::Bytes(std::string_view("value")));
  }
  return builder.build(scratch);
}

TEST_F(AdminEndpointTest, MetricsCount) {
  broker_.run_client([](SimClient& client) -> Task<void> {
    EXPECT_TRUE(co_await create_topic(client, "t", 4));
    for (int partition = 0; partition < 4; ++partition) {
      const Produced produced = co_await produce_batch(client, "t", partition, records(3));
      EXPECT_EQ(produced.error, protocol::ErrorCode::kNone);
    }
  });
  const std::string page = body("/metrics");
  EXPECT_EQ(value(page, "klamm_shards"), kShards);
  EXPECT_EQ(value(page, "kafka_server_replicamanager_partitioncount"), 4);
  EXPECT_EQ(value(page, "kafka_server_replicamanager_leadercount"), 4);
  EXPECT_GE(value(page, "klamm_log_appended_batches_total"), 4);
  EXPECT_GT(value(page, "klamm_log_bytes"), 4 * 61);
  EXPECT_EQ(value(page, "klamm_requests_total"), 5);
  EXPECT_EQ(value(page, "kafka_server_socket_server_metrics_connection_creation_total"), 2)
      << "that client's, and the one that is beside the asking";
  EXPECT_EQ(value(page, "kafka_server_socket_server_metrics_connection_count"), 1);
  EXPECT_EQ(value(page, "kafka_server_socket_server_metrics_connection_close_total"), 1);
  EXPECT_GT(value(page, "klamm_receive_bytes_total"), 0);
  EXPECT_GT(value(page, "klamm_send_bytes_total"), 0);
}

TEST_F(AdminEndpointTest, EveryRowOfTheTableIsOnThePage) {
  const std::string page = body("/metrics?partitions=1");
  for (const MetricRow& row : metric_table()) {
    EXPECT_NE(page.find("# TYPE " + std::string(row.name) + " "), std::string::npos) << row.name;
  }
}

TEST_F(AdminEndpointTest, TopicsAndPartitionsAreTold) {
  broker_.run_client([](SimClient& client) -> Task<void> {
    EXPECT_TRUE(co_await create_topic(client, "t", 2));
    for (int partition = 0; partition < 2; ++partition) co_await produce_batch(client, "t", partition, records(3));
    protocol::Buffer damaged = records(3);
    damaged.span().back() ^= std::byte{1};
    const Produced refused = co_await produce_batch(client, "t", 0, std::move(damaged));
    EXPECT_EQ(refused.error, protocol::ErrorCode::kCorruptMessage);
  });
  const std::string page = body("/metrics?partitions=1");
  const std::string topic = "kafka_server_brokertopicmetrics_";
  EXPECT_EQ(value(page, topic + "messagesin_total"), 6);
  EXPECT_EQ(value(page, topic + "bytesin_total"), 2 * static_cast<double>(records(3).size()));
  EXPECT_EQ(value(page, topic + "totalproducerequests_total"), 3);
  EXPECT_EQ(value(page, topic + "failedproducerequests_total"), 1);
  EXPECT_EQ(value(page, topic + "bytesout_total"), 0);
  EXPECT_NE(page.find("kafka_log_log_logendoffset{topic=\"t\",partition=\"1\"} 3\n"), std::string::npos);
  EXPECT_EQ(value(page, "kafka_log_log_logstartoffset"), 0);
  EXPECT_EQ(value(page, "kafka_log_log_size"), 2 * static_cast<double>(records(3).size()));
  EXPECT_EQ(body("/metrics").find("kafka_log_log_size{"), std::string::npos) << "only where it is asked for";
}

TEST_F(AdminEndpointTest, ManyWhoAskAtATimeAreAllAnswered) {
  int whole = 0;
  for (int i = 0; i < 10; ++i) {
    broker_.start_client([&whole](SimClient&) -> Task<void> {
      const std::string page = co_await HttpPeer::ask(reactor::Shard::current(), kAdmin, get("/metrics"));
      if (page.find("klamm_admin_gather_seconds ") != std::string::npos) ++whole;
    });
  }
  EXPECT_TRUE(broker_.run_until([&] { return whole == 10; }));
}

TEST_F(AdminEndpointTest, ConnectionsComeInPagesEachOnce) {
  hold_connections(700);
  std::set<std::string> seen;
  std::set<int> shards;
  std::string target = "/connections?limit=150";
  int pages = 0;
  while (true) {
    const Json page = Json::parse(body(target));
    ++pages;
    ASSERT_LE(page["connections"].size(), 150u);
    for (const Json& row : page["connections"]) {
      EXPECT_TRUE(seen.insert(row["id"]).second) << row;
      if (row["softwareName"] == "held") shards.insert(row["shard"].get<int>());
    }
    if (page["next"].is_null()) break;
    target = "/connections?limit=150&after=" + page["next"].get<std::string>();
    ASSERT_LE(pages, 10);
  }
  EXPECT_EQ(pages, 5);
  EXPECT_GE(seen.size(), 700u);
  EXPECT_LE(seen.size(), 702u) << "and those beside the asking";
  EXPECT_EQ(shards, (std::set<int>{0, 1}));
  release();
}

TEST_F(AdminEndpointTest, AConnectionIsDescribed) {
  hold_connections(1);
  broker_.run_for(2'000 * kNsPerMs);
  const Json page = Json::parse(body("/connections"));
  Json row;
  for (const Json& one : page["connections"]) {
    if (one["softwareName"] == "held") row = one;
  }
  ASSERT_TRUE(row.is_object()) << page;
  EXPECT_EQ(row["softwareVersion"], "1.0");
  EXPECT_EQ(row["listener"], "PLAINTEXT");
  EXPECT_EQ(row["local"], "127.0.0.1:9092");
  EXPECT_EQ(row["requests"], 1);
  EXPECT_GT(row["receivedBytes"], 10);
  EXPECT_GT(row["sentBytes"], 10);
  EXPECT_TRUE(row["request"].is_null());
  EXPECT_TRUE(row["waitsFor"].is_null());
  EXPECT_GE(row["idleMs"], 2'000);
  EXPECT_FALSE(row["clientId"].get<std::string>().empty());
  release();
}

TEST_F(AdminEndpointTest, WhatIsNotThereIsRefused) {
  EXPECT_TRUE(ask("/").starts_with("HTTP/1.1 404 "));
  EXPECT_TRUE(ask("/metrics/").starts_with("HTTP/1.1 404 "));
  EXPECT_TRUE(ask("/connections?limit=0").starts_with("HTTP/1.1 400 "));
  EXPECT_TRUE(ask("/connections?limit=x").starts_with("HTTP/1.1 400 "));
  EXPECT_TRUE(ask("/connections?after=5").starts_with("HTTP/1.1 400 "));
  EXPECT_EQ(Json::parse(body("/connections?after=9-1"))["connections"].size(), 0u) << "a shard that is not there";
}

TEST(AdminEndpoint, TakenAddressStopsTheStartOnlyWhereItWasAskedFor) {
  sim::SimWorld world;
  auto listeners = [](std::string at) -> std::pair<std::string, std::string> { return {"listeners", std::move(at)}; };
  SimBroker broker(world, 1,
                   options_of({listeners("PLAINTEXT://127.0.0.1:9644"), {"admin.listener", "127.0.0.1:9644"}}));
  EXPECT_FALSE(broker.started());
  EXPECT_NE(broker.error().find("admin.listener=127.0.0.1:9644"), std::string::npos) << broker.error();

  sim::SimWorld other;
  Options options = options_of({listeners("PLAINTEXT://127.0.0.1:9644"), {"admin.listener", "127.0.0.1:9644"}});
  options.given.erase("admin.listener");
  SimBroker goes_on(other, 1, std::move(options));
  ASSERT_TRUE(goes_on.started()) << goes_on.error();
  EXPECT_FALSE(goes_on.facts().admin);
  ASSERT_EQ(goes_on.facts().warnings.size(), 1u);
  EXPECT_NE(goes_on.facts().warnings[0].find("admin.listener"), std::string::npos);
  EXPECT_TRUE(goes_on.stopped());
}

}  // namespace
}  // namespace klamm::broker
