#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "protocol/messages/create_partitions_request.h"
#include "protocol/messages/create_partitions_response.h"

// CreatePartitions: the controller decides; a partition that was added leads and takes a Produce once it is answered.
namespace klamm::broker {
namespace {

using protocol::CreatePartitionsRequest;
using protocol::CreatePartitionsResponse;
using protocol::ErrorCode;
using protocol::String;
using Result = CreatePartitionsResponse::CreatePartitionsTopicResult;

constexpr int16_t kStrictQuotaVersion = 3;

metadata::TopicGrowthAsked growth_asked(const CreatePartitionsRequest::CreatePartitionsTopic& asked) {
  metadata::TopicGrowthAsked growth;
  growth.name = asked.name.view();
  growth.count = asked.count;
  if (asked.assignments.is_null) return growth;
  growth.assignments.emplace().reserve(asked.assignments.size);
  for (const auto& assignment : asked.assignments) {
    growth.assignments->emplace_back(assignment.broker_ids.begin(), assignment.broker_ids.end());
  }
  return growth;
}

void fill(Result& row, String name, const metadata::ApiError& error) {
  row.name = name;
  row.error_code = error.code;
  row.error_message = error.message.empty() ? String::null() : String(error.message);
}

// The whole call has failed: each row of the request says so.
net::Response refuse_all(const CreatePartitionsRequest& request, const metadata::ApiError& error,
                         RequestContext& context) {
  auto* rows = context.make_array<Result>(request.topics.size);
  if (rows == nullptr) return RequestContext::too_large();
  for (uint32_t i = 0; i < request.topics.size; ++i) fill(rows[i], request.topics[i].name, error);
  CreatePartitionsResponse answer;
  answer.results = {rows, request.topics.size};
  return context.respond(answer);
}

// Kafka's controller looks at the deadline before it looks at a topic, but not when all names come twice.
bool has_timed_out(const CreatePartitionsRequest& request) {
  if (request.timeout_ms > 0) return false;
  std::unordered_map<std::string_view, int> counts;
  for (const auto& topic : request.topics) ++counts[topic.name.view()];
  return std::ranges::any_of(counts, [](const auto& entry) { return entry.second == 1; });
}

}  // namespace

reactor::Task<net::Response> handle_create_partitions(RequestContext& context) {
  auto request = context.decode_body<CreatePartitionsRequest>();
  if (!request) co_return context.undecodable(request.error());
  if (has_timed_out(*request)) {
    const metadata::ApiError timed_out{ErrorCode::kRequestTimedOut, ""};
    co_return refuse_all(*request, timed_out, context);
  }

  metadata::CreatePartitionsCall call;
  call.validate_only = request->validate_only;
  call.topics.reserve(request->topics.size);
  for (const auto& topic : request->topics) call.topics.push_back(growth_asked(topic));
  RequestMutationQuota mutations = context.mutation_quota(kStrictQuotaVersion);
  const metadata::CallContext call_context{
      .controller_epoch = -1, .timeout_ms = std::max(1, request->timeout_ms), .mutations = &mutations};
  auto grown = co_await context.shard().controller().create_partitions(call_context, std::move(call));
  context.throttle(mutations);
  if (!grown) co_return refuse_all(*request, grown.error(), context);

  auto* rows = context.make_array<Result>(grown->size());
  if (rows == nullptr) co_return RequestContext::too_large();
  for (size_t i = 0; i < grown->size(); ++i) fill(rows[i], String((*grown)[i].name), (*grown)[i].error);
  CreatePartitionsResponse answer;
  answer.results = {rows, grown->size()};
  co_return context.respond(answer);
}

}  // namespace klamm::broker
