#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/types.h"

namespace klamm::coordinator {

/// A topic that a group may be subscribed to. @core any
struct GroupTopic {
  protocol::Uuid id;
  int32_t partition_count = 0;
};

/// The topics of the cluster as consumer groups see them.
/// @core owner
class GroupTopics {
 public:
  virtual ~GroupTopics() = default;
  /// Nothing when there is no such topic.
  virtual std::optional<GroupTopic> find(std::string_view name) const = 0;
  /// Nothing when there is no such topic.
  virtual std::optional<std::string> name(const protocol::Uuid& id) const = 0;
  /// topic_hash() of a topic that is there.
  virtual uint64_t hash(std::string_view name) const = 0;
  /// Of the metadata: the offset of its last record.
  virtual int64_t version() const = 0;
  /// Of the newest metadata in which topics were created.
  virtual int64_t version_with_new_topics() const = 0;
};

/// Kafka's hash of a topic: name, id, partitions, and of each the racks of its replicas. By it a group knows that it
/// has to give partitions out anew. `racks_of` gives the racks of a partition, in any order; they are hashed sorted.
using RacksOf = std::function<std::vector<std::string>(int32_t partition)>;
uint64_t topic_hash(std::string_view name, const GroupTopic& topic, const RacksOf& racks_of);

/// Kafka's hash of all topics of a group, from their hashes in the order of their names; 0 of none.
uint64_t group_topics_hash(std::span<const uint64_t> topic_hashes);

}  // namespace klamm::coordinator
