#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "coordinator/group_topics.h"
#include "metadata/metadata_service.h"

namespace klamm::coordinator {

/// The topics of a shard's newest metadata image. The hash of a topic that was asked for is kept until the topic, or a
/// broker, changes.
/// @core owner
class ImageTopics final : public GroupTopics, public metadata::ImageListener {
 public:
  explicit ImageTopics(metadata::MetadataService& metadata);
  ~ImageTopics();
  ImageTopics(const ImageTopics&) = delete;
  ImageTopics& operator=(const ImageTopics&) = delete;

  std::optional<GroupTopic> find(std::string_view name) const override;
  std::optional<std::string> name(const protocol::Uuid& id) const override;
  uint64_t hash(std::string_view name) const override;
  int64_t version() const override { return metadata_.image().position().offset; }
  int64_t version_with_new_topics() const override { return version_with_new_topics_; }

  void on_image(const metadata::MetadataImage& before, const metadata::MetadataImage& after) noexcept override;

  void note_new_topics(int64_t version) { version_with_new_topics_ = version; }

 private:
  metadata::MetadataService& metadata_;
  mutable std::unordered_map<std::string, uint64_t> hashes_;  // of topics that are there
  int64_t version_with_new_topics_ = -1;
};

}  // namespace klamm::coordinator
