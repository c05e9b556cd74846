#include "metadata/config_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "metadata/klamm_settings_file.h"
#include "metadata/replica_assignment.h"
#include "metadata/topic_name.h"
#include "protocol/messages/clear_elr_record.h"
#include "protocol/messages/config_record.h"

// The messages are those of Kafka 4.4's ConfigurationControlManager and ControllerConfigurationValidator.
namespace klamm::metadata {

namespace {

using protocol::ErrorCode;

constexpr std::string_view kMinInSyncReplicas = "min.insync.replicas";
constexpr size_t kValueBytesMax = INT16_MAX;

// As Java splits: empty elements stay, but not at the end.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> elements;
  for (size_t start = 0; start <= text.size();) {
    const size_t comma = std::min(text.find(',', start), text.size());
    elements.emplace_back(text.substr(start, comma - start));
    start = comma + 1;
  }
  while (elements.size() > 1 && elements.back().empty()) elements.pop_back();
  return elements;
}

std::string combined(std::string_view now, std::string_view operand_text, ConfigOperation operation) {
  std::vector<std::string> elements = split(now);
  std::erase(elements, "");
  for (const std::string& operand : split(operand_text)) {
    const auto found = std::ranges::find(elements, operand);
    if (operation == ConfigOperation::kAppend && found == elements.end()) elements.push_back(operand);
    if (operation == ConfigOperation::kSubtract && found != elements.end()) elements.erase(found);
  }
  return fmt::format("{}", fmt::join(elements, ","));
}

// The changes of one resource: all of them, or none.
class ResourceAlteration {
 public:
  ResourceAlteration(const MetadataImage& image, const NodeOptions& options, const ResourceConfigChange& resource)
      : image_(image), options_(options), resource_(resource) {
    if (const ConfigImage* now = image.config(resource.type, resource.name)) before_ = now->values;
    config_.values = before_;
  }

  ApiError apply(Decision<ApiError>& decision) {
    if (ApiError why = apply_all(); !why.ok()) return why;
    if (options_.check_config_change && resource_.type != ConfigResourceType::kTopic) {
      if (ApiError why = options_.check_config_change(image_, resource_); !why.ok()) return why;
    }
    for (const std::string& key : altered_) {
      if (ApiError why = check_controllers_rules(key); !why.ok()) return why;
    }
    if (ApiError why = check_resource(); !why.ok()) return why;
    if (ApiError why = check_klamm_settings(decision.klamm_settings.size()); !why.ok()) return why;
    for (const std::string& key : altered_) {
      if (is_klamm_setting(options_, resource_.type, key)) {
        add_klamm_setting(key, decision.klamm_settings);
      } else {
        add_record(key, decision.records);
      }
    }
    return {};
  }

 private:
  bool is_broker() const { return resource_.type == ConfigResourceType::kBroker; }

  ApiError apply_all() {
    std::set<std::string_view> named;
    for (const ConfigChange& change : resource_.changes) {
      if (!named.insert(change.key).second) {
        return {ErrorCode::kInvalidRequest, "Error due to duplicate config keys"};
      }
      if (ApiError why = apply_one(change); !why.ok()) return why;
      // An unchanged broker setting is written again, for Kafka's brokers load files anew then.
      if (is_broker() || differs(change.key)) altered_.insert(change.key);
    }
    if (!resource_.replaces) return {};
    for (const auto& [key, value] : before_) {
      if (named.contains(key)) continue;
      config_.values.erase(key);
      altered_.insert(key);
    }
    return {};
  }

  bool differs(const std::string& key) const {
    const auto was = before_.find(key);
    const std::string* now = config_.find(key);
    return now == nullptr ? was != before_.end() : was == before_.end() || was->second != *now;
  }

  ApiError apply_one(const ConfigChange& change) {
    if (change.operation == ConfigOperation::kDelete) {
      config_.values.erase(change.key);
      return {};
    }
    if (!change.value) return {ErrorCode::kInvalidRequest, "Null value not supported for : " + change.key};
    if (change.operation == ConfigOperation::kSet) {
      config_.values[change.key] = *change.value;
      return {};
    }
    const std::string* default_value = list_default(change.key);
    if (default_value == nullptr) {
      return {ErrorCode::kInvalidConfig,
              fmt::format("Can't {} to key {} because its type is not LIST.",
                          change.operation == ConfigOperation::kAppend ? "APPEND" : "SUBTRACT", change.key)};
    }
    const std::string* now = config_.find(change.key);
    config_.values[change.key] = combined(now == nullptr ? *default_value : *now, *change.value, change.operation);
    return {};
  }

  // Of a setting that is a list; null for any other.
  const std::string* list_default(const std::string& key) {
    if (is_broker()) {
      const auto found = options_.broker_lists.find(key);
      return found == options_.broker_lists.end() ? nullptr : &found->second;
    }
    if (resource_.type == ConfigResourceType::kGroup) return nullptr;
    const TopicConfigKey* found = find_topic_config_key(key);
    if (found == nullptr || found->type != ConfigType::kList) return nullptr;
    topic_list_default_ = found->default_value;
    return &topic_list_default_;
  }

  ApiError check_controllers_rules(const std::string& key) const {
    const std::string* value = config_.find(key);
    if (is_broker() && key == kMinInSyncReplicas && image_.feature_level("eligible.leader.replicas.version") > 0) {
      if (!resource_.name.empty()) {
        return {ErrorCode::kInvalidConfig, "Broker-level min.insync.replicas cannot be altered while ELR is enabled."};
      }
      if (value == nullptr) {
        return {ErrorCode::kInvalidConfig, "Cluster-level min.insync.replicas cannot be removed while ELR is enabled."};
      }
    }
    if (value != nullptr && value->size() > kValueBytesMax) {
      return {ErrorCode::kInvalidConfig,
              fmt::format("The configuration value cannot be added because it exceeds the maximum value size of {} "
                          "bytes.",
                          kValueBytesMax)};
    }
    return {};
  }

