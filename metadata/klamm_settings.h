#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "metadata/image.h"

// Settings that only Klamm knows. They stand in the image beside Kafka's (ImageBuilder::set_klamm_setting) and are
// altered, resolved and described like them, but no record of the metadata log tells of them: Kafka refuses to alter a
// topic that carries a setting which it does not know. Instead a file has them, by topic id.
namespace klamm::metadata {

/// One of them, set on a topic, on brokers or on a group; without a value it is taken away.
struct KlammSettingChange {
  ConfigResourceType type = ConfigResourceType::kTopic;
  std::string resource;  // the name of the topic or group; a broker's id, empty for all brokers
  std::string key;
  std::optional<std::string> value;
  bool operator==(const KlammSettingChange&) const = default;
};

/// All of them, as the file has them. A topic that is deleted and made anew has another id and inherits nothing.
struct KlammSettings {
  using Values = std::map<std::string, std::string, std::less<>>;
  std::map<Uuid, Values> topics;
  std::map<std::string, Values, std::less<>> brokers;  // by id; "" for all
  std::map<std::string, Values, std::less<>> groups;
  bool operator==(const KlammSettings&) const = default;
};

/// Topics, brokers and groups that may carry such settings; more are refused.
inline constexpr size_t kKlammConfigsMax = 100'000;

/// Names of these resources and values of these settings; longer ones are refused.
inline constexpr size_t kKlammTextBytesMax = 255;

/// Whether a name or a value can stand in the file: UTF-8 of at most kKlammTextBytesMax bytes without control
/// characters. A group may have any bytes for its name, and JSON may not.
bool is_klamm_text(std::string_view text);

KlammSettings klamm_settings_of(const MetadataImage& image);

/// The file's text: JSON with a version and a CRC-32C of what it says.
std::string klamm_settings_text(const KlammSettings& settings);

/// The error is half a sentence: "is ...".
std::expected<KlammSettings, std::string> parse_klamm_settings(std::string_view text);

}  // namespace klamm::metadata
