#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fetch/slot_index.h"
#include "protocol/types.h"

namespace klamm::fetch {

/// How a request names a topic: by id from Fetch version 13 on (the name is empty then), by name before (the id is
/// zero).
struct TopicKey {
  std::string_view name;
  protocol::Uuid id;
};

/// The topics of one session, each once whatever the number of its partitions.
/// @core owner: the shard of the session
class SessionTopics {
 public:
  explicit SessionTopics(uint64_t seed) : seed_(seed) {}

  struct Topic {
    protocol::Uuid id;        // zero in a session that uses names
    std::string name;         // empty in a session that uses ids, until the topic was seen
    uint32_t partitions = 0;  // of the session; 0: free
    uint32_t next_free = kNoSlot;
  };

  uint32_t find(const TopicKey& key) const;
  /// The topic's number, for one more partition of it.
  uint32_t add_partition(const TopicKey& key);
  void remove_partition(uint32_t topic);
  void set_name(uint32_t topic, std::string_view name);

  Topic& operator[](uint32_t topic) { return topics_[topic]; }
  const Topic& operator[](uint32_t topic) const { return topics_[topic]; }
  size_t bytes() const { return topics_.capacity() * sizeof(Topic) + name_bytes_ + index_.bytes(); }

 private:
  uint32_t hash(const TopicKey& key) const;
  auto hash_of() const {
    return [this](uint32_t topic) { return hash(key_of(topic)); };
  }
  TopicKey key_of(uint32_t topic) const;

  uint64_t seed_;
  std::vector<Topic> topics_;
  SlotIndex index_;
  uint32_t first_free_ = kNoSlot;
  size_t name_bytes_ = 0;
};

}  // namespace klamm::fetch
