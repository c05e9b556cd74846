#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "broker/api/handler.h"
#include "metadata/image.h"
#include "protocol/error_code.h"
#include "protocol/wire_types.h"

namespace klamm::broker {

/// The topic that a request names, by id from some version of the API on. When there is none: UNKNOWN_TOPIC_ID for an
/// id, UNKNOWN_TOPIC_OR_PARTITION for a name.
struct TopicLookup {
  const metadata::TopicImage* topic = nullptr;
  protocol::ErrorCode error = protocol::ErrorCode::kNone;
};
TopicLookup find_topic(const metadata::MetadataImage& image, bool by_id, const protocol::String& name,
                       const protocol::Uuid& id);

/// The shard that owns the partition; kNoShard when the topic has no such partition.
reactor::ShardId owner_of(const TopicLookup& found, int32_t index);

/// A partition as a request names it: to find out what is named twice.
struct AskedPartition {
  std::string_view topic;  // empty where topics are named by id
  protocol::Uuid topic_id;
  int32_t index = 0;
  bool operator==(const AskedPartition&) const = default;
};
/// Seeded anew in each process: clients choose the names and ids, and could choose such that meet.
struct AskedPartitionHash {
  size_t operator()(const AskedPartition& asked) const noexcept;
};

/// What a shard's "not led here" means to the client: a partition that the newest image lacks is gone.
protocol::ErrorCode lookup_error(const metadata::MetadataImage& image, const protocol::Uuid& topic_id, int32_t index,
                                 protocol::ErrorCode error);

/// Whether an answer with this error tells the client who leads now (KIP-951).
bool tells_leader(protocol::ErrorCode error);

}  // namespace klamm::broker
