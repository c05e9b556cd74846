#pragma once

#include <cstdint>

#include "fetch/session_terms.h"

namespace klamm::fetch {

/// An int64 that needs no alignment of 8, so that a table of partitions has no gaps.
class UnalignedInt64 {
 public:
  UnalignedInt64() = default;
  UnalignedInt64(int64_t value)  // NOLINT: as an integer is
      : low_(static_cast<uint32_t>(value)), high_(static_cast<uint32_t>(static_cast<uint64_t>(value) >> 32)) {}
  operator int64_t() const { return static_cast<int64_t>((uint64_t{high_} << 32) | low_); }  // NOLINT

 private:
  uint32_t low_ = 0;
  uint32_t high_ = 0;
};

inline constexpr uint32_t kNoMark = UINT32_MAX;

/// What a request says of one partition.
struct SessionAsk {
  int64_t fetch_offset = 0;
  SessionTerms terms;
};

/// One partition of a fetch session: what its client asks of it and what was last sent (Kafka's CachedPartition).
/// @core owner: the shard of the session
struct SessionPartition {
  enum Flag : uint16_t {
    kUsed = 1,        // else it is free, or waits to be
    kListed = 2,      // linked in the dirty list
    kDirty = 4,       // the next fetch must look at it; only then does its place in the list count
    kMarked = 8,      // marked since the last visit began
    kNameKnown = 16,  // by id: the topic was there once (Kafka resolves a partition's name once, and keeps it)
  };

  UnalignedInt64 fetch_offset;
  UnalignedInt64 sent_high_watermark = -1;
  UnalignedInt64 sent_log_start = -1;
  uint32_t terms = kNoSlot;  // number in the session's terms
  uint32_t topic = kNoSlot;  // number in the session's topics
  int32_t index = 0;         // of the partition in its topic
  uint32_t order = 0;        // the rotation: lower ones are served first
  uint32_t next = kNoSlot;   // in the dirty list or the free list
  uint32_t mark = kNoMark;   // of the SessionPart on `mark_shard`
  uint16_t mark_shard = 0;
  uint16_t flags = 0;

  bool has(Flag flag) const { return (flags & flag) != 0; }
  void set(Flag flag) { flags = static_cast<uint16_t>(flags | flag); }
  void clear(Flag flag) { flags = static_cast<uint16_t>(flags & ~flag); }
};
static_assert(sizeof(SessionPartition) == 52);

}  // namespace klamm::fetch
