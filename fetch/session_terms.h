#pragma once

#include <cstdint>
#include <vector>

#include "fetch/slot_index.h"

namespace klamm::fetch {

/// What a request asks of a partition beside its offset.
struct SessionTerms {
  int32_t max_bytes = 0;
  int32_t current_leader_epoch = -1;  // -1: not checked
  int32_t last_fetched_epoch = -1;    // -1: not checked
  bool operator==(const SessionTerms&) const = default;
};

/// The terms of one session's partitions, each once: thousands of partitions have a handful of them.
/// @core owner: the shard of the session
class SessionTermsTable {
 public:
  explicit SessionTermsTable(uint64_t seed) : seed_(seed) {}

  /// The number of these terms, for one more partition.
  uint32_t add(const SessionTerms& terms);
  void remove(uint32_t number);

  const SessionTerms& operator[](uint32_t number) const { return rows_[number].terms; }
  size_t bytes() const { return rows_.capacity() * sizeof(Row) + index_.bytes(); }

 private:
  struct Row {
    SessionTerms terms;
    uint32_t uses = 0;  // partitions; 0: free
    uint32_t next_free = kNoSlot;
  };
  uint32_t hash(const SessionTerms& terms) const;
  auto hash_of() const {
    return [this](uint32_t number) { return hash(rows_[number].terms); };
  }

  uint64_t seed_;
  std::vector<Row> rows_;
  SlotIndex index_;
  uint32_t first_free_ = kNoSlot;
};

}  // namespace klamm::fetch