  ApiError check_resource() const {
    switch (resource_.type) {
      case ConfigResourceType::kTopic:
        return check_topic();
      case ConfigResourceType::kGroup:
        if (resource_.name.empty()) return {ErrorCode::kInvalidRequest, "Default group resources are not allowed."};
        return {};
      default:
        return check_broker();
    }
  }

  ApiError check_topic() const {
    if (resource_.name.empty()) return {ErrorCode::kInvalidRequest, "Default topic resources are not allowed."};
    if (auto why = invalid_topic_name_reason(resource_.name)) return {ErrorCode::kInvalidTopicException, *why};
    if (auto valid = validate_all_topic_configs(image_, options_, config_); !valid) {
      return {ErrorCode::kInvalidConfig, valid.error()};
    }
    if (image_.topic(resource_.name) != nullptr) return {};
    return {ErrorCode::kUnknownTopicOrPartition, "The topic '" + resource_.name + "' does not exist."};
  }

  ApiError check_broker() const {
    const std::string& name = resource_.name;
    if (name.empty()) return {};
    int32_t id = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (error != std::errc() || end != name.data() + name.size()) {
      return {ErrorCode::kInvalidRequest, "Unable to parse broker name as a base 10 number."};
    }
    if (id < 0) return {ErrorCode::kInvalidRequest, "Invalid negative broker ID."};
    if (image_.broker(id) != nullptr) return {};
    return {ErrorCode::kBrokerIdNotRegistered, fmt::format("No node with id {} found.", id)};
  }

  // Taking them away is always possible.
  ApiError check_klamm_settings(size_t added_count) const {
    bool sets_any = false;
    for (const std::string& key : altered_) {
      const std::string* value = config_.find(key);
      if (value == nullptr || !is_klamm_setting(options_, resource_.type, key)) continue;
      sets_any = true;
      if (!is_klamm_text(*value)) {
        return {ErrorCode::kInvalidConfig,
                fmt::format("Invalid value for configuration {}: It must be UTF-8 of at most {} bytes without control "
                            "characters.",
                            key, kKlammTextBytesMax)};
      }
    }
    if (!sets_any) return {};
    if (!is_klamm_text(resource_.name)) {
      return {ErrorCode::kInvalidRequest,
              fmt::format("Settings that only Klamm knows need a name in UTF-8 of at most {} bytes without control "
                          "characters.",
                          kKlammTextBytesMax)};
    }
    const bool has_some = std::ranges::any_of(
        before_, [&](const auto& pair) { return is_klamm_setting(options_, resource_.type, pair.first); });
    if (has_some || image_.klamm_config_count() + added_count < kKlammConfigsMax) return {};
    return {ErrorCode::kPolicyViolation,
            fmt::format("At most {} topics and groups may have settings that only Klamm knows.", kKlammConfigsMax)};
  }

  void add_klamm_setting(const std::string& key, std::vector<KlammSettingChange>& into) const {
    KlammSettingChange change{resource_.type, resource_.name, key, std::nullopt};
    if (const std::string* value = config_.find(key)) change.value = *value;
    into.push_back(std::move(change));
  }

  void add_record(const std::string& key, RecordValues& records) const {
    records.push_back(config_record(resource_.type, resource_.name, key, config_.find(key)));
    if (key != kMinInSyncReplicas || image_.feature_level("eligible.leader.replicas.version") == 0) return;
    // Who was eligible under another minimum may lack records that the new one promises.
    protocol::ClearElrRecord clear;
    if (!is_broker()) clear.topic_name = resource_.name;
    records.push_back(encode_record(clear));
  }

  const MetadataImage& image_;
  const NodeOptions& options_;
  const ResourceConfigChange& resource_;
  std::map<std::string, std::string, std::less<>> before_;
  ConfigImage config_;
  std::set<std::string> altered_;
  std::string topic_list_default_;
};

}  // namespace

ControllerResult<Decision<ApiError>> decide_alter_configs(const MetadataImage& image, const NodeOptions& options,
                                                          const std::vector<ResourceConfigChange>& resources) {
  Decision<ApiError> decision;
  for (const ResourceConfigChange& resource : resources) {
    if (resource.type != ConfigResourceType::kTopic && resource.type != ConfigResourceType::kBroker &&
        resource.type != ConfigResourceType::kGroup) {
      decision.answers.emplace_back(ErrorCode::kInvalidRequest,
                                    "Only settings of topics, brokers and groups can be altered.");
      continue;
    }
    decision.answers.push_back(ResourceAlteration(image, options, resource).apply(decision));
  }
  if (decision.records.size() > kRecordsPerRequestMax) {
    return std::unexpected(
        ApiError{ErrorCode::kPolicyViolation, "Unable to perform excessively large batch operation."});
  }
  return decision;
}

std::string config_record(ConfigResourceType type, std::string_view resource, std::string_view key,
                          const std::string* value) {
  protocol::ConfigRecord record;
  record.resource_type = static_cast<int8_t>(type);
  record.resource_name = resource;
  record.name = key;
  record.value = value == nullptr ? protocol::String::null() : protocol::String(*value);
  return encode_record(record);
}

}  // namespace klamm::metadata
