#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "fetch/partition_fetch.h"
#include "fetch/shard_watch.h"

namespace klamm::fetch {

/// How long a fetch may wait for what (FetchRequest MinBytes, MaxWaitMs).
struct FetchPatience {
  int64_t min_bytes = 0;
  int64_t max_wait_ms = 0;
};

/// One fetch over partitions of any shards: reads them, and when less than min_bytes is there and none has an error,
/// sleeps until their owners tell of enough bytes, of an event that ends the wait, or the time is over; then reads once
/// more. It never polls. `interrupt` ends the wait early (the client has gone).
///
/// All shards read at the same time, each as if it had the whole budget; what exceeds it in the order of the request is
/// read again with what is left, so that the answer is the same as if they had been read one after the other.
/// @core owner: the shard of the connection
class FetchOperation {
 public:
  using LogsOf = std::function<storage::LogManager&(reactor::ShardId)>;

  /// `fetches` in the order of the request; they live until run() has ended.
  FetchOperation(LogsOf logs_of, std::span<PartitionFetch> fetches, FetchLimits limits);

  reactor::Task<void> run(FetchPatience patience);

  /// Reads once, without waiting. `before_read` is called on each owner's shard with its partitions before they are
  /// read there.
  using BeforeRead = std::function<void(reactor::ShardId, std::span<PartitionFetch* const>)>;
  reactor::Task<void> read(const BeforeRead* before_read);

  /// Ends a wait under way; nothing happens otherwise.
  void interrupt();

 private:
  struct Part {
    reactor::ShardId shard = 0;
    std::vector<PartitionFetch*> fetches;
  };
  reactor::Task<void> read_all();
  reactor::Task<void> read_part(Part& part);
  reactor::Task<void> keep_within_budget();
  reactor::Task<void> sleep(FetchPatience patience, int64_t deadline_ns);
  uint64_t bytes_read() const;
  bool must_answer() const;

  LogsOf logs_of_;
  std::span<PartitionFetch> fetches_;
  FetchLimits limits_;
  std::vector<Part> parts_;  // by owner shard, only those that own something
  const BeforeRead* before_read_ = nullptr;
  FetchWake wake_;
  bool interrupted_ = false;
};

}  // namespace klamm::fetch
