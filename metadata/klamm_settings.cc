#include "metadata/klamm_settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "protocol/crc32c.h"

namespace klamm::metadata {

namespace {

using nlohmann::json;

constexpr int kVersion = 1;

// Of the text that nlohmann::json gives for it: keys in order, no spaces.
uint32_t checksum(const json& settings) {
  const std::string text = settings.dump();
  return protocol::crc32c(std::as_bytes(std::span(text.data(), text.size())));
}

bool is_texts(const json& values) {
  return values.is_object() && std::ranges::all_of(values, [](const json& value) { return value.is_string(); });
}

// "topics" or "brokers": an object of objects of texts.
const json* resources(const json& settings, const char* name) {
  const auto found = settings.find(name);
  if (found == settings.end() || !found->is_object() || !std::ranges::all_of(*found, is_texts)) return nullptr;
  return &*found;
}

}  // namespace

// What is no UTF-8 is left out of the one text and replaced in the other.
bool is_klamm_text(std::string_view text) {
  const auto is_control = [](unsigned char byte) { return byte < ' '; };
  if (text.size() > kKlammTextBytesMax || std::ranges::any_of(text, is_control)) return false;
  const json quoted(text);
  return quoted.dump(-1, ' ', false, json::error_handler_t::ignore) ==
         quoted.dump(-1, ' ', false, json::error_handler_t::replace);
}

KlammSettings klamm_settings_of(const MetadataImage& image) {
  KlammSettings settings;
  image.for_each_klamm_config([&](ConfigResourceType type, std::string_view name, const ConfigImage& config) {
    if (type == ConfigResourceType::kTopic) {
      settings.topics[image.topic(name)->id] = config.values;
    } else if (type == ConfigResourceType::kGroup) {
      settings.groups[std::string(name)] = config.values;
    } else {
      settings.brokers[std::string(name)] = config.values;
    }
  });
  return settings;
}

std::string klamm_settings_text(const KlammSettings& settings) {
  json topics = json::object();
  for (const auto& [id, values] : settings.topics) topics[id.to_string()] = values;
  json brokers = json::object();
  for (const auto& [name, values] : settings.brokers) brokers[name] = values;
  json said{{"brokers", std::move(brokers)}, {"topics", std::move(topics)}};
  // An older Klamm reads the file as long as there are none.
  for (const auto& [name, values] : settings.groups) said["groups"][name] = values;
  return json{{"version", kVersion}, {"crc32c", checksum(said)}, {"settings", said}}.dump() + "\n";
}

std::expected<KlammSettings, std::string> parse_klamm_settings(std::string_view text) {
  const json file = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!file.is_object() || !file.contains("version") || !file.contains("settings") || !file.contains("crc32c")) {
    return std::unexpected("is damaged: it is no JSON with version, crc32c and settings");
  }
  if (file["version"] != kVersion) return std::unexpected("is of the unknown version " + file["version"].dump());
  const json& said = file["settings"];
  const json* topics = resources(said, "topics");
  const json* brokers = resources(said, "brokers");
  const json none = json::object();
  const json* groups = said.is_object() && said.contains("groups") ? resources(said, "groups") : &none;
  if (topics == nullptr || brokers == nullptr || groups == nullptr || file["crc32c"] != checksum(said)) {
    return std::unexpected("is damaged: its checksum is not that of its settings");
  }
  KlammSettings settings;
  for (const auto& [text_of_id, values] : topics->items()) {
    const auto id = Uuid::parse(text_of_id);
    if (!id) return std::unexpected("is damaged: " + text_of_id + " is no topic id");
    settings.topics[*id] = values.get<KlammSettings::Values>();
  }
  for (const auto& [name, values] : brokers->items()) settings.brokers[name] = values.get<KlammSettings::Values>();
  for (const auto& [name, values] : groups->items()) settings.groups[name] = values.get<KlammSettings::Values>();
  return settings;
}

}  // namespace klamm::metadata
