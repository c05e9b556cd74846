#include "broker/group_configs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>

#include "broker/broker_config_check.h"
#include "broker/iso_duration.h"
#include "metadata/topic_config.h"

// The messages are those of Kafka 4.4's GroupConfig and ConfigurationControlManager.
namespace klamm::broker {
namespace {

using metadata::ApiError;
using metadata::ConfigChange;
using metadata::ConfigImage;
using metadata::ConfigOperation;
using metadata::ConfigResourceType;
using metadata::ConfigSource;
using protocol::ErrorCode;
using Values = std::map<std::string, std::string, std::less<>>;

constexpr std::string_view kTags = "streams.rack.aware.assignment.tags";
constexpr std::string_view kOffsetReset = "share.auto.offset.reset";
constexpr std::string_view kTaskAssignor = "streams.assignor.name";
constexpr std::string_view kByDuration = "by_duration:";

// The order in which Kafka compares with the broker's bounds.
constexpr std::string_view kBounded[] = {
    "consumer.heartbeat.interval.ms", "consumer.session.timeout.ms",      "consumer.assignment.interval.ms",
    "share.heartbeat.interval.ms",    "share.session.timeout.ms",         "share.record.lock.duration.ms",
    "share.delivery.count.limit",     "share.partition.max.record.locks", "share.assignment.interval.ms",
    "streams.heartbeat.interval.ms",  "streams.session.timeout.ms",       "streams.num.standby.replicas",
    "streams.assignment.interval.ms", "streams.task.offset.interval.ms",  "streams.num.warmup.replicas",
};
constexpr std::string_view kKinds[] = {"consumer", "share", "streams"};

ApiError invalid(std::string message) {
  return {ErrorCode::kInvalidConfig, std::move(message)};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

int64_t number(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::vector<std::string_view> items(std::string_view text) {
  std::vector<std::string_view> found;
  text = trimmed(text);
  while (!text.empty()) {
    const size_t comma = text.find(',');
    found.push_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
    if (text.empty()) found.emplace_back();
  }
  return found;
}

class GroupConfigCheck {
 public:
  GroupConfigCheck(const Options& at_start, const metadata::MetadataImage& image,
                   const metadata::ResourceConfigChange& change)
      : at_start_(at_start), image_(image), change_(change) {
    const ConfigImage* now = image.config(ConfigResourceType::kGroup, change.name);
    if (now != nullptr && !change.replaces) wanted_ = now->values;
  }

  ApiError check() {
    for (const ConfigChange& change : change_.changes) {
      if (ApiError why = apply(change); !why.ok()) return why;
    }
    if (change_.name.empty()) return {ErrorCode::kInvalidRequest, "Default group resources are not allowed."};
    for (const auto& [name, value] : wanted_) {
      if (find_group_config_key(name) == nullptr) return invalid("Unknown group config name: " + name);
    }
    if (ApiError why = check_tags(); !why.ok()) return why;
    for (const GroupConfigKey& key : group_config_keys()) {
      if (ApiError why = check_text(key); !why.ok()) return why;
    }
    for (const std::string_view name : kBounded) {
      if (ApiError why = check_bounds(*find_group_config_key(name)); !why.ok()) return why;
    }
    if (ApiError why = check_task_assignor(); !why.ok()) return why;
    for (const std::string_view kind : kKinds) {
      if (ApiError why = check_session(kind); !why.ok()) return why;
    }
    return {};
  }

 private:
  ApiError apply(const ConfigChange& change) {
    switch (change.operation) {
      case ConfigOperation::kDelete:
        wanted_.erase(change.key);
        return {};
      case ConfigOperation::kSet:
        wanted_[change.key] = *change.value;
        return {};
      case ConfigOperation::kAppend:
      case ConfigOperation::kSubtract:
        // Kafka's controller knows no type of a group's setting.
        return invalid(fmt::format("Can't {} to key {} because its type is not LIST.",
                                   change.operation == ConfigOperation::kAppend ? "APPEND" : "SUBTRACT", change.key));
    }
    return {ErrorCode::kUnknownServerError, ""};
  }

  const std::string* wanted(std::string_view name) const {
    const auto found = wanted_.find(name);
    return found == wanted_.end() ? nullptr : &found->second;
  }

  int64_t brokers(std::string_view name) const {
    const auto config = broker_config(at_start_, image_, image_.node_id(), name);
    return config && config->value ? number(*config->value) : 0;
  }

  ApiError check_tags() const {
    const std::string* value = wanted(kTags);
    if (value == nullptr) return {};
    const std::vector<std::string_view> tags = items(*value);
    if (std::set(tags.begin(), tags.end()).size() == tags.size()) return {};
    return invalid(fmt::format("{} must not contain duplicate tag keys.", kTags));
  }

  ApiError check_text(const GroupConfigKey& key) const {
    const std::string* value = wanted(key.name);
    if (value == nullptr) return {};
    if (ApiError why = check_setting_text(key.name, key.type, *value, key.least); !why.ok()) {
      return invalid(std::move(why.message));
    }
    const std::string_view text = trimmed(*value);
    if (!key.allowed.empty() && std::ranges::find(key.allowed, text) == key.allowed.end()) {
      return invalid(fmt::format("Invalid value {} for configuration {}: String must be one of: {}", text, key.name,
                                 fmt::join(key.allowed, ", ")));
    }
    if (key.name == kOffsetReset && !is_offset_reset(text)) {
      return invalid(
          fmt::format("Invalid value {0} for configuration {1}: Invalid value `{0}` for configuration {1}. The value "
                      "must be either 'earliest', 'latest' or of the format 'by_duration:<PnDTnHnMn.nS>'.",
                      text, key.name));
    }
    const bool has_empty_item =
        key.type == SettingType::kList && std::ranges::count(items(text), std::string_view()) > 0;
    return has_empty_item ? invalid(fmt::format("Configuration '{}' values must not be empty.", key.name)) : ApiError{};
  }

  static bool is_offset_reset(std::string_view text) {
    if (text == "latest" || text == "earliest") return true;
    return text.starts_with(kByDuration) && is_iso_duration(text.substr(kByDuration.size()));
  }

  ApiError check_bounds(const GroupConfigKey& key) const {
    const std::string* value = wanted(key.name);
    if (value == nullptr) return {};
    const int64_t asked = number(*value);
    const bool is_low = !key.min.empty() && asked < brokers(key.min);
    const bool is_high = !key.max.empty() && asked > brokers(key.max);
    if (!is_low && !is_high) return {};
    if (key.min.empty()) return invalid(fmt::format("{} must be less than or equal to {}", key.name, brokers(key.max)));
    if (key.max.empty()) {
      return invalid(fmt::format("{} must be greater than or equal to {}", key.name, brokers(key.min)));
    }
    return invalid(
        fmt::format("{} must be in the range {} to {} inclusive.", key.name, brokers(key.min), brokers(key.max)));
  }

  ApiError check_task_assignor() const {
    const std::string* value = wanted(kTaskAssignor);
    if (value == nullptr) return {};
    const auto registered = broker_config(at_start_, image_, image_.node_id(), "group.streams.assignors");
    const std::string names = registered->value.value_or("");
    const std::vector<std::string_view> known = items(names);
    if (std::ranges::find(known, trimmed(*value)) != known.end()) return {};
    return invalid(fmt::format("{} '{}' is not a registered task assignor. Registered assignors are: [{}].",
                               kTaskAssignor, trimmed(*value), fmt::join(known, ", ")));
  }

  ApiError check_session(std::string_view kind) const {
    const std::string session = fmt::format("{}.session.timeout.ms", kind);
    const std::string heartbeat = fmt::format("{}.heartbeat.interval.ms", kind);
    const std::string* session_value = wanted(session);
    const std::string* heartbeat_value = wanted(heartbeat);
    if (session_value == nullptr && heartbeat_value == nullptr) return {};
    const auto effective = [&](const std::string* own, const std::string& name) {
      return own != nullptr ? number(*own) : brokers("group." + name);
    };
    if (effective(session_value, session) > effective(heartbeat_value, heartbeat)) return {};
    return invalid(fmt::format("{} must be greater than {}", session, heartbeat));
  }

  const Options& at_start_;
  const metadata::MetadataImage& image_;
  const metadata::ResourceConfigChange& change_;
  Values wanted_;
};

std::string normal_text(const GroupConfigKey& key, const std::string& own) {
  if (key.is_internal) return own;
  if (key.type == SettingType::kInt) return fmt::format("{}", number(own));
  return metadata::normal_config_text(metadata::ConfigType(key.type), own);
}

BrokerConfig described(const GroupConfigKey& key, const Options& at_start, const metadata::MetadataImage& image,
                       const std::string* own) {
  BrokerConfig config;
  config.name = key.name;
  config.type = key.type;
  config.is_read_only = false;
  if (own != nullptr) {
    config.value = normal_text(key, *own);
    config.source = ConfigSource::kGroup;
    config.synonyms.push_back({std::string(key.name), *config.value, ConfigSource::kGroup});
  }
  if (key.synonym.empty()) {
    if (!config.value) config.value = key.default_text;
    config.synonyms.push_back({std::string(key.name), key.default_text, ConfigSource::kDefault});
    return config;
  }
  auto brokers = broker_config(at_start, image, image.node_id(), key.synonym);
  if (!brokers) return config;
  if (!config.value) {
    config.value = brokers->value;
    config.source = brokers->source;
  }
  std::ranges::move(brokers->synonyms, std::back_inserter(config.synonyms));
  return config;
}

}  // namespace

ApiError check_group_config_change(const Options& at_start, const metadata::MetadataImage& image,
                                   const metadata::ResourceConfigChange& change) {
  return GroupConfigCheck(at_start, image, change).check();
}

std::vector<BrokerConfig> group_configs(const Options& at_start, const metadata::MetadataImage& image,
                                        std::string_view group_id) {
  const ConfigImage* set = image.config(ConfigResourceType::kGroup, group_id);
  std::vector<BrokerConfig> configs;
  for (const GroupConfigKey& key : group_config_keys()) {
    const std::string* own = set == nullptr ? nullptr : set->find(key.name);
    if (own == nullptr && key.is_internal) continue;
    configs.push_back(described(key, at_start, image, own));
  }
  return configs;
}

}  // namespace klamm::broker
