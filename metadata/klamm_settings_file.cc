#include "metadata/klamm_settings_file.h"

#include <cerrno>
#include <utility>

#include "metadata/image_builder.h"
#include "metadata/topic_config.h"
#include "storage/checkpoints.h"
#include "storage/small_file.h"

namespace klamm::metadata {

namespace {

// The first that this Klamm does not know.
const std::string* unknown_setting(const KlammSettings& settings, const NodeOptions& options) {
  const auto unknown_of = [&](ConfigResourceType type, const KlammSettings::Values& values) -> const std::string* {
    for (const auto& [key, value] : values) {
      if (!is_klamm_setting(options, type, key)) return &key;
    }
    return nullptr;
  };
  for (const auto& [id, values] : settings.topics) {
    if (const std::string* key = unknown_of(ConfigResourceType::kTopic, values)) return key;
  }
  for (const auto& [name, values] : settings.brokers) {
    if (const std::string* key = unknown_of(ConfigResourceType::kBroker, values)) return key;
  }
  for (const auto& [name, values] : settings.groups) {
    if (const std::string* key = unknown_of(ConfigResourceType::kGroup, values)) return key;
  }
  return nullptr;
}

}  // namespace

bool is_klamm_setting(const NodeOptions& options, ConfigResourceType type, std::string_view key) {
  if (type == ConfigResourceType::kBroker) return options.klamm_broker_settings.contains(key);
  if (type == ConfigResourceType::kGroup) return options.klamm_group_settings.contains(key);
  const TopicConfigKey* found = type == ConfigResourceType::kTopic ? find_topic_config_key(key) : nullptr;
  return found != nullptr && found->is_klamm;
}

KlammSettingsFile::Result KlammSettingsFile::load(const NodeOptions& options) {
  const auto bytes = storage::read_small_file(io_, path_, kBytesMax);
  if (!bytes) return std::unexpected(bytes.error().message);
  if (!bytes->has_value()) return {};
  const std::string_view text(reinterpret_cast<const char*>((*bytes)->data()), (*bytes)->size());
  auto settings = parse_klamm_settings(text);
  if (!settings) {
    return std::unexpected(path_ + " " + settings.error() +
                           ". It has the settings that only Klamm knows, such as producer.state.batches.to.retain; "
                           "restore it, or remove it to start with their defaults");
  }
  if (const std::string* key = unknown_setting(*settings, options)) {
    return std::unexpected(path_ + " has the setting " + *key + ", which this version of Klamm does not know");
  }
  written_ = std::move(*settings);
  return {};
}

void KlammSettingsFile::apply_to(ImageBuilder& state) const {
  for (const auto& [id, values] : written_.topics) {
    const TopicImage* topic = state.image().topic(id);
    if (topic == nullptr) continue;
    const std::string name = topic->name;
    for (const auto& [key, value] : values) state.set_klamm_setting({ConfigResourceType::kTopic, name, key, value});
  }
  for (const auto& [name, values] : written_.brokers) {
    for (const auto& [key, value] : values) state.set_klamm_setting({ConfigResourceType::kBroker, name, key, value});
  }
  for (const auto& [name, values] : written_.groups) {
    for (const auto& [key, value] : values) state.set_klamm_setting({ConfigResourceType::kGroup, name, key, value});
  }
}

reactor::Task<KlammSettingsFile::Result> KlammSettingsFile::before_log(const MetadataImage& image) {
  if (image.klamm_revision() == written_revision_) co_return Result{};
  KlammSettings settings = klamm_settings_of(image);
  for (const auto& [id, values] : written_.topics) {
    if (image.topic(id) == nullptr) settings.topics.emplace(id, values);
  }
  co_return co_await write(std::move(settings));
}

reactor::Task<KlammSettingsFile::Result> KlammSettingsFile::after_log(const MetadataImage& image) {
  if (image.klamm_revision() == written_revision_) co_return Result{};
  const uint64_t revision = image.klamm_revision();
  auto written = co_await write(klamm_settings_of(image));
  if (written) written_revision_ = revision;
  co_return written;
}

reactor::Task<KlammSettingsFile::Result> KlammSettingsFile::write(KlammSettings settings) {
  is_short_of_space_ = false;
  if (settings == written_) co_return Result{};
  const std::string text = klamm_settings_text(settings);
  if (text.size() > kBytesMax) co_return std::unexpected(path_ + " would be larger than the next start reads");
  auto replaced = co_await storage::replace_file(io_, path_, text);
  if (!replaced) {
    is_short_of_space_ = replaced.error().code == ENOSPC || replaced.error().code == EDQUOT;
    co_return std::unexpected(replaced.error().message);
  }
  written_ = std::move(settings);
  co_return Result{};
}

}  // namespace klamm::metadata
