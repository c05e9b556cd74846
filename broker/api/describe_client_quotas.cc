#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/quota_entity.h"
#include "protocol/messages/describe_client_quotas_request.h"
#include "protocol/messages/describe_client_quotas_response.h"

// DescribeClientQuotas: the quotas whose entities a filter matches (KIP-546).
namespace klamm::broker {
namespace {

using metadata::ClientQuotaEntity;
using metadata::ClientQuotaImage;
using protocol::DescribeClientQuotasRequest;
using protocol::DescribeClientQuotasResponse;
using protocol::ErrorCode;
using protocol::String;
using Row = DescribeClientQuotasResponse::EntryData;

// Of ComponentData MatchType.
constexpr int8_t kExact = 0;
constexpr int8_t kDefault = 1;
constexpr int8_t kSpecified = 2;

// Views into the request.
struct Filter {
  std::map<std::string_view, std::optional<std::string_view>> exact;  // by type; nothing: the default
  std::set<std::string_view> specified;
  bool strict = false;

  bool names(std::string_view type) const { return exact.contains(type) || specified.contains(type); }

  bool matches(const ClientQuotaEntity& entity) const {
    if (strict && entity.parts.size() != exact.size() + specified.size()) return false;
    return std::ranges::all_of(exact, [&](const auto& part) { return entity.is(part.first, part.second); }) &&
           std::ranges::all_of(specified, [&](std::string_view type) { return entity.has(type); });
  }
};

metadata::ApiError invalid(std::string message) {
  return {ErrorCode::kInvalidRequest, std::move(message)};
}

metadata::ApiError add(const DescribeClientQuotasRequest::ComponentData& component, Filter& filter) {
  const std::string_view type = component.entity_type.view();
  if (type.empty()) return invalid("Invalid empty entity type.");
  if (filter.names(type))
    return invalid(fmt::format("Entity type {} cannot appear more than once in the filter.", type));
  if (type != metadata::kIpEntity && type != metadata::kUserEntity && type != metadata::kClientIdEntity) {
    return {ErrorCode::kUnsupportedVersion, fmt::format("Unsupported entity type {}", type)};
  }
  const bool has_match = !component.match.is_null;
  switch (component.match_type) {
    case kExact:
      if (!has_match) return invalid("Request specified MATCH_TYPE_EXACT, but set match string to null.");
      filter.exact[type] = component.match.view();
      return {};
    case kDefault:
      if (has_match) return invalid("Request specified MATCH_TYPE_DEFAULT, but also specified a match string.");
      filter.exact[type] = std::nullopt;
      return {};
    case kSpecified:
      if (has_match) return invalid("Request specified MATCH_TYPE_SPECIFIED, but also specified a match string.");
      filter.specified.insert(type);
      return {};
    default:
      return invalid(fmt::format("Unknown match type {}", component.match_type));
  }
}

metadata::ApiError read_filter(const DescribeClientQuotasRequest& request, Filter& filter) {
  filter.strict = request.strict;
  for (const auto& component : request.components) {
    if (metadata::ApiError why = add(component, filter); !why.ok()) return why;
  }
  if (filter.names(metadata::kIpEntity) &&
      (filter.names(metadata::kUserEntity) || filter.names(metadata::kClientIdEntity))) {
    return invalid(
        "Invalid entity filter component combination. IP filter component should not be used with user or clientId "
        "filter component.");
  }
  return {};
}

// Views into the image.
bool fill(Row& row, const ClientQuotaImage& quota, RequestContext& context) {
  if (!fill_entity(row.entity, quota.entity, context)) return false;
  auto* values = context.make_array<DescribeClientQuotasResponse::ValueData>(quota.values.size());
  if (values == nullptr) return false;
  row.values = {values, quota.values.size()};
  for (const auto& [key, value] : quota.values) *values++ = {String(key), value};
  return true;
}

}  // namespace

reactor::Task<net::Response> handle_describe_client_quotas(RequestContext& context) {
  auto request = context.decode_body<DescribeClientQuotasRequest>();
  if (!request) co_return context.undecodable(request.error());
  DescribeClientQuotasResponse answer;
  Filter filter;
  if (const metadata::ApiError why = read_filter(*request, filter); !why.ok()) {
    answer.error_code = why.code;
    answer.error_message = why.message;
    answer.entries = protocol::Array<Row>::null();
    co_return context.respond(answer);
  }
  const metadata::ImagePtr image = context.shard().image();
  std::vector<const ClientQuotaImage*> matching;
  image->for_each_client_quota([&](const ClientQuotaImage& quota) {
    if (filter.matches(quota.entity)) matching.push_back(&quota);
  });
  auto* rows = context.make_array<Row>(matching.size());
  if (rows == nullptr) co_return RequestContext::too_large();
  for (size_t i = 0; i < matching.size(); ++i) {
    if (!fill(rows[i], *matching[i], context)) co_return RequestContext::too_large();
  }
  answer.entries = {rows, matching.size()};
  co_return context.respond(answer);
}

}  // namespace klamm::broker
