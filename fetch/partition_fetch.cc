#include "fetch/partition_fetch.h"

#include <algorithm>
#include <limits>

#include "reactor/sleep.h"

namespace klamm::fetch {

using protocol::ErrorCode;
using storage::Partition;

namespace {

// Reads of resident data do not suspend: after so many others get their turn.
constexpr size_t kPartitionsPerTurn = 64;

ErrorCode error_of(const storage::StorageError& error) {
  switch (error.kind) {
    case storage::StorageErrorKind::kOffsetOutOfRange:
      return ErrorCode::kOffsetOutOfRange;
    case storage::StorageErrorKind::kClosed:
    case storage::StorageErrorKind::kNotFound:
      return ErrorCode::kNotLeaderOrFollower;
    case storage::StorageErrorKind::kCorrupt:
      return ErrorCode::kCorruptMessage;
    default:
      return ErrorCode::kKafkaStorageError;
  }
}

void fail(PartitionFetch& fetch, ErrorCode error) {
  fetch.error = error;
  fetch.ends = PartitionFetch{}.ends;
  fetch.range = {};
}

bool parts_from(const Partition& partition, const PartitionFetch& fetch) {
  if (fetch.last_fetched_epoch == storage::kNoLeaderEpoch) return false;
  const storage::EpochEnd end = partition.end_offset_for_epoch(fetch.last_fetched_epoch);
  return end.epoch < fetch.last_fetched_epoch || end.end_offset < fetch.fetch_offset;
}

// KIP-595: an asker whose last epoch ends elsewhere in our log must truncate before it goes on.
bool answer_divergence(const Partition& partition, PartitionFetch& fetch) {
  if (fetch.last_fetched_epoch == storage::kNoLeaderEpoch) return false;
  const storage::EpochEnd end = partition.end_offset_for_epoch(fetch.last_fetched_epoch);
  if (end.epoch == storage::kNoLeaderEpoch || end.end_offset.value < 0 ||
      fetch.fetch_offset < partition.log_start_offset()) {
    fail(fetch, ErrorCode::kOffsetOutOfRange);
    return true;
  }
  if (end.epoch >= fetch.last_fetched_epoch && end.end_offset >= fetch.fetch_offset) return false;
  fetch.diverging = end;
  fetch.ends = partition.ends();
  return true;
}

}  // namespace

std::expected<Partition*, ErrorCode> find_led_partition(const storage::LogManager& logs, const protocol::Uuid& topic_id,
                                                        int32_t index, storage::LeaderEpoch current_leader_epoch) {
  Partition* partition = logs.find(topic_id, index);
  if (partition != nullptr && partition->is_offline()) return std::unexpected(ErrorCode::kKafkaStorageError);
  if (partition == nullptr || !partition->is_leader()) return std::unexpected(ErrorCode::kNotLeaderOrFollower);
  if (current_leader_epoch != storage::kNoLeaderEpoch) {
    const storage::LeaderEpoch epoch = partition->state().leader_epoch;
    if (current_leader_epoch < epoch) return std::unexpected(ErrorCode::kFencedLeaderEpoch);
    if (current_leader_epoch > epoch) return std::unexpected(ErrorCode::kUnknownLeaderEpoch);
  }
  return partition;
}

ReadableNow readable_now(const storage::LogManager& logs, const PartitionFetch& fetch, storage::ReadEnd end) {
  const auto found = find_led_partition(logs, fetch.topic_id, fetch.index, fetch.current_leader_epoch);
  if (!found) return {0, true};
  const Partition& partition = **found;
  if (fetch.fetch_offset < partition.log_start_offset() || fetch.fetch_offset > partition.log_end_offset() ||
      parts_from(partition, fetch)) {
    return {0, true};
  }
  const uint64_t bytes = partition.readable_bytes(fetch.fetch_offset, end);
  return {std::min(bytes, static_cast<uint64_t>(std::max(fetch.max_bytes, 0))),
          partition.has_older_segment(fetch.fetch_offset, end)};
}

reactor::Task<void> read_partition(storage::LogManager& logs, PartitionFetch& fetch, storage::ReadEnd end,
                                   int64_t budget_bytes, bool min_one_batch) {
  auto found = find_led_partition(logs, fetch.topic_id, fetch.index, fetch.current_leader_epoch);
  if (!found) {
    fail(fetch, found.error());
    co_return;
  }
  Partition& partition = **found;
  if (answer_divergence(partition, fetch)) co_return;
  const int64_t limit = std::min<int64_t>(fetch.max_bytes, budget_bytes);
  // Kafka refuses a negative limit only where there is something to read.
  if (limit < 0 && fetch.fetch_offset < partition.end(end) && fetch.fetch_offset >= partition.log_start_offset()) {
    fail(fetch, ErrorCode::kUnknownServerError);
    co_return;
  }
  // Nothing is left for it: where it is in the log does not matter.
  if (limit == 0 && !min_one_batch) {
    if (fetch.fetch_offset < partition.log_start_offset() || fetch.fetch_offset > partition.log_end_offset()) {
      fail(fetch, ErrorCode::kOffsetOutOfRange);
    } else {
      fetch.ends = partition.ends();
    }
    co_return;
  }
  auto read = co_await partition.read(fetch.fetch_offset, static_cast<uint32_t>(std::max<int64_t>(limit, 0)),
                                      min_one_batch, end);
  if (!read) {
    fail(fetch, error_of(read.error()));
    co_return;
  }
  fetch.ends = read->ends;
  fetch.first_batch_cut = read->first_batch_incomplete;
  fetch.range = std::move(read->range);
  fetch.aborted = std::move(read->aborted);
}

reactor::Task<void> read_partitions(storage::LogManager& logs, std::span<PartitionFetch* const> fetches,
                                    FetchLimits limits) {
  int64_t budget_bytes = limits.max_bytes;
  bool has_data = false;
  size_t count = 0;
  for (PartitionFetch* fetch : fetches) {
    if (++count % kPartitionsPerTurn == 0) co_await reactor::yield_now();
    // What is leased for answers cannot be closed: the rest of this one comes with the next.
    if (has_data && !logs.has_room_for_files()) budget_bytes = 0;
    co_await read_partition(logs, *fetch, limits.end, budget_bytes, !has_data);
    if (fetch->size_bytes() == 0) continue;
    has_data = true;
    budget_bytes = std::max<int64_t>(0, budget_bytes - static_cast<int64_t>(fetch->size_bytes()));
  }
}

}  // namespace klamm::fetch
