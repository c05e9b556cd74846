#pragma once

#include <cstdint>
#include <span>
#include <string_view>

// The settings of a Kafka 4.4 broker: names, types and defaults. What Klamm does not act upon is still recognised in a
// server.properties and shown by DescribeConfigs.
namespace klamm::broker {

/// Kafka's numbers in DescribeConfigs.
enum class SettingType : int8_t {
  kUnknown = 0,
  kBool = 1,
  kString = 2,
  kInt = 3,
  kShort = 4,
  kLong = 5,
  kDouble = 6,
  kList = 7,
  kClass = 8,
  kPassword = 9,
};

enum class SettingKind : uint8_t {
  kStatic,    // read at the start only
  kDynamic,   // Kafka can change it while it runs
  kInternal,  // accepted but never shown
};

/// @core any (constant)
struct KafkaSetting {
  std::string_view name;
  SettingType type;
  const char* default_text;  // null: none
  SettingKind kind;
  bool is_sensitive() const { return type == SettingType::kPassword; }
};

/// Every setting, by name.
std::span<const KafkaSetting> kafka_settings();

/// Rates that may be set on brokers while they run, though they are no settings of a server.properties.
std::span<const std::string_view> throttled_rates();

/// The setting of that name, or null.
const KafkaSetting* find_kafka_setting(std::string_view name);

/// The name nearest to `name` by edits (Levenshtein) among Kafka's settings and Klamm's options; empty when none is
/// near.
std::string_view nearest_setting_name(std::string_view name);

}  // namespace klamm::broker
