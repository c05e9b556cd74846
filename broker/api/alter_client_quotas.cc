#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/quota_entity.h"
#include "protocol/messages/alter_client_quotas_request.h"
#include "protocol/messages/alter_client_quotas_response.h"

// AlterClientQuotas: sets and takes away quotas of clients, users and addresses (KIP-546).
namespace klamm::broker {
namespace {

using protocol::AlterClientQuotasRequest;
using protocol::AlterClientQuotasResponse;
using protocol::String;
using Row = AlterClientQuotasResponse::EntryData;

std::vector<metadata::ClientQuotaAlteration> alterations_of(const AlterClientQuotasRequest& request) {
  std::vector<metadata::ClientQuotaAlteration> alterations;
  alterations.reserve(request.entries.size);
  for (const auto& entry : request.entries) {
    metadata::ClientQuotaAlteration& alteration = alterations.emplace_back();
    for (const auto& part : entry.entity) {
      std::optional<std::string> name;
      if (!part.entity_name.is_null) name = part.entity_name.view();
      alteration.entity.parts.insert_or_assign(std::string(part.entity_type.view()), std::move(name));
    }
    for (const auto& operation : entry.ops) {
      const auto value = operation.remove ? std::nullopt : std::optional(operation.value);
      alteration.operations.push_back({std::string(operation.key.view()), value});
    }
  }
  return alterations;
}

bool fill(Row& row, const metadata::AlteredClientQuota& altered, RequestContext& context) {
  row.error_code = altered.error.code;
  row.error_message = altered.error.message.empty() ? String::null() : String(altered.error.message);
  return fill_entity(row.entity, altered.entity, context);
}

}  // namespace

reactor::Task<net::Response> handle_alter_client_quotas(RequestContext& context) {
  auto request = context.decode_body<AlterClientQuotasRequest>();
  if (!request) co_return context.undecodable(request.error());
  const std::vector<metadata::ClientQuotaAlteration> alterations = alterations_of(*request);
  const metadata::CallContext call;
  const auto altered =
      co_await context.shard().controller().alter_client_quotas(call, alterations, request->validate_only);
  std::vector<metadata::AlteredClientQuota> refused;
  if (!altered) {
    for (const auto& alteration : alterations) refused.push_back({alteration.entity, altered.error()});
  }
  const auto& told = altered ? *altered : refused;
  auto* rows = context.make_array<Row>(told.size());
  if (rows == nullptr) co_return RequestContext::too_large();
  for (size_t i = 0; i < told.size(); ++i) {
    if (!fill(rows[i], told[i], context)) co_return RequestContext::too_large();
  }
  AlterClientQuotasResponse answer;
  answer.entries = {rows, told.size()};
  co_return context.respond(answer);
}

}  // namespace klamm::broker
