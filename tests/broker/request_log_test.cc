#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "broker/request_log_line.h"
#include "broker/request_log_writer.h"
#include "protocol/codec.h"
#include "protocol/messages/alter_configs_request.h"
#include "protocol/messages/api_keys.h"
#include "protocol/messages/fetch_response.h"

namespace klamm::broker {
namespace {

using net::RequestLogEntry;
using nlohmann::json;

std::unique_ptr<RequestLogEntry> entry_of(int32_t correlation_id, uint32_t shard = 0) {
  auto entry = std::make_unique<RequestLogEntry>();
  entry->wall_clock_ms = 1'700'000'000'123;
  entry->shard = shard;
  entry->api_key = static_cast<int16_t>(protocol::ApiKey::kApiVersions);
  entry->correlation_id = correlation_id;
  entry->client_id = "someone";
  entry->connection = "127.0.0.1:9092-127.0.0.1:40000-0-1";
  entry->listener = "PLAINTEXT";
  return entry;
}

template <class Message>
std::vector<std::byte> encoded(const Message& message, int16_t version) {
  protocol::Writer writer;
  EXPECT_TRUE(protocol::encode(message, version, writer).has_value());
  const protocol::Buffer bytes = writer.take();
  return {bytes.data(), bytes.data() + bytes.size()};
}

TEST(RequestLogWriter, TakesShardsInTurnAndTellsOfDropsBehindThem) {
  RequestLogWriter writer(2, /*has_own_file=*/true);
  for (uint32_t i = 0; i <= RequestLogWriter::kSlotCount; ++i) {
    EXPECT_EQ(writer.write(entry_of(static_cast<int32_t>(i), 0)), i < RequestLogWriter::kSlotCount);
  }
  EXPECT_TRUE(writer.write(entry_of(9000, 1)));
  reactor::LogLine line;
  std::string text;
  ASSERT_TRUE(writer.next(line, text));
  EXPECT_EQ(json::parse(text)["requestHeader"]["correlationId"], 0);
  ASSERT_TRUE(writer.next(line, text));
  EXPECT_EQ(json::parse(text)["requestHeader"]["correlationId"], 9000);
  EXPECT_EQ(line.shard, 1);
  for (uint32_t i = 1; i < RequestLogWriter::kSlotCount; ++i) ASSERT_TRUE(writer.next(line, text));
  ASSERT_TRUE(writer.next(line, text));
  EXPECT_EQ(json::parse(text)["droppedRequests"], 1);
  EXPECT_FALSE(writer.next(line, text));
}

TEST(RequestLogWriter, WithoutAFileOfItsOwnALineBeginsAsKafkas) {
  RequestLogWriter writer(1, /*has_own_file=*/false);
  EXPECT_TRUE(writer.write(entry_of(1)));
  reactor::LogLine line;
  std::string text;
  ASSERT_TRUE(writer.next(line, text));
  EXPECT_TRUE(text.starts_with("Completed request:{"));
  EXPECT_EQ(line.text, text);
}

TEST(RequestLogLine, TimesAreInMillisecondsWithMicrosecondsBehindThePoint) {
  auto entry = entry_of(1);
  entry->times = {.received_ns = 1'000'000,
                  .turn_ns = 3'000'000,
                  .started_ns = 3'004'999,
                  .local_end_ns = 3'104'000,
                  .answered_ns = 13'104'000,
                  .sending_ns = 13'104'000,
                  .ended_ns = 13'200'000};
  entry->crossing_ns = 45'000;
  entry->throttle_ms = 7;
  const json line = json::parse(request_log_line(*entry));
  EXPECT_EQ(line["timestamp"], "2023-11-14T22:13:20.123Z");
  EXPECT_EQ(line["mutedTimeMs"], 2);
  EXPECT_EQ(line["requestQueueTimeMs"], 0.004);
  EXPECT_EQ(line["localTimeMs"], 0.099);
  EXPECT_EQ(line["remoteTimeMs"], 10);
  EXPECT_EQ(line["responseQueueTimeMs"], 0);
  EXPECT_EQ(line["sendTimeMs"], 0.096);
  EXPECT_EQ(line["totalTimeMs"], 10.2);
  EXPECT_EQ(line["crossCoreTimeMs"], 0.045);
  EXPECT_EQ(line["throttleTimeMs"], 7);
  EXPECT_TRUE(line["response"].is_null()) << "none was sent";
}

TEST(RequestLogLine, NamesOfApisAreKafkasConstants) {
  const auto name_of = [](protocol::ApiKey key) {
    auto entry = entry_of(1);
    entry->api_key = static_cast<int16_t>(key);
    return json::parse(request_log_line(*entry))["requestHeader"]["requestApiKeyName"];
  };
  EXPECT_EQ(name_of(protocol::ApiKey::kProduce), "PRODUCE");
  EXPECT_EQ(name_of(protocol::ApiKey::kOffsetForLeaderEpoch), "OFFSET_FOR_LEADER_EPOCH");
  EXPECT_EQ(name_of(protocol::ApiKey::kAddPartitionsToTxn), "ADD_PARTITIONS_TO_TXN");
}

// The bytes of a Fetch response whose records are a range of a file.
TEST(RequestLogLine, RecordsThatStandInFilesAreToldByTheirSize) {
  constexpr int16_t kVersion = 12;
  constexpr uint32_t kRecordsBytes = 123'456;
  protocol::FetchResponse::PartitionData partitions[2];
  partitions[0].records = protocol::Records::external(kRecordsBytes, 0);
  partitions[1].partition_index = 1;
  partitions[1].records = protocol::Records::external(77, 1);
  protocol::FetchResponse::FetchableTopicResponse topic;
  topic.topic = protocol::String("t");
  topic.partitions = {partitions, 2};
  protocol::FetchResponse response;
  response.responses = {&topic, 1};
  protocol::Writer writer;
  writer.write_int32(1);
  writer.write_unsigned_varint(0);
  ASSERT_TRUE(protocol::encode(response, kVersion, writer).has_value());
  auto entry = entry_of(1);
  entry->api_key = static_cast<int16_t>(protocol::ApiKey::kFetch);
  entry->api_version = kVersion;
  entry->is_answered = true;
  for (const auto& range : writer.external_ranges()) {
    entry->response.gaps.push_back({.position = range.position, .size_bytes = range.size});
  }
  const protocol::Buffer bytes = writer.take();
  entry->response.bytes.assign(bytes.data(), bytes.data() + bytes.size());
  entry->response.is_there = true;
  const json line = json::parse(request_log_line(*entry));
  const json& rows = line["response"]["responses"][0]["partitions"];
  EXPECT_EQ(rows[0]["recordsSizeInBytes"], kRecordsBytes);
  EXPECT_EQ(rows[1]["recordsSizeInBytes"], 77);
  EXPECT_EQ(rows[1]["partitionIndex"], 1);
}

TEST(RequestLogLine, WhatIsTooLargeOrCannotBeReadIsToldByItsSize) {
  auto entry = entry_of(1);
  entry->request.whole_bytes = 1'000'000;
  entry->is_answered = true;
  entry->response.bytes.resize(3);
  entry->response.whole_bytes = 3;
  entry->response.is_there = true;
  const json line = json::parse(request_log_line(*entry));
  EXPECT_EQ(line["request"], json({{"sizeInBytes", 1'000'000}}));
  EXPECT_EQ(line["response"], json({{"sizeInBytes", 3}}));
}

TEST(RequestLogLine, ValuesThatMayBeSecretAreHidden) {
  using Config = protocol::AlterConfigsRequest::AlterableConfig;
  const auto value_of = [](int8_t type, std::string_view name) {
    Config config;
    config.name = protocol::String(name);
    config.value = protocol::String("the value");
    protocol::AlterConfigsRequest::AlterConfigsResource resource;
    resource.resource_type = type;
    resource.configs = {&config, 1};
    protocol::AlterConfigsRequest request;
    request.resources = {&resource, 1};
    auto entry = entry_of(1);
    entry->api_key = static_cast<int16_t>(protocol::ApiKey::kAlterConfigs);
    entry->api_version = 2;
    entry->request.bytes = encoded(request, 2);
    entry->request.is_there = true;
    return json::parse(request_log_line(*entry))["request"]["resources"][0]["configs"][0]["value"];
  };
  constexpr int8_t kTopic = 2;
  constexpr int8_t kBroker = 4;
  constexpr int8_t kBrokerLogger = 8;
  EXPECT_EQ(value_of(kTopic, "retention.ms"), "the value");
  EXPECT_EQ(value_of(kTopic, "my.own"), "[hidden]");
  EXPECT_EQ(value_of(kBroker, "max.connections"), "the value");
  EXPECT_EQ(value_of(kBroker, "ssl.keystore.password"), "[hidden]");
  EXPECT_EQ(value_of(kBroker, "sasl.jaas.config"), "[hidden]");
  EXPECT_EQ(value_of(kBroker, "my.own"), "[hidden]");
  EXPECT_EQ(value_of(kBrokerLogger, "kafka.request.logger"), "the value");
  EXPECT_EQ(value_of(99, "max.connections"), "[hidden]");
}

}  // namespace
}  // namespace klamm::broker
