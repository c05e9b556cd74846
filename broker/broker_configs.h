#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "broker/options.h"
#include "metadata/image.h"
#include "metadata/topic_config.h"

namespace klamm::broker {

/// One of the broker's own settings as DescribeConfigs shows it. A null value: nothing is set and there is no default.
struct BrokerConfig {
  std::string_view name;
  std::optional<std::string> value;
  metadata::ConfigSource source = metadata::ConfigSource::kDefault;
  SettingType type = SettingType::kString;
  bool is_read_only = true;
  bool is_sensitive = false;
  std::vector<metadata::ConfigSynonym> synonyms;  // most specific first
};

/// The settings of this broker, Klamm's own and Kafka's that Klamm does not act upon included: set on the broker, on
/// all brokers, in the server.properties or on the command line, or by default.
std::vector<BrokerConfig> broker_configs(const Options& at_start, const metadata::MetadataImage& image,
                                         int32_t node_id);

/// One of these by its name, or one that Kafka never shows; nothing for a name that nobody knows.
std::optional<BrokerConfig> broker_config(const Options& at_start, const metadata::MetadataImage& image,
                                          int32_t node_id, std::string_view name);

/// The settings that were made for all brokers together (resource BROKER with an empty name).
std::vector<BrokerConfig> default_broker_configs(const metadata::MetadataImage& image);

}  // namespace klamm::broker
