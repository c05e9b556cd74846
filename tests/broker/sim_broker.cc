#include "tests/broker/sim_broker.h"

#include "protocol/messages/create_topics_request.h"
#include "protocol/messages/create_topics_response.h"
#include "protocol/messages/produce_request.h"
#include "protocol/messages/produce_response.h"

namespace klamm::broker {

Options options_of(std::vector<std::pair<std::string, std::string>> settings) {
  Options options;
  settings.insert(settings.begin(),
                  {{"log.dirs", kDirectory}, {"listeners", "PLAINTEXT://127.0.0.1:9092"}, {"admin.listener", ""}});
  for (const auto& [name, value] : settings) EXPECT_TRUE(set_option(options, *find_option(name), value)) << name;
  return options;
}

namespace {

reactor::Task<std::expected<Answer<protocol::CreateTopicsResponse>, std::string>> call_create_topic(
    SimClient& client, std::string name, int32_t partitions) {
  protocol::CreateTopicsRequest::CreatableTopic topic;
  topic.name = name;
  topic.num_partitions = partitions;
  topic.replication_factor = 1;
  protocol::CreateTopicsRequest request;
  request.topics = {&topic, 1};
  request.timeout_ms = 10'000;
  co_return co_await client.call<protocol::CreateTopicsResponse>(request, 7);
}

}  // namespace

reactor::Task<std::optional<protocol::Uuid>> create_topic(SimClient& client, std::string name, int32_t partitions) {
  auto answer = co_await call_create_topic(client, std::move(name), partitions);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer || answer->message.topics.size != 1) co_return std::nullopt;
  EXPECT_EQ(answer->message.topics[0].error_code, protocol::ErrorCode::kNone)
      << answer->message.topics[0].error_message.view();
  co_return answer->message.topics[0].topic_id;
}

reactor::Task<protocol::ErrorCode> try_to_create_topic(SimClient& client, std::string name, int32_t partitions) {
  auto answer = co_await call_create_topic(client, std::move(name), partitions);
  EXPECT_TRUE(answer) << answer.error();
  co_return answer ? answer->message.topics[0].error_code : protocol::ErrorCode::kUnknownServerError;
}

reactor::Task<Produced> produce_batch(SimClient& client, std::string topic, int32_t partition, protocol::Buffer batch) {
  protocol::ProduceRequest::PartitionProduceData data;
  data.index = partition;
  data.records = protocol::Records(batch.span());
  protocol::ProduceRequest::TopicProduceData topic_data;
  topic_data.name = topic;
  topic_data.partition_data = {&data, 1};
  protocol::ProduceRequest request;
  request.acks = -1;
  request.timeout_ms = 10'000;
  request.topic_data = {&topic_data, 1};
  auto answer = co_await client.call<protocol::ProduceResponse>(request, 9);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer) co_return Produced{};
  const auto& row = answer->message.responses[0].partition_responses[0];
  co_return Produced{row.error_code, row.base_offset, answer->message.throttle_time_ms};
}

}  // namespace klamm::broker
