#include <string>
#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/config_alteration.h"
#include "protocol/messages/alter_configs_request.h"
#include "protocol/messages/alter_configs_response.h"
#include "protocol/messages/incremental_alter_configs_request.h"
#include "protocol/messages/incremental_alter_configs_response.h"

// AlterConfigs: the settings of topics and brokers become those of the request, and no others (KIP-133).
// IncrementalAlterConfigs: some of them change, the others stay (KIP-339).
namespace klamm::broker {
namespace {

using protocol::String;

// Of either request; only the incremental one says what to do with each setting.
template <class Resource>
ConfigAlteration alteration_of(const Resource& resource) {
  ConfigAlteration alteration;
  alteration.resource_type = resource.resource_type;
  alteration.change.name = resource.resource_name.view();
  alteration.change.changes.reserve(resource.configs.size);
  for (const auto& config : resource.configs) {
    metadata::ConfigChange change;
    change.key = config.name.view();
    if constexpr (requires { config.config_operation; }) {
      change.operation = static_cast<metadata::ConfigOperation>(config.config_operation);
    }
    if (!config.value.is_null) change.value = config.value.view();
    alteration.change.changes.push_back(std::move(change));
  }
  return alteration;
}

template <class Request, class Response>
reactor::Task<net::Response> handle(RequestContext& context, bool replaces) {
  auto request = context.decode_body<Request>();
  if (!request) co_return context.undecodable(request.error());

  std::vector<ConfigAlteration> alterations;
  alterations.reserve(request->resources.size);
  for (const auto& resource : request->resources) {
    alterations.push_back(alteration_of(resource));
    alterations.back().change.replaces = replaces;
  }
  co_await alter_configs(context.shard(), alterations, request->validate_only);

  auto* rows = context.make_array<typename Response::AlterConfigsResourceResponse>(alterations.size());
  if (rows == nullptr) co_return RequestContext::too_large();
  for (size_t i = 0; i < alterations.size(); ++i) {
    const metadata::ApiError& error = alterations[i].error;
    rows[i].error_code = error.code;
    rows[i].error_message = error.message.empty() ? String::null() : String(error.message);
    rows[i].resource_type = alterations[i].resource_type;
    rows[i].resource_name = alterations[i].change.name;
  }
  Response answer;
  answer.responses = {rows, alterations.size()};
  co_return context.respond(answer);
}

}  // namespace

reactor::Task<net::Response> handle_alter_configs(RequestContext& context) {
  return handle<protocol::AlterConfigsRequest, protocol::AlterConfigsResponse>(context, true);
}

reactor::Task<net::Response> handle_incremental_alter_configs(RequestContext& context) {
  return handle<protocol::IncrementalAlterConfigsRequest, protocol::IncrementalAlterConfigsResponse>(context, false);
}

}  // namespace klamm::broker
