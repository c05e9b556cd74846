#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "protocol/messages/list_config_resources_request.h"
#include "protocol/messages/list_config_resources_response.h"

// ListConfigResources: what can be asked for with DescribeConfigs, by type (KIP-1142); version 0 knows subscriptions of
// client metrics alone (KIP-714).
namespace klamm::broker {
namespace {

using metadata::ConfigResourceType;
using protocol::ErrorCode;
using protocol::ListConfigResourcesRequest;
using protocol::ListConfigResourcesResponse;

constexpr std::array kTypes = {ConfigResourceType::kTopic, ConfigResourceType::kBroker,
                               ConfigResourceType::kBrokerLogger, ConfigResourceType::kClientMetrics,
                               ConfigResourceType::kGroup};

struct Resource {
  ConfigResourceType type;
  std::string name;
};

bool is_asked(const ListConfigResourcesRequest& request, int16_t version, ConfigResourceType type) {
  if (version == 0) return type == ConfigResourceType::kClientMetrics;
  return request.resource_types.empty() ||
         std::ranges::find(request.resource_types, static_cast<int8_t>(type)) != request.resource_types.end();
}

std::vector<Resource> list(const metadata::MetadataImage& image, ConfigResourceType type) {
  std::vector<Resource> found;
  switch (type) {
    case ConfigResourceType::kTopic:
      image.for_each_topic([&](const metadata::TopicImage& topic) { found.push_back({type, topic.name}); });
      break;
    case ConfigResourceType::kBroker:
    case ConfigResourceType::kBrokerLogger:
      for (const auto& [id, broker] : image.brokers()) found.push_back({type, std::to_string(id)});
      break;
    default:
      image.for_each_config([&](ConfigResourceType each, std::string_view name, const metadata::ConfigImage&) {
        if (each == type) found.push_back({type, std::string(name)});
      });
  }
  return found;
}

bool knows_all_types(const ListConfigResourcesRequest& request) {
  return std::ranges::all_of(request.resource_types, [](int8_t type) {
    return std::ranges::find(kTypes, static_cast<ConfigResourceType>(type)) != kTypes.end();
  });
}

}  // namespace

reactor::Task<net::Response> handle_list_config_resources(RequestContext& context) {
  auto request = context.decode_body<ListConfigResourcesRequest>();
  if (!request) co_return context.undecodable(request.error());

  ListConfigResourcesResponse answer;
  if (!knows_all_types(*request)) {
    answer.error_code = ErrorCode::kUnsupportedVersion;
    co_return context.respond(answer);
  }
  const metadata::ImagePtr image = context.shard().image();
  std::vector<Resource> found;
  for (const ConfigResourceType type : kTypes) {
    if (is_asked(*request, context.version(), type)) std::ranges::move(list(*image, type), std::back_inserter(found));
  }
  auto* rows = context.make_array<ListConfigResourcesResponse::ConfigResource>(found.size());
  if (rows == nullptr) co_return RequestContext::too_large();
  for (size_t i = 0; i < found.size(); ++i) {
    rows[i].resource_name = found[i].name;
    rows[i].resource_type = static_cast<int8_t>(found[i].type);
  }
  answer.config_resources = {rows, found.size()};
  co_return context.respond(answer);
}

}  // namespace klamm::broker
