#pragma once

#include <string_view>

#include "metadata/image.h"

namespace klamm::metadata {

/// What differs between two images. Costs O(changes) when one was made from the other.
/// @core any that holds both
class ImageDifference {
 public:
  ImageDifference(const MetadataImage& before, const MetadataImage& after) : before_(before), after_(after) {}

  /// visit(const TopicImage* before, const TopicImage* after), null on the side where it is absent. A topic that was
  /// made anew under its old name counts as two.
  template <class Visit>
  void for_each_topic(Visit&& visit) const {
    PersistentMap<Uuid, TopicImage>::for_each_difference(
        before_.topics_by_id_, after_.topics_by_id_,
        [&](const Uuid&, const TopicImage* was, const TopicImage* is) { visit(was, is); });
  }

  /// visit(std::string_view topic name) for topics whose settings differ; the topic may be gone.
  template <class Visit>
  void for_each_configured_topic(Visit&& visit) const {
    for_each_config([&](ConfigResourceType type, std::string_view name) {
      if (type == ConfigResourceType::kTopic) visit(name);
    });
  }

  /// Settings of brokers differ, which topics may fall back to.
  bool brokers_configs_differ() const { return configs_differ(ConfigResourceType::kBroker); }

  /// visit(std::string_view group id) for groups whose settings differ.
  template <class Visit>
  void for_each_configured_group(Visit&& visit) const {
    for_each_config([&](ConfigResourceType type, std::string_view name) {
      if (type == ConfigResourceType::kGroup) visit(name);
    });
  }

 private:
  bool configs_differ(ConfigResourceType type) const {
    bool differ = false;
    for_each_config([&](ConfigResourceType each, std::string_view) { differ = differ || each == type; });
    return differ;
  }

  template <class Visit>
  void for_each_config(Visit&& visit) const {
    using Configs = PersistentMap<std::string, ConfigImage, StringHash>;
    Configs::for_each_difference(before_.configs_, after_.configs_,
                                 [&](const std::string& key, const ConfigImage*, const ConfigImage*) {
                                   visit(static_cast<ConfigResourceType>(key[0]), std::string_view(key).substr(1));
                                 });
  }

  const MetadataImage& before_;
  const MetadataImage& after_;
};

}  // namespace klamm::metadata
