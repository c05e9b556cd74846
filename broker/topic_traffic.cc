#include "broker/topic_traffic.h"

#include <algorithm>

namespace klamm::broker {

void TopicCounts::add(const TopicCounts& other) {
  records_in += other.records_in;
  bytes_in += other.bytes_in;
  bytes_out += other.bytes_out;
  bytes_rejected += other.bytes_rejected;
  produce_count += other.produce_count;
  failed_produce_count += other.failed_produce_count;
  fetch_count += other.fetch_count;
  failed_fetch_count += other.failed_fetch_count;
}

TopicCounts& TopicTraffic::begin(const protocol::Uuid& topic_id, const metadata::MetadataImage& image) {
  if (topics_.size() >= look_at_size_) {
    std::erase_if(topics_, [&](const auto& entry) { return image.topic(entry.first) == nullptr; });
    look_at_size_ = std::max(kSizeMin, 2 * topics_.size());
  }
  return topics_[topic_id];
}

}  // namespace klamm::broker
