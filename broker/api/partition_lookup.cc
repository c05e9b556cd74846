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

const metadata::EndpointImage* endpoint_of(const metadata::MetadataImage& image, int32_t node_id,
                                           const net::ConnectionInfo& connection) {
  const metadata::BrokerImage* broker = image.broker(node_id);
  return broker == nullptr ? nullptr : broker->endpoint(connection.listener_name);
}

}  // namespace klamm::broker
