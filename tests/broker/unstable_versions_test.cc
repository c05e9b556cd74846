#include <gtest/gtest.h>

#include <map>

#include "protocol/compression/codec_scratch.h"
#include "protocol/messages/alter_configs_request.h"
#include "protocol/messages/alter_configs_response.h"
#include "protocol/messages/api_versions_request.h"
#include "protocol/messages/api_versions_response.h"
#include "protocol/messages/delete_topics_request.h"
#include "protocol/messages/delete_topics_response.h"
#include "protocol/messages/init_producer_id_request.h"
#include "protocol/messages/init_producer_id_response.h"
#include "protocol/messages/produce_request.h"
#include "protocol/messages/produce_response.h"
#include "protocol/record_batch_builder.h"
#include "tests/broker/sim_broker.h"

// Versions that only unstable.api.versions.enable brings, in the whole broker over a simulation.
namespace klamm::broker {
namespace {

using metadata::ConfigResourceType;
using protocol::ApiKey;
using protocol::ErrorCode;
using reactor::Task;

Options options_with(bool unstable) {
  return options_of({{"unstable.api.versions.enable", unstable ? "true" : "false"}});
}

Task<std::map<ApiKey, int16_t>> highest_versions(SimClient& client) {
  std::map<ApiKey, int16_t> highest;
  const protocol::ApiVersionsRequest request;
  const auto answer = co_await client.call<protocol::ApiVersionsResponse>(request, 0);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer) co_return highest;
  for (const auto& api : answer->message.api_keys) highest[static_cast<ApiKey>(api.api_key)] = api.max_version;
  co_return highest;
}

// What Produce 14 tells; nothing when it is not answered.
Task<std::optional<int32_t>> told_window(SimClient& client, protocol::Uuid topic_id) {
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder{protocol::RecordBatchOptions{}};
  builder.append(1'700'000'000'000, protocol::Bytes::null(), protocol::Bytes(std::string_view("v")));
  const protocol::Buffer batch = builder.build(scratch);
  protocol::ProduceRequest::PartitionProduceData data;
  data.records = protocol::Records(batch.span());
  protocol::ProduceRequest::TopicProduceData topic;
  topic.topic_id = topic_id;
  topic.partition_data = {&data, 1};
  protocol::ProduceRequest request;
  request.acks = -1;
  request.timeout_ms = 10'000;
  request.topic_data = {&topic, 1};
  const auto answer = co_await client.call<protocol::ProduceResponse>(request, 14);
  if (!answer) co_return std::nullopt;
  EXPECT_EQ(answer->message.responses[0].partition_responses[0].error_code, ErrorCode::kNone);
  co_return answer->message.max_idempotence_batches_to_retain;
}

Task<void> set_depth(SimClient& client, ConfigResourceType type, std::string name, std::string depth) {
  protocol::AlterConfigsRequest::AlterableConfig configs[2];
  configs[0].name = "producer.state.batches.to.retain";
  configs[0].value = depth;
  configs[1].name = "min.insync.replicas";  // of all brokers it may not be taken away
  configs[1].value = "1";
  protocol::AlterConfigsRequest::AlterConfigsResource resource;
  resource.resource_type = static_cast<int8_t>(type);
  resource.resource_name = name;
  resource.configs = {configs, 2};
  protocol::AlterConfigsRequest request;
  request.resources = {&resource, 1};
  const auto answer = co_await client.call<protocol::AlterConfigsResponse>(request, 2);
  EXPECT_TRUE(answer && answer->message.responses[0].error_code == ErrorCode::kNone);
}

Task<void> remove_topic(SimClient& client, std::string name) {
  protocol::String names[] = {protocol::String(name)};
  protocol::DeleteTopicsRequest request;
  request.topic_names = {names, 1};
  request.timeout_ms = 10'000;
  const auto answer = co_await client.call<protocol::DeleteTopicsResponse>(request, 5);
  EXPECT_TRUE(answer && answer->message.responses[0].error_code == ErrorCode::kNone);
}

class UnstableVersions : public testing::TestWithParam<uint32_t> {
 protected:
  sim::SimWorld world_;
};

TEST_P(UnstableVersions, AreUnknownWithoutTheSwitch) {
  SimBroker broker(world_, GetParam(), options_with(false));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    auto highest = co_await highest_versions(client);
    EXPECT_EQ(highest[ApiKey::kProduce], 13);
    EXPECT_EQ(highest[ApiKey::kInitProducerId], 5);
    const auto id = co_await create_topic(client, "t", 1);
    if (!id) co_return;
    EXPECT_FALSE((co_await told_window(client, *id)).has_value());
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(UnstableVersions, InitProducerId6IsServedWithIt) {
  SimBroker broker(world_, GetParam(), options_with(true));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    auto highest = co_await highest_versions(client);
    EXPECT_EQ(highest[ApiKey::kProduce], 14);
    EXPECT_EQ(highest[ApiKey::kInitProducerId], 6);
    EXPECT_EQ(highest[ApiKey::kFetch], 18);
    protocol::InitProducerIdRequest request;
    request.transactional_id = protocol::String::null();
    const auto answer = co_await client.call<protocol::InitProducerIdResponse>(request, 6);
    EXPECT_TRUE(answer && answer->message.error_code == ErrorCode::kNone && answer->message.producer_id >= 0);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

// Whichever topic the request is about: the client has one bound for the connection.
TEST_P(UnstableVersions, Produce14TellsTheLeastWindowOfTheBroker) {
  SimBroker broker(world_, GetParam(), options_with(true));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    const auto id = co_await create_topic(client, "t", 1);
    const auto other = co_await create_topic(client, "other", 1);
    EXPECT_TRUE(id && other);
    if (!id || !other) co_return;
    EXPECT_EQ(co_await told_window(client, *id), 5);
    co_await set_depth(client, ConfigResourceType::kBroker, "", "50");
    EXPECT_EQ(co_await told_window(client, *id), 50);
    co_await set_depth(client, ConfigResourceType::kTopic, "t", "70");
    EXPECT_EQ(co_await told_window(client, *id), 50);
    co_await set_depth(client, ConfigResourceType::kTopic, "other", "7");
    EXPECT_EQ(co_await told_window(client, *id), 7);
    EXPECT_EQ(co_await told_window(client, *other), 7);
    co_await remove_topic(client, "other");
    EXPECT_EQ(co_await told_window(client, *id), 50);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

INSTANTIATE_TEST_SUITE_P(Shards, UnstableVersions, testing::Values(1U, 3U));

}  // namespace
}  // namespace klamm::broker
