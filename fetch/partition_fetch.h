#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/error_code.h"
#include "protocol/types.h"
#include "reactor/crossing_time.h"
#include "reactor/file_lease.h"
#include "reactor/task.h"
#include "storage/log_manager.h"

namespace klamm::fetch {

/// One partition of a fetch: what is asked of it, and what came of it. Lives on the shard of the fetch; its owner's
/// shard fills the answer in while the fetch waits for it.
struct PartitionFetch {
  // asked
  protocol::Uuid topic_id;
  int32_t index = 0;
  uint32_t owner_shard = 0;
  storage::Offset fetch_offset{};
  int32_t max_bytes = 0;
  storage::LeaderEpoch current_leader_epoch = storage::kNoLeaderEpoch;  // -1: not checked
  storage::LeaderEpoch last_fetched_epoch = storage::kNoLeaderEpoch;    // -1: not checked

  uint32_t session_slot = UINT32_MAX;  // of the partition in its fetch session, and its mark with the owner, if any
  uint32_t session_mark = UINT32_MAX;

  // answered
  protocol::ErrorCode error = protocol::ErrorCode::kNone;
  storage::LogEnds ends{storage::Offset(-1), storage::Offset(-1), storage::Offset(-1), storage::Offset(-1),
                        storage::Offset(-1)};
  std::optional<storage::EpochEnd> diverging;  // the log of the asker parts from ours at this epoch (KIP-595)
  reactor::FileRange range;                    // size 0: no records
  bool first_batch_cut = false;                // `range` is less than its first batch, since the limits left no more
  std::vector<storage::AbortedTransaction> aborted;

  uint64_t size_bytes() const { return range.size_bytes; }
  bool failed() const { return error != protocol::ErrorCode::kNone; }
};

/// Bounds of one whole fetch (FetchRequest MaxBytes and IsolationLevel, KIP-74).
struct FetchLimits {
  int64_t max_bytes = 0;
  storage::ReadEnd end = storage::ReadEnd::kHighWatermark;
  /// Is told what the fetch spends on the way to other shards, if it is not null; of the shard that the fetch runs on.
  reactor::CrossingTime* crossing = nullptr;
};

/// Reads one partition into its answer: at most `budget_bytes` and the partition's own limit; with `min_one_batch` the
/// first batch is given whole whatever its size.
/// @core owner of the partition
reactor::Task<void> read_partition(storage::LogManager& logs, PartitionFetch& fetch, storage::ReadEnd end,
                                   int64_t budget_bytes, bool min_one_batch);

/// Reads partitions of one shard in their order, within `limits`; the first that has data gives at least one batch.
/// @core owner of the partitions
reactor::Task<void> read_partitions(storage::LogManager& logs, std::span<PartitionFetch* const> fetches,
                                    FetchLimits limits);

/// What one partition could give to a fetch that waits.
struct ReadableNow {
  uint64_t bytes = 0;
  bool ends_wait = false;  // an error, or the fetch offset is no longer in the log, or the logs part (KIP-595)
};
/// @core owner of the partition
ReadableNow readable_now(const storage::LogManager& logs, const PartitionFetch& fetch, storage::ReadEnd end);

/// The partition, if it is led here and the asker's view of its leader epoch is right; else the error of Kafka's
/// partition look-up: NOT_LEADER_OR_FOLLOWER, FENCED_LEADER_EPOCH, UNKNOWN_LEADER_EPOCH.
/// @core owner of the partition
std::expected<storage::Partition*, protocol::ErrorCode> find_led_partition(const storage::LogManager& logs,
                                                                           const protocol::Uuid& topic_id,
                                                                           int32_t index,
                                                                           storage::LeaderEpoch current_leader_epoch);

}  // namespace klamm::fetch
