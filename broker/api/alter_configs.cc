#include <string>
#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/config_alteration.h"
#include "protocol/messages/alter_configs_request.h"
#include "protocol/messages/alter_configs_response.h"

// AlterConfigs: the settings of topics and brokers become those of the request, and no others (KIP-133).
namespace klamm::broker {
namespace {

using protocol::AlterConfigsRequest;
using protocol::AlterConfigsResponse;
using protocol::String;
using Row = AlterConfigsResponse::AlterConfigsResourceResponse;

ConfigAlteration alteration_of(const AlterConfigsRequest::AlterConfigsResource& resource) {
  ConfigAlteration alteration;
  alteration.resource_type = resource.resource_type;
  alteration.change.name = resource.resource_name.view();
  alteration.change.replaces = true;
  alteration.change.changes.reserve(resource.configs.size);
  for (const auto& config : resource.configs) {
    metadata::ConfigChange change;
    change.key = config.name.view();
    if (!config.value.is_null) change.value = config.value.view();
    alteration.change.changes.push_back(std::move(change));
  }
  return alteration;
}

}  // namespace

reactor::Task<net::Response> handle_alter_configs(RequestContext& context) {
  auto request = context.decode_body<AlterConfigsRequest>();
  if (!request) co_return context.undecodable(request.error());

  std::vector<ConfigAlteration> alterations;
  alterations.reserve(request->resources.size);
  for (const auto& resource : request->resources) alterations.push_back(alteration_of(resource));
  co_await alter_configs(context.shard(), alterations, request->validate_only);

  auto* rows = context.make_array<Row>(alterations.size());
  if (rows == nullptr) co_return RequestContext::too_large();
  for (size_t i = 0; i < alterations.size(); ++i) {
    const metadata::ApiError& error = alterations[i].error;
    rows[i].error_code = error.code;
    rows[i].error_message = error.message.empty() ? String::null() : String(error.message);
    rows[i].resource_type = alterations[i].resource_type;
    rows[i].resource_name = alterations[i].change.name;
  }
  AlterConfigsResponse answer;
  answer.responses = {rows, alterations.size()};
  co_return context.respond(answer);
}

}  // namespace klamm::broker
