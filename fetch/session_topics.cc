#include "fetch/session_topics.h"

#include <xxhash.h>

namespace klamm::fetch {

uint32_t SessionTopics::hash(const TopicKey& key) const {
  // Clients choose both: the seed must reach every step, or they could choose keys that meet under each.
  const XXH64_hash_t hashed = key.id.is_zero() ? XXH3_64bits_withSeed(key.name.data(), key.name.size(), seed_)
                                               : XXH3_64bits_withSeed(key.id.bytes.data(), key.id.bytes.size(), seed_);
  return static_cast<uint32_t>(hashed);
}

// In a session that uses ids the name is no part of the key.
TopicKey SessionTopics::key_of(uint32_t topic) const {
  const Topic& known = topics_[topic];
  if (!known.id.is_zero()) return {{}, known.id};
  return {known.name, {}};
}

uint32_t SessionTopics::find(const TopicKey& key) const {
  return index_.find(hash(key), [&](uint32_t topic) {
    const TopicKey known = key_of(topic);
    return known.id == key.id && known.name == key.name;
  });
}

uint32_t SessionTopics::add_partition(const TopicKey& key) {
  uint32_t topic = find(key);
  if (topic == kNoSlot) {
    if (first_free_ != kNoSlot) {
      topic = first_free_;
      first_free_ = topics_[topic].next_free;
    } else {
      topic = static_cast<uint32_t>(topics_.size());
      topics_.emplace_back();
    }
    topics_[topic].id = key.id;
    set_name(topic, key.name);
    index_.insert(topic, hash_of());
  }
  ++topics_[topic].partitions;
  return topic;
}

void SessionTopics::set_name(uint32_t topic, std::string_view name) {
  name_bytes_ += name.size() - topics_[topic].name.size();
  topics_[topic].name = name;
}

void SessionTopics::remove_partition(uint32_t topic) {
  if (--topics_[topic].partitions > 0) return;
  index_.erase(topic, hash_of());
  name_bytes_ -= topics_[topic].name.size();
  topics_[topic] = {};
  topics_[topic].next_free = first_free_;
  first_free_ = topic;
}

}  // namespace klamm::fetch
