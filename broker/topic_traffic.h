#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "metadata/image_ptr.h"
#include "protocol/types.h"

namespace klamm::broker {

/// What clients have brought to and taken from one topic, on one shard. Names are Kafka's (BrokerTopicMetrics).
struct TopicCounts {
  uint64_t records_in = 0;            // MessagesInPerSec
  uint64_t bytes_in = 0;              // BytesInPerSec
  uint64_t bytes_out = 0;             // BytesOutPerSec
  uint64_t bytes_rejected = 0;        // BytesRejectedPerSec
  uint64_t produce_count = 0;         // TotalProduceRequestsPerSec: appends to partitions
  uint64_t failed_produce_count = 0;  // FailedProduceRequestsPerSec: those that were refused
  uint64_t fetch_count = 0;           // TotalFetchRequestsPerSec: reads of partitions that were answered
  uint64_t failed_fetch_count = 0;    // FailedFetchRequestsPerSec: those with an error

  void add(const TopicCounts& other);
};

/// The counts of all topics that this shard has met. Those of deleted topics go as new ones come, so there are at most
/// about twice as many as topics.
/// @core owner
class TopicTraffic {
 public:
  /// `image`: which topics there are.
  TopicCounts& of(const protocol::Uuid& topic_id, const metadata::MetadataImage& image) {
    const auto found = topics_.find(topic_id);
    return found != topics_.end() ? found->second : begin(topic_id, image);
  }
  size_t size() const { return topics_.size(); }
  /// visit(const protocol::Uuid&, const TopicCounts&).
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [id, counts] : topics_) visit(id, counts);
  }

 private:
  static constexpr size_t kSizeMin = 64;
  TopicCounts& begin(const protocol::Uuid& topic_id, const metadata::MetadataImage& image);

  std::unordered_map<protocol::Uuid, TopicCounts> topics_;
  size_t look_at_size_ = kSizeMin;  // when deleted ones are looked for next
};

}  // namespace klamm::broker
