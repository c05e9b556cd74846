#include <fmt/format.h>

#include "broker/api/addresses.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "protocol/messages/describe_cluster_request.h"
#include "protocol/messages/describe_cluster_response.h"

// DescribeCluster: the brokers, their cluster and its controller (KIP-700, KIP-919, KIP-1073).
namespace klamm::broker {
namespace {

using protocol::DescribeClusterRequest;
using protocol::DescribeClusterResponse;
using protocol::ErrorCode;
using protocol::String;

constexpr int8_t kBrokerEndpoints = 1;
constexpr int8_t kControllerEndpoints = 2;

net::Response refuse(ErrorCode error, std::string_view message, RequestContext& context) {
  DescribeClusterResponse answer;
  answer.error_code = error;
  answer.error_message = message;
  return context.respond(answer);
}

bool fill_brokers(DescribeClusterResponse& answer, const metadata::MetadataImage& image, bool with_fenced,
                  RequestContext& context) {
  auto* rows = context.make_array<DescribeClusterResponse::DescribeClusterBroker>(image.brokers().size());
  if (rows == nullptr) return false;
  size_t count = 0;
  for (const auto& [id, broker] : image.brokers()) {
    const auto address = broker->fenced && !with_fenced ? std::nullopt : address_of(*broker, context);
    if (!address) continue;
    rows[count].broker_id = id;
    rows[count].host = address->host;
    rows[count].port = address->port;
    rows[count].rack = broker->rack ? String(*broker->rack) : String::null();
    rows[count].is_fenced = broker->fenced;
    ++count;
  }
  answer.brokers = {rows, count};
  return true;
}

}  // namespace

reactor::Task<net::Response> handle_describe_cluster(RequestContext& context) {
  auto request = context.decode_body<DescribeClusterRequest>();
  if (!request) co_return context.undecodable(request.error());
  if (request->endpoint_type == kControllerEndpoints) {
    co_return refuse(ErrorCode::kMismatchedEndpointType, "Brokers answer here, not controllers.", context);
  }
  if (request->endpoint_type != kBrokerEndpoints) {
    co_return refuse(ErrorCode::kUnsupportedEndpointType,
                     fmt::format("Unsupported endpoint type {}", request->endpoint_type), context);
  }

  const metadata::ImagePtr image = context.shard().image();
  DescribeClusterResponse answer;
  answer.cluster_id = image->cluster_id();
  answer.controller_id = image->node_id();
  if (request->include_cluster_authorized_operations)
    answer.cluster_authorized_operations = kClusterAuthorizedOperations;
  if (!fill_brokers(answer, *image, request->include_fenced_brokers, context)) co_return RequestContext::too_large();
  co_return context.respond(answer);
}

}  // namespace klamm::broker
