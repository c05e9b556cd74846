#pragma once

#include <cstdint>
#include <vector>

#include "coordinator/group_offsets.h"
#include "coordinator/group_partition.h"
#include "coordinator/group_table.h"
#include "coordinator/transactional_offsets.h"

namespace klamm::coordinator {

/// What of a group has expired.
struct ExpiredOffsets {
  std::vector<OffsetChange> changes;  // deletions
  bool group_has_ended = false;       // nothing is left of it, and it has no members
};

/// By Kafka's rules (KIP-211): offsets of a group with members stay while their topic is subscribed to, of an empty one
/// until the retention time has passed since it became empty, of a simple one since they were committed. Groups of
/// other protocols are left alone.
/// @core owner
ExpiredOffsets find_expired(const StoredGroup& group, const TransactionalOffsets& transactional, int64_t now_ms,
                            int64_t retention_ms);

}  // namespace klamm::coordinator
