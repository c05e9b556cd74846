#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "protocol/types.h"

namespace klamm::coordinator {

inline constexpr int64_t kNoExpireTimestamp = -1;

/// What a group has committed for one partition.
struct CommittedOffset {
  int64_t offset = -1;
  int32_t leader_epoch = -1;  // -1: unknown
  std::string metadata;       // the client's own
  int64_t commit_timestamp_ms = 0;
  int64_t expire_timestamp_ms = kNoExpireTimestamp;  // only where a client gave a retention time (OffsetCommit 2 to 4)
  protocol::Uuid topic_id;                           // zero: unknown (of a record of an older version)
  int64_t record_offset = -1;                        // of its record in the log

  /// Whether it is of another topic that had the same name. An unknown id matches all.
  bool is_of_other_topic(const protocol::Uuid& id) const {
    return topic_id != protocol::Uuid{} && id != protocol::Uuid{} && topic_id != id;
  }
};

/// The committed offsets of one group, by topic and partition. What is here is in the log.
/// Bound: the groups' clients decide how many there are; each is a record in the log.
/// @core owner
class GroupOffsets {
 public:
  using ByPartition = std::map<int32_t, CommittedOffset>;

  GroupOffsets() = default;
  GroupOffsets(GroupOffsets&&) = default;
  GroupOffsets& operator=(GroupOffsets&&) = default;

  /// Null when nothing is committed.
  const CommittedOffset* find(std::string_view topic, int32_t partition) const;
  /// Null when nothing is committed for the topic.
  const ByPartition* find_topic(std::string_view topic) const;
  /// Whether it is new.
  bool put(std::string_view topic, int32_t partition, CommittedOffset offset);
  /// Whether there was one.
  bool remove(std::string_view topic, int32_t partition);

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// visit(std::string_view topic, int32_t partition, const CommittedOffset&).
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [topic, partitions] : topics_) {
      for (const auto& [partition, offset] : partitions) visit(std::string_view(topic), partition, offset);
    }
  }
  /// visit(std::string_view topic, const ByPartition&).
  template <class Visit>
  void for_each_topic(Visit&& visit) const {
    for (const auto& [topic, partitions] : topics_) visit(std::string_view(topic), partitions);
  }

 private:
  struct TextHash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
  };
  std::unordered_map<std::string, ByPartition, TextHash, std::equal_to<>> topics_;
  size_t size_ = 0;
};

/// When the offsets of a group expire (Kafka's rules since KIP-211).
struct OffsetExpiry {
  enum class Kind : uint8_t {
    kNotNow,       // members are at work, or it is not known what they have subscribed to
    kSinceCommit,  // the retention time counts from the commit
    kSinceEmpty,   // it counts from when the last member left
  };
  Kind kind = Kind::kSinceCommit;
  int64_t empty_since_ms = 0;  // of kSinceEmpty

  /// An offset with an expire timestamp of its own goes by that alone.
  bool has_expired(const CommittedOffset& offset, int64_t now_ms, int64_t retention_ms) const;
};

}  // namespace klamm::coordinator
