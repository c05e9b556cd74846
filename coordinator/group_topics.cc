#include "coordinator/group_topics.h"

#include <xxhash.h>

#include <algorithm>
#include <memory>

#include "coordinator/java_text.h"
#include "protocol/assert.h"

namespace klamm::coordinator {

namespace {

// What Kafka's library puts into an XXH3 stream: numbers with the lowest byte first, texts as UTF-16 and their length.
class Hasher {
 public:
  Hasher() : state_(XXH3_createState()) {
    KLAMM_ASSERT(state_ != nullptr);
    XXH3_64bits_reset(state_.get());
  }
  template <class Number>
  void put(Number number) {
    uint8_t bytes[sizeof(Number)];
    for (size_t i = 0; i < sizeof(Number); ++i) bytes[i] = static_cast<uint8_t>(number >> (8 * i));
    XXH3_64bits_update(state_.get(), bytes, sizeof bytes);
  }
  void put_text(std::string_view text) {
    const std::u16string units = java_text(text);
    for (const char16_t unit : units) put(static_cast<uint16_t>(unit));
    put(static_cast<uint32_t>(units.size()));
  }
  uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

 private:
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, Free> state_;
};

}  // namespace

uint64_t topic_hash(std::string_view name, const GroupTopic& topic, const RacksOf& racks_of) {
  constexpr uint8_t kVersion = 0;
  Hasher hasher;
  hasher.put(kVersion);
  hasher.put(topic.id.most_significant());
  hasher.put(topic.id.least_significant());
  hasher.put_text(name);
  hasher.put(static_cast<uint32_t>(topic.partition_count));
  for (int32_t partition = 0; partition < topic.partition_count; ++partition) {
    hasher.put(static_cast<uint32_t>(partition));
    std::vector<std::string> racks = racks_of(partition);
    std::ranges::sort(racks);
    for (const std::string& rack : racks) {
      hasher.put(static_cast<uint32_t>(utf16_length(rack)));
      hasher.put_text(rack);
    }
  }
  return hasher.value();
}

uint64_t group_topics_hash(std::span<const uint64_t> topic_hashes) {
  if (topic_hashes.empty()) return 0;
  Hasher hasher;
  for (const uint64_t hash : topic_hashes) hasher.put(hash);
  return hasher.value();
}

}  // namespace klamm::coordinator
