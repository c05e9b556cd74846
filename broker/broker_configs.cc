#include "broker/broker_configs.h"

#include <fmt/format.h>

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
  config.is_read_only = setting.kind != SettingKind::kDynamic;
  config.is_sensitive = setting.is_sensitive();
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

}  // namespace

std::vector<BrokerConfig> broker_configs(const Options& options, const metadata::MetadataImage& image,
                                         int32_t node_id) {
  const ConfigImage* own = image.config(ConfigResourceType::kBroker, fmt::format("{}", node_id));
  const ConfigImage* all = image.config(ConfigResourceType::kBroker, "");
  std::vector<BrokerConfig> configs;
  configs.reserve(kafka_settings().size());
  for (const KafkaSetting& setting : kafka_settings()) {
    if (setting.kind == SettingKind::kInternal) continue;
    BrokerConfig config = describe(setting);
    add(config, ConfigSource::kDynamicBroker, own);
    add(config, ConfigSource::kDynamicDefaultBroker, all);
    if (auto given = given_value(options, setting.name, node_id)) {
      add(config, ConfigSource::kStaticBroker, std::move(*given));
    }
    if (const char* text = default_value(setting)) add(config, ConfigSource::kDefault, text);
    if (config.is_sensitive) hide(config);
    configs.push_back(std::move(config));
  }
  return configs;
}

std::vector<BrokerConfig> default_broker_configs(const metadata::MetadataImage& image) {
  std::vector<BrokerConfig> configs;
  const ConfigImage* all = image.config(ConfigResourceType::kBroker, "");
  if (all == nullptr) return configs;
  for (const auto& [name, value] : all->values) {
    const KafkaSetting* setting = find_kafka_setting(name);
    if (setting == nullptr) continue;
    BrokerConfig config = describe(*setting);
    add(config, ConfigSource::kDynamicDefaultBroker, value);
    if (config.is_sensitive) hide(config);
    configs.push_back(std::move(config));
  }
  return configs;
}

}  // namespace klamm::broker
