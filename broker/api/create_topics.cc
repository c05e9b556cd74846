#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "metadata/log_directories.h"
#include "protocol/messages/create_topics_request.h"
#include "protocol/messages/create_topics_response.h"

// CreateTopics: the controller decides; a topic that was made leads and takes a Produce once it is answered.
namespace klamm::broker {
namespace {

using protocol::CreateTopicsRequest;
using protocol::CreateTopicsResponse;
using protocol::String;
using Result = CreateTopicsResponse::CreatableTopicResult;
using ConfigRow = CreateTopicsResponse::CreatableTopicConfigs;

constexpr int16_t kConfigsVersion = 5;
constexpr int16_t kStrictQuotaVersion = 6;

metadata::NewTopic new_topic(const CreateTopicsRequest::CreatableTopic& asked) {
  metadata::NewTopic topic;
  topic.name = asked.name.view();
  topic.num_partitions = asked.num_partitions;
  topic.replication_factor = asked.replication_factor;
  topic.assignments.reserve(asked.assignments.size);
  for (const auto& assignment : asked.assignments) {
    topic.assignments.push_back(
        {assignment.partition_index, {assignment.broker_ids.begin(), assignment.broker_ids.end()}});
  }
  topic.configs.reserve(asked.configs.size);
  for (const auto& config : asked.configs) {
    std::optional<std::string> value;
    if (!config.value.is_null) value = config.value.view();
    topic.configs.emplace_back(config.name.view(), std::move(value));
  }
  return topic;
}

bool fill_configs(Result& row, const std::vector<metadata::ResolvedConfig>& configs, RequestContext& context) {
  auto* rows = context.make_array<ConfigRow>(configs.size());
  if (rows == nullptr) return false;
  for (size_t i = 0; i < configs.size(); ++i) {
    rows[i].name = configs[i].name;
    rows[i].value = configs[i].is_sensitive ? String::null() : String(configs[i].value);
    rows[i].read_only = configs[i].is_read_only;
    rows[i].config_source = static_cast<int8_t>(configs[i].source);
    rows[i].is_sensitive = configs[i].is_sensitive;
  }
  row.configs = {rows, configs.size()};
  return true;
}

bool fill(Result& row, const metadata::CreatedTopic& created, bool validate_only, RequestContext& context) {
  row.name = created.name;
  row.error_code = created.error.code;
  row.error_message = created.error.message.empty() ? String::null() : String(created.error.message);
  if (!created.error.ok()) return true;
  // Kafka shows an id even when nothing is made.
  row.topic_id = validate_only ? metadata::random_uuid(context.shard().reactor().io()) : created.id;
  row.num_partitions = created.num_partitions;
  row.replication_factor = created.replication_factor;
  return context.version() < kConfigsVersion || fill_configs(row, created.configs, context);
}

// The whole call has failed: each topic says so.
net::Response refuse_all(const CreateTopicsRequest& request, const metadata::ApiError& error, RequestContext& context) {
  auto* rows = context.make_array<Result>(request.topics.size);
  if (rows == nullptr) return RequestContext::too_large();
  for (uint32_t i = 0; i < request.topics.size; ++i) {
    rows[i].name = request.topics[i].name;
    rows[i].error_code = error.code;
    rows[i].error_message = error.message;
  }
  CreateTopicsResponse answer;
  answer.topics = {rows, request.topics.size};
  return context.respond(answer);
}

}  // namespace

reactor::Task<net::Response> handle_create_topics(RequestContext& context) {
  auto request = context.decode_body<CreateTopicsRequest>();
  if (!request) co_return context.undecodable(request.error());

  metadata::CreateTopicsCall call;
  call.validate_only = request->validate_only;
  call.topics.reserve(request->topics.size);
  for (const auto& topic : request->topics) call.topics.push_back(new_topic(topic));
  RequestMutationQuota mutations = context.mutation_quota(kStrictQuotaVersion);
  const metadata::CallContext call_context{
      .controller_epoch = -1, .timeout_ms = std::max(1, request->timeout_ms), .mutations = &mutations};
  auto created = co_await context.shard().controller().create_topics(call_context, std::move(call));
  context.throttle(mutations);
  if (!created) co_return refuse_all(*request, created.error(), context);

  auto* rows = context.make_array<Result>(created->size());
  if (rows == nullptr) co_return RequestContext::too_large();
  for (size_t i = 0; i < created->size(); ++i) {
    if (!fill(rows[i], (*created)[i], request->validate_only, context)) co_return RequestContext::too_large();
  }
  CreateTopicsResponse answer;
  answer.topics = {rows, created->size()};
  co_return context.respond(answer);
}

}  // namespace klamm::broker
