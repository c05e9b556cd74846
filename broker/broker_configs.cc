#include "broker/broker_configs.h"

#include <fmt/format.h>

#include <algorithm>

namespace klamm::broker {
namespace {

using metadata::ConfigImage;
using metadata::ConfigResourceType;
using metadata::ConfigSource;

void add(BrokerConfig& config, ConfigSource source, std::string value) {
  if (config.synonyms.empty()) {
    config.value = value;
    config.source = source;
  }
  config.synonyms.push_back({std::string(config.name), std::move(value), source});
}

void add(BrokerConfig& config, ConfigSource source, const ConfigImage* values) {
  if (values == nullptr) return;
  if (const std::string* value = values->find(config.name)) add(config, source, *value);
}

BrokerConfig describe(const KafkaSetting& setting) {
  BrokerConfig config;
  config.name = setting.name;
  config.type = setting.type;
  const OptionRow* option = find_option(setting.name);
  config.is_read_only = setting.kind != SettingKind::kDynamic && (option == nullptr || !option->is_live);
  config.is_sensitive = setting.is_sensitive();
  return config;
}

BrokerConfig describe(const OptionRow& row) {
  BrokerConfig config;
  config.name = row.name;
  config.type = option_type(row);
  config.is_read_only = !row.is_live;
  return config;
}

// Kafka calls it read-only, though it can be altered.
BrokerConfig describe_listener_limit(std::string_view name) {
  BrokerConfig config;
  config.name = name;
  config.type = SettingType::kInt;
  return config;
}

// What nobody knows may be a secret, as in Kafka.
BrokerConfig describe(std::string_view name) {
  if (const KafkaSetting* setting = find_kafka_setting(name)) return describe(*setting);
  const OptionRow* row = find_option(name);
  if (row != nullptr && row->name == name) return describe(*row);
  if (is_listener_limit(name)) return describe_listener_limit(name);
  BrokerConfig config;
  config.name = name;
  const bool is_rate = std::ranges::find(throttled_rates(), name) != throttled_rates().end();
  config.type = is_rate ? SettingType::kLong : SettingType::kUnknown;
  config.is_read_only = !is_rate;
  config.is_sensitive = !is_rate;
  return config;
}

std::optional<std::string> given_value(const Options& options, std::string_view name, int32_t node_id) {
  if (name == "broker.id" || name == "node.id") return fmt::format("{}", node_id);
  const auto found = options.given.find(name);
  if (found != options.given.end()) return found->second;
  return std::nullopt;
}

const char* default_value(const KafkaSetting& setting) {
  const OptionRow* option = find_option(setting.name);
  return option != nullptr && option->name == setting.name ? option->default_text : setting.default_text;
}

void hide(BrokerConfig& config) {
  config.value.reset();
  for (metadata::ConfigSynonym& synonym : config.synonyms) synonym.value.clear();
}

// The settings of one broker, one after the other.
class OneBroker {
 public:
  OneBroker(const Options& at_start, const metadata::MetadataImage& image, int32_t node_id)
      : at_start_(at_start),
        own_(image.config(ConfigResourceType::kBroker, fmt::format("{}", node_id))),
        all_(image.config(ConfigResourceType::kBroker, "")),
        node_id_(node_id) {}

  std::optional<BrokerConfig> one(std::string_view name) {
    const KafkaSetting* setting = find_kafka_setting(name);
    const OptionRow* row = find_option(name);
    if (setting == nullptr && row == nullptr) return std::nullopt;
    if (setting != nullptr) {
      add_layers(describe(*setting), default_value(*setting));
    } else {
      add_layers(describe(*row), row->default_text);
    }
    return std::move(configs_.front());
  }

  std::vector<BrokerConfig> list() {
    for (const KafkaSetting& setting : kafka_settings()) {
      if (setting.kind != SettingKind::kInternal) add_layers(describe(setting), default_value(setting));
    }
    for (const OptionRow& row : option_table()) {
      if (row.origin == OptionOrigin::kKlamm) add_layers(describe(row), row.default_text);
    }
    add_others(own_);
    add_others(all_);
    return std::move(configs_);
  }

 private:
  void add_layers(BrokerConfig config, const char* default_text) {
    add(config, ConfigSource::kDynamicBroker, own_);
    add(config, ConfigSource::kDynamicDefaultBroker, all_);
    if (config.value) config.value = metadata::normal_config_text(metadata::ConfigType(config.type), *config.value);
    if (auto given = given_value(at_start_, config.name, node_id_)) {
      add(config, ConfigSource::kStaticBroker, std::move(*given));
    }
    if (default_text != nullptr) add(config, ConfigSource::kDefault, default_text);
    if (config.is_sensitive) hide(config);
    configs_.push_back(std::move(config));
  }

  // What was altered without being a setting.
  void add_others(const ConfigImage* altered) {
    if (altered == nullptr) return;
    for (const auto& [name, value] : altered->values) {
      const OptionRow* row = find_option(name);
      const bool is_listed = find_kafka_setting(name) != nullptr || (row != nullptr && row->name == name);
      if (is_listed || std::ranges::find(configs_, name, &BrokerConfig::name) != configs_.end()) continue;
      add_layers(describe(name), nullptr);
    }
  }

  const Options& at_start_;
  const ConfigImage* own_;
  const ConfigImage* all_;
  int32_t node_id_;
  std::vector<BrokerConfig> configs_;
};

}  // namespace

std::vector<BrokerConfig> broker_configs(const Options& at_start, const metadata::MetadataImage& image,
                                         int32_t node_id) {
  return OneBroker(at_start, image, node_id).list();
}

std::optional<BrokerConfig> broker_config(const Options& at_start, const metadata::MetadataImage& image,
                                          int32_t node_id, std::string_view name) {
  return OneBroker(at_start, image, node_id).one(name);
}

std::vector<BrokerConfig> default_broker_configs(const metadata::MetadataImage& image) {
  std::vector<BrokerConfig> configs;
  const ConfigImage* all = image.config(ConfigResourceType::kBroker, "");
  if (all == nullptr) return configs;
  for (const auto& [name, value] : all->values) {
    BrokerConfig config = describe(name);
    add(config, ConfigSource::kDynamicDefaultBroker, value);
    if (config.is_sensitive) hide(config);
    configs.push_back(std::move(config));
  }
  return configs;
}

}  // namespace klamm::broker
