#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/broker_configs.h"
#include "broker/group_configs.h"
#include "metadata/topic_config.h"
#include "metadata/topic_name.h"
#include "protocol/messages/describe_configs_request.h"
#include "protocol/messages/describe_configs_response.h"

// DescribeConfigs: effective settings of topics, groups and of this broker, with where they come from (KIP-133,
// KIP-226).
namespace klamm::broker {
namespace {

using protocol::DescribeConfigsRequest;
using protocol::DescribeConfigsResponse;
using protocol::ErrorCode;
using protocol::String;
using Resource = DescribeConfigsRequest::DescribeConfigsResource;
using Result = DescribeConfigsResponse::DescribeConfigsResult;
using Row = DescribeConfigsResponse::DescribeConfigsResourceResult;
using SynonymRow = DescribeConfigsResponse::DescribeConfigsSynonym;

// Answers one resource after the other. @core owner
class Describer {
 public:
  Describer(const DescribeConfigsRequest& request, const metadata::MetadataImage& image, RequestContext& context)
      : request_(request), image_(image), context_(context) {}

  // False over the arena's bound.
  bool describe(const Resource& resource, Result& result) {
    result.resource_type = resource.resource_type;
    result.resource_name = resource.resource_name;
    switch (static_cast<metadata::ConfigResourceType>(resource.resource_type)) {
      case metadata::ConfigResourceType::kTopic:
        return describe_topic(resource, result);
      case metadata::ConfigResourceType::kBroker:
        return describe_broker(resource, result);
      case metadata::ConfigResourceType::kGroup:
        return describe_group(resource, result);
      default:
        return fail(result, ErrorCode::kInvalidRequest, protocol::default_message(ErrorCode::kInvalidRequest));
    }
  }

 private:
  bool describe_topic(const Resource& resource, Result& result) {
    const std::string_view name = resource.resource_name.view();
    if (const auto reason = metadata::invalid_topic_name_reason(name)) {
      return fail(result, ErrorCode::kInvalidTopicException, *reason);
    }
    if (image_.topic(name) == nullptr) return fail(result, ErrorCode::kUnknownTopicOrPartition, "");
    return add_all(resource, result,
                   metadata::resolve_topic_configs(image_, context_.shard().node(), image_.topic_config(name)));
  }

  bool describe_broker(const Resource& resource, Result& result) {
    const std::string_view name = resource.resource_name.view();
    if (name.empty()) return add_all(resource, result, default_broker_configs(image_));
    int32_t id = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (error != std::errc{} || end != name.data() + name.size()) {
      return fail(result, ErrorCode::kInvalidRequest, fmt::format("The broker id must be a number, not {}", name));
    }
    const int32_t own = context_.shard().node().node_id;
    if (id != own) {
      return fail(result, ErrorCode::kInvalidRequest, fmt::format("This is broker {}, not {}", own, id));
    }
    return add_all(resource, result, broker_configs(context_.shard().options_at_start(), image_, own));
  }

  bool describe_group(const Resource& resource, Result& result) {
    const std::string_view name = resource.resource_name.view();
    if (name.empty()) return fail(result, ErrorCode::kInvalidRequest, "Group name must not be empty");
    return add_all(resource, result, group_configs(context_.shard().options_at_start(), image_, name));
  }

  bool fail(Result& result, ErrorCode error, std::string_view message) {
    result.error_code = error;
    result.error_message = context_.copy(message);
    return true;
  }

  template <class Config>
  bool add_all(const Resource& resource, Result& result, const std::vector<Config>& configs) {
    auto* rows = context_.make_array<Row>(configs.size());
    if (rows == nullptr) return false;
    size_t count = 0;
    for (const Config& config : configs) {
      if (!is_asked(resource, config.name)) continue;
      if (!fill(rows[count++], config)) return false;
    }
    result.configs = {rows, count};
    return true;
  }

  // An empty list of keys means all, as in Kafka.
  static bool is_asked(const Resource& resource, std::string_view name) {
    const auto& keys = resource.configuration_keys;
    return keys.is_null || keys.empty() ||
           std::ranges::any_of(keys, [&](const String& key) { return key.view() == name; });
  }

  bool copied(String& into, const std::string& value, bool is_sensitive) {
    if (is_sensitive) {
      into = String::null();
      return true;
    }
    into = context_.copy(value);
    return !into.is_null;
  }

  bool fill(Row& row, const metadata::ResolvedConfig& config) {
    return copied(row.value, config.value, config.is_sensitive) && fill_common(row, config);
  }

  bool fill(Row& row, const BrokerConfig& config) {
    if (!config.value) {
      row.value = String::null();
      return fill_common(row, config);
    }
    return copied(row.value, *config.value, config.is_sensitive) && fill_common(row, config);
  }

  template <class Config>
  bool fill_common(Row& row, const Config& config) {
    row.name = config.name;
    row.read_only = config.is_read_only;
    row.config_source = static_cast<int8_t>(config.source);
    row.is_sensitive = config.is_sensitive;
    row.config_type = static_cast<int8_t>(config.type);
    row.documentation = String::null();
    if (!request_.include_synonyms) return true;
    auto* synonyms = context_.make_array<SynonymRow>(config.synonyms.size());
    if (synonyms == nullptr) return false;
    for (size_t i = 0; i < config.synonyms.size(); ++i) {
      synonyms[i].name = context_.copy(config.synonyms[i].name);
      if (synonyms[i].name.is_null) return false;
      if (!copied(synonyms[i].value, config.synonyms[i].value, config.is_sensitive)) return false;
      synonyms[i].source = static_cast<int8_t>(config.synonyms[i].source);
    }
    row.synonyms = {synonyms, config.synonyms.size()};
    return true;
  }

  const DescribeConfigsRequest& request_;
  const metadata::MetadataImage& image_;
  RequestContext& context_;
};

}  // namespace

reactor::Task<net::Response> handle_describe_configs(RequestContext& context) {
  auto request = context.decode_body<DescribeConfigsRequest>();
  if (!request) co_return context.undecodable(request.error());

  const metadata::ImagePtr image = context.shard().image();
  Describer describer(*request, *image, context);
  auto* results = context.make_array<Result>(request->resources.size);
  if (results == nullptr) co_return RequestContext::too_large();
  for (uint32_t i = 0; i < request->resources.size; ++i) {
    if (!describer.describe(request->resources[i], results[i])) co_return RequestContext::too_large();
  }
  DescribeConfigsResponse answer;
  answer.results = {results, request->resources.size};
  co_return context.respond(answer);
}

}  // namespace klamm::broker
