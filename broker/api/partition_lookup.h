#pragma once

#include "broker/api/handler.h"
#include "metadata/image.h"
#include "protocol/error_code.h"
#include "protocol/wire_types.h"

namespace klamm::broker {

/// The topic that a request names, by id from some version of the API on. When there is none: UNKNOWN_TOPIC_ID for an id,
/// UNKNOWN_TOPIC_OR_PARTITION for a name.
struct TopicLookup {
  const metadata::TopicImage* topic = nullptr;
  protocol::ErrorCode error = protocol::ErrorCode::kNone;
};
TopicLookup find_topic(const metadata::MetadataImage& image, bool by_id, const protocol::String& name,
                       const protocol::Uuid& id);

/// The shard that owns the partition; kNoShard when the topic has no such partition.
reactor::ShardId owner_of(const TopicLookup& found, int32_t index);

/// Whether an answer with this error tells the client who leads now (KIP-951).
bool tells_leader(protocol::ErrorCode error);

/// Where clients of this connection's listener reach the broker; null when it is not registered there.
const metadata::EndpointImage* endpoint_of(const metadata::MetadataImage& image, int32_t node_id,
                                           const net::ConnectionInfo& connection);

}  // namespace klamm::broker
