#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace klamm::fetch {

/// Counters of the fetch sessions of one shard, under Kafka's names; the sum over the shards is the broker's.
/// @core owner
struct SessionMetrics {
  uint64_t session_count = 0;    // NumIncrementalFetchSessions
  uint64_t partition_count = 0;  // NumIncrementalFetchPartitionsCached
  uint64_t eviction_count = 0;   // IncrementalFetchSessionEvictionsPerSec, as a count
  uint64_t bytes = 0;            // of the cached sessions
  uint64_t visit_count = 0;      // partitions that incremental fetches have looked at

  /// Evictions by the client id of the evicted session. Beyond so many client ids the others are counted under "".
  static constexpr size_t kClientIdsMax = 100;
  std::map<std::string, uint64_t> evictions_by_client_id;
};

}  // namespace klamm::fetch
