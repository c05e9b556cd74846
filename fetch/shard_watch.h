#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fetch/partition_fetch.h"
#include "reactor/event.h"
#include "storage/end_observer.h"

namespace klamm::fetch {

/// What a sleeping fetch is told by the shards that own its partitions: how many bytes each could give now, or that
/// something happened that ends the wait (an error, a deletion, a truncation below the fetch offset).
/// @core owner: the shard of the fetch
struct FetchWake {
  uint64_t bytes_wanted = 0;  // min_bytes
  uint64_t bytes_seen = 0;    // sum over shards of what they last told
  reactor::Event event;       // set when the fetch should read again

  void tell(uint64_t grown_bytes, bool must_end) {
    bytes_seen += grown_bytes;
    if (must_end || bytes_seen >= bytes_wanted) event.set();
  }
};

/// The part of a sleeping fetch that lives with the partitions of one shard: one observer per partition. A move of an
/// end costs a sum, and one message home only when this shard's bytes have grown; never a scan.
/// @core owner of the partitions
class ShardWatch {
 public:
  ShardWatch(FetchWake& wake, reactor::ShardId home);
  ShardWatch(const ShardWatch&) = delete;
  ShardWatch& operator=(const ShardWatch&) = delete;
  ~ShardWatch();

  /// Starts to watch. Bytes that are there already, and partitions that have gone, are told at once.
  void start(const storage::LogManager& logs, std::span<PartitionFetch* const> fetches, storage::ReadEnd end);

  /// Stops watching and waits until no message to the fetch is under way. Must be awaited before destruction.
  reactor::Task<void> stop();

 private:
  class PartitionWatch;
  void on_moved(PartitionWatch& watch, const storage::Partition& partition) noexcept;
  void on_gone() noexcept;
  void tell();
  reactor::Task<void> tell_home();

  FetchWake& wake_;
  reactor::ShardId home_;
  storage::ReadEnd end_ = storage::ReadEnd::kHighWatermark;
  std::vector<std::unique_ptr<PartitionWatch>> watches_;
  uint64_t untold_bytes_ = 0;
  bool untold_end_ = false;
  bool telling_ = false;
  reactor::Event quiet_;
};

}  // namespace klamm::fetch
