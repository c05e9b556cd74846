#include "broker/api/partition_lookup.h"

namespace klamm::broker {

using protocol::ErrorCode;

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
