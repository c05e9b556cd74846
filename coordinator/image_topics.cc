#include "coordinator/image_topics.h"

#include <vector>

#include "metadata/image.h"
#include "metadata/image_difference.h"

namespace klamm::coordinator {

namespace {

std::vector<std::string> racks_of(const metadata::MetadataImage& image, const metadata::TopicImage& topic,
                                  int32_t index) {
  std::vector<std::string> racks;
  const metadata::PartitionImage* partition = topic.partition(index);
  if (partition == nullptr) return racks;
  for (const int32_t replica : partition->replicas) {
    const metadata::BrokerImage* broker = image.broker(replica);
    if (broker != nullptr && broker->rack) racks.push_back(*broker->rack);
  }
  return racks;
}

}  // namespace

ImageTopics::ImageTopics(metadata::MetadataService& metadata) : metadata_(metadata) {
  metadata.add_listener(*this);
}

ImageTopics::~ImageTopics() {
  metadata_.remove_listener(*this);
}

std::optional<GroupTopic> ImageTopics::find(std::string_view name) const {
  const metadata::TopicImage* topic = metadata_.image().topic(name);
  if (topic == nullptr) return std::nullopt;
  return GroupTopic{topic->id, topic->partition_count()};
}

std::optional<std::string> ImageTopics::name(const protocol::Uuid& id) const {
  const metadata::TopicImage* topic = metadata_.image().topic(id);
  return topic == nullptr ? std::nullopt : std::optional(topic->name);
}

uint64_t ImageTopics::hash(std::string_view name) const {
  const metadata::MetadataImage& image = metadata_.image();
  const metadata::TopicImage* topic = image.topic(name);
  if (topic == nullptr) return 0;
  const auto [place, is_new] = hashes_.try_emplace(std::string(name), 0);
  if (is_new) {
    place->second = topic_hash(name, {topic->id, topic->partition_count()},
                               [&](int32_t index) { return racks_of(image, *topic, index); });
  }
  return place->second;
}

void ImageTopics::on_image(const metadata::MetadataImage& before, const metadata::MetadataImage& after) noexcept {
  if (before.brokers() != after.brokers()) hashes_.clear();
  if (hashes_.empty()) return;
  metadata::ImageDifference(before, after)
      .for_each_topic([&](const metadata::TopicImage* was, const metadata::TopicImage* is) {
        hashes_.erase(is == nullptr ? was->name : is->name);
      });
}

}  // namespace klamm::coordinator
