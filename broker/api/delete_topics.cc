#include <algorithm>
#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "protocol/messages/delete_topics_request.h"
#include "protocol/messages/delete_topics_response.h"

// DeleteTopics: the controller decides.
namespace klamm::broker {
namespace {

using protocol::DeleteTopicsRequest;
using protocol::DeleteTopicsResponse;
using protocol::ErrorCode;
using protocol::String;
using Result = DeleteTopicsResponse::DeletableTopicResult;

constexpr int16_t kTopicIdVersion = 6;
constexpr int16_t kStrictQuotaVersion = 5;
constexpr int16_t kDisabledVersion = 3;  // older clients do not know TOPIC_DELETION_DISABLED

std::vector<metadata::TopicReference> topics_of(const DeleteTopicsRequest& request, int16_t version) {
  std::vector<metadata::TopicReference> topics;
  if (version < kTopicIdVersion) {
    for (const String& name : request.topic_names) topics.push_back({std::string(name.view()), {}});
    return topics;
  }
  for (const auto& topic : request.topics) {
    metadata::TopicReference reference;
    if (!topic.name.is_null) reference.name = topic.name.view();
    reference.id = topic.topic_id;
    topics.push_back(std::move(reference));
  }
  return topics;
}

void fill(Result& row, const std::optional<std::string>& name, const protocol::Uuid& id,
          const metadata::ApiError& error) {
  row.name = name ? String(*name) : String::null();
  row.topic_id = id;
  row.error_code = error.code;
  row.error_message = error.message.empty() ? String::null() : String(error.message);
}

net::Response refuse_all(const std::vector<metadata::TopicReference>& topics, const metadata::ApiError& error,
                         RequestContext& context) {
  auto* rows = context.make_array<Result>(topics.size());
  if (rows == nullptr) return RequestContext::too_large();
  for (size_t i = 0; i < topics.size(); ++i) fill(rows[i], topics[i].name, topics[i].id, error);
  DeleteTopicsResponse answer;
  answer.responses = {rows, topics.size()};
  return context.respond(answer);
}

}  // namespace

reactor::Task<net::Response> handle_delete_topics(RequestContext& context) {
  auto request = context.decode_body<DeleteTopicsRequest>();
  if (!request) co_return context.undecodable(request.error());

  std::vector<metadata::TopicReference> topics = topics_of(*request, context.version());
  if (!context.shard().options().delete_topic_enable) {
    const ErrorCode code =
        context.version() < kDisabledVersion ? ErrorCode::kInvalidRequest : ErrorCode::kTopicDeletionDisabled;
    co_return refuse_all(topics, {code, std::string(protocol::default_message(code))}, context);
  }
  RequestMutationQuota mutations = context.mutation_quota(kStrictQuotaVersion);
  const metadata::CallContext call_context{
      .controller_epoch = -1, .timeout_ms = std::max(1, request->timeout_ms), .mutations = &mutations};
  auto deleted = co_await context.shard().controller().delete_topics(call_context, topics);
  context.throttle(mutations);
  if (!deleted) co_return refuse_all(topics, deleted.error(), context);

  auto* rows = context.make_array<Result>(deleted->size());
  if (rows == nullptr) co_return RequestContext::too_large();
  for (size_t i = 0; i < deleted->size(); ++i) fill(rows[i], (*deleted)[i].name, (*deleted)[i].id, (*deleted)[i].error);
  DeleteTopicsResponse answer;
  answer.responses = {rows, deleted->size()};
  co_return context.respond(answer);
}

}  // namespace klamm::broker
