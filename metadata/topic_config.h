#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metadata/image.h"
#include "metadata/node_options.h"
#include "storage/log_config.h"

// Kafka 4.4's topic settings and Klamm's own: names, types, defaults, validation, and the broker settings that they
// fall back to.
namespace klamm::metadata {

/// Numbers of DescribeConfigsResponse's ConfigType.
enum class ConfigType : int8_t {
  kBoolean = 1,
  kString = 2,
  kInt = 3,
  kShort = 4,
  kLong = 5,
  kDouble = 6,
  kList = 7,
  kClass = 8,
  kPassword = 9,
};

/// Numbers of DescribeConfigsResponse's ConfigSource.
enum class ConfigSource : int8_t {
  kUnknown = 0,
  kTopic = 1,
  kDynamicBroker = 2,
  kDynamicDefaultBroker = 3,
  kStaticBroker = 4,
  kDefault = 5,
  kGroup = 8,
};

/// A broker setting that a topic setting falls back to, and how its number becomes the topic's.
struct BrokerSynonym {
  enum class Unit : uint8_t { kSame, kMinutesToMs, kHoursToMs };
  std::string_view key;
  Unit unit = Unit::kSame;
  std::string_view default_value;  // of the broker setting; empty: none
};

/// One topic setting.
struct TopicConfigKey {
  std::string_view name;
  ConfigType type;
  std::string_view default_value;
  std::vector<BrokerSynonym> synonyms;  // most specific first
  bool is_internal = false;             // shown only where it is set
  bool is_klamm = false;                // Kafka does not know it (klamm_settings.h)

  // What a value must satisfy besides its type.
  std::optional<double> min = std::nullopt;
  std::optional<double> max = std::nullopt;
  std::vector<std::string_view> choices = {};  // of a string, or of each element of a list
};

/// All of them, by name. Static storage.
std::span<const TopicConfigKey> topic_config_keys();
/// Null for a name that is no topic setting.
const TopicConfigKey* find_topic_config_key(std::string_view name);

struct ConfigSynonym {
  std::string name;
  std::string value;
  ConfigSource source = ConfigSource::kUnknown;
};

/// A setting with its effective value and where that comes from.
struct ResolvedConfig {
  std::string_view name;
  std::string value;
  ConfigSource source = ConfigSource::kDefault;
  ConfigType type = ConfigType::kString;
  bool is_read_only = false;
  bool is_sensitive = false;
  std::vector<ConfigSynonym> synonyms;  // most specific first; the first one is the effective value
};

/// The effective value of a topic setting: the topic's own, else the dynamic broker's, the dynamic default, the static
/// one, Kafka's default. `topic` may be null (nothing set).
ResolvedConfig resolve_topic_config(const TopicConfigKey& key, const MetadataImage& image, const NodeOptions& options,
                                    const ConfigImage* topic);

/// All settings of a topic, by name.
std::vector<ResolvedConfig> resolve_topic_configs(const MetadataImage& image, const NodeOptions& options,
                                                  const ConfigImage* topic);

/// The effective settings as the log uses them.
storage::LogConfig resolve_log_config(const MetadataImage& image, const NodeOptions& options, const ConfigImage* topic);

/// The text that Kafka shows for a valid value: without outer spaces, booleans in lower case.
std::string normal_config_text(ConfigType type, std::string_view value);

/// Checks one setting as CreateTopics and AlterConfigs do (type, range, known name). The error is Kafka's message for
/// INVALID_CONFIG. `value` is absent for a null.
std::expected<void, std::string> validate_topic_config(std::string_view name, const std::optional<std::string>& value);

/// Checks what settings say together (min and max lag, local and whole retention, remote storage).
std::expected<void, std::string> validate_topic_configs_together(const MetadataImage& image, const NodeOptions& options,
                                                                 const ConfigImage& topic);

/// All settings of one topic: each by itself, then together.
std::expected<void, std::string> validate_all_topic_configs(const MetadataImage& image, const NodeOptions& options,
                                                            const ConfigImage& topic);

}  // namespace klamm::metadata
