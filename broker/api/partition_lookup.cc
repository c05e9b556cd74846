#include "broker/api/partition_lookup.h"

#include <xxhash.h>

#include <random>

namespace klamm::broker {

using protocol::ErrorCode;

size_t AskedPartitionHash::operator()(const AskedPartition& asked) const noexcept {
  static const uint64_t process_seed = [] {
    std::random_device device;
    return uint64_t{device()} << 32 | device();
  }();
  const uint64_t by_name = XXH3_64bits_withSeed(asked.topic.data(), asked.topic.size(), process_seed);
  const uint64_t seed = by_name ^ static_cast<uint32_t>(asked.index);
  return XXH3_64bits_withSeed(asked.topic_id.bytes.data(), asked.topic_id.bytes.size(), seed);
}

TopicLookup find_topic(const metadata::MetadataImage& image, bool by_id, const protocol::String& name,
                       const protocol::Uuid& id) {
  const metadata::TopicImage* topic = by_id ? image.topic(id) : image.topic(name.view());
  if (topic != nullptr) return {topic, ErrorCode::kNone};
  return {nullptr, by_id ? ErrorCode::kUnknownTopicId : ErrorCode::kUnknownTopicOrPartition};
}

reactor::ShardId owner_of(const TopicLookup& found, int32_t index) {
  return found.topic == nullptr ? metadata::kNoShard : found.topic->owner_shard(index);
}

bool tells_leader(ErrorCode error) {
  return error == ErrorCode::kNotLeaderOrFollower || error == ErrorCode::kFencedLeaderEpoch;
}

ErrorCode lookup_error(const metadata::MetadataImage& image, const protocol::Uuid& topic_id, int32_t index,
                       ErrorCode error) {
  if (error != ErrorCode::kNotLeaderOrFollower) return error;
  const metadata::TopicImage* topic = image.topic(topic_id);
  return topic == nullptr || topic->partition(index) == nullptr ? ErrorCode::kUnknownTopicOrPartition : error;
}

}  // namespace klamm::broker
