#include <algorithm>
#include <vector>

#include "broker/api/features.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "protocol/messages/api_versions_request.h"
#include "protocol/messages/api_versions_response.h"

// ApiVersions: what this broker speaks (KIP-35, KIP-511, KIP-584, KIP-1242).
namespace klamm::broker {
namespace {

using protocol::ApiVersionsRequest;
using protocol::ApiVersionsResponse;
using protocol::ErrorCode;

// Features whose lowest supported level is 0 confuse clients before version 4.
constexpr int16_t kZeroLevelVersion = 4;
constexpr int16_t kClientSoftwareVersion = 3;
constexpr int16_t kClusterCheckVersion = 5;

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Letters, digits, '.' and '-', starting and ending with a letter or digit (KIP-511).
bool is_software_text(std::string_view text) {
  return !text.empty() && is_alphanumeric(text.front()) && is_alphanumeric(text.back()) &&
         std::ranges::all_of(text, [](char c) { return is_alphanumeric(c) || c == '.' || c == '-'; });
}

ErrorCode check_cluster(const ApiVersionsRequest& request, RequestContext& context) {
  const bool has_cluster = !request.cluster_id.is_null;
  const bool has_node = request.node_id != -1;
  if (!has_cluster && !has_node) return ErrorCode::kNone;
  if (has_cluster != has_node) return ErrorCode::kInvalidRequest;
  const metadata::NodeOptions& node = context.shard().node();
  const bool is_here = request.cluster_id.view() == node.cluster_id && request.node_id == node.node_id;
  return is_here ? ErrorCode::kNone : ErrorCode::kRebootstrapRequired;
}

ErrorCode check(const ApiVersionsRequest& request, RequestContext& context) {
  if (context.version() >= kClientSoftwareVersion) {
    if (!is_software_text(request.client_software_name.view()) ||
        !is_software_text(request.client_software_version.view())) {
      return ErrorCode::kInvalidRequest;
    }
  }
  return context.version() >= kClusterCheckVersion ? check_cluster(request, context) : ErrorCode::kNone;
}

net::Response unsupported_version(RequestContext& context) {
  const ApiRow* row = find_api(ApiVersionsRequest::kApiKey);
  ApiVersionsResponse::ApiVersion own{};
  own.api_key = ApiVersionsRequest::kApiKey;
  own.min_version = row->lowest_advertised_version;
  own.max_version = row->highest_version;
  ApiVersionsResponse answer;
  answer.error_code = ErrorCode::kUnsupportedVersion;
  answer.api_keys = {&own, 1};
  return context.respond_in_version(answer, 0, {});
}

protocol::Array<ApiVersionsResponse::ApiVersion> served_apis(RequestContext& context) {
  const auto rows = api_table();
  const bool unstable = context.shard().options().unstable_api_versions_enable;
  auto* versions = context.make_array<ApiVersionsResponse::ApiVersion>(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    versions[i].api_key = static_cast<int16_t>(rows[i].key);
    versions[i].min_version = rows[i].lowest_advertised_version;
    versions[i].max_version = rows[i].highest(unstable);
  }
  return {versions, rows.size()};
}

protocol::Array<ApiVersionsResponse::SupportedFeatureKey> supported(RequestContext& context) {
  const auto features = supported_features();
  auto* keys = context.make_array<ApiVersionsResponse::SupportedFeatureKey>(features.size());
  size_t count = 0;
  for (const SupportedFeature& feature : features) {
    if (feature.lowest_level == 0 && context.version() < kZeroLevelVersion) continue;
    keys[count].name = feature.name;
    keys[count].min_version = feature.lowest_level;
    keys[count].max_version = feature.highest_level;
    ++count;
  }
  return {keys, count};
}

protocol::Array<ApiVersionsResponse::FinalizedFeatureKey> finalized(RequestContext& context,
                                                                    const metadata::MetadataImage& image) {
  const auto& levels = image.finalized_features();
  auto* keys = context.make_array<ApiVersionsResponse::FinalizedFeatureKey>(levels.size());
  size_t count = 0;
  for (const auto& [name, level] : levels) {
    if (level == 0) continue;
    keys[count].name = name;
    keys[count].min_version_level = level;
    keys[count].max_version_level = level;
    ++count;
  }
  return {keys, count};
}

}  // namespace

reactor::Task<net::Response> handle_api_versions(RequestContext& context) {
  if (!find_api(ApiVersionsRequest::kApiKey)->serves(context.version(), false)) co_return unsupported_version(context);
  auto request = context.decode_body<ApiVersionsRequest>();
  if (!request) co_return context.undecodable(request.error());

  ApiVersionsResponse answer;
  answer.error_code = check(*request, context);
  if (answer.error_code != ErrorCode::kNone) co_return context.respond(answer);

  if (context.version() >= kClientSoftwareVersion) {
    context.connection().client_software_name = request->client_software_name.view();
    context.connection().client_software_version = request->client_software_version.view();
  }
  const metadata::ImagePtr image = context.shard().image();
  answer.api_keys = served_apis(context);
  answer.supported_features = supported(context);
  answer.finalized_features_epoch = image->position().offset;
  answer.finalized_features = finalized(context, *image);
  co_return context.respond(answer);
}

}  // namespace klamm::broker
