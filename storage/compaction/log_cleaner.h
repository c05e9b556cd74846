#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "reactor/event.h"
#include "reactor/gate.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "reactor/timer.h"
#include "storage/compaction/key_offsets.h"
#include "storage/log_manager.h"
#include "storage/storage_context.h"

namespace klamm::storage {

// Compacts the logs of a shard whose cleanup.policy has "compact": every log.cleaner.backoff.ms, and as long as there
// is one that has become dirty enough, the dirtiest of them. It rests as long as it works, so that it takes half of the
// shard at most, and reads no more than log.cleaner.io.max.bytes.per.second.
//
// A log with a batch that cannot be read is said once and left alone until the next start; one that the disk refused,
// or that is busy with its retention, is tried again later, and keeps no other from its turn.
// @core owner
class LogCleaner : reactor::Completion {
 public:
  LogCleaner(LogManager& logs, StorageContext& context);
  LogCleaner(const LogCleaner&) = delete;
  LogCleaner& operator=(const LogCleaner&) = delete;

  // Begins to look; harmless when it has begun.
  void start();
  // Gives up what is under way and waits for that.
  reactor::Task<void> stop();

 private:
  int64_t backoff_ms() const;
  void arm();
  reactor::Task<void> run();
  reactor::Task<std::optional<PartitionKey>> choose();
  reactor::Task<void> clean(PartitionKey key);
  void say(const PartitionLog& log, const StorageError& error, const PartitionKey& key);
  void put_off(const PartitionKey& key, bool is_short_of_space = false);
  void forget_deleted();
  bool is_put_off(const PartitionKey& key) const;
  reactor::Task<bool> pace(const PartitionLog& log, uint64_t bytes);

  LogManager& logs_;
  StorageContext& context_;
  KeyOffsets keys_;
  std::unordered_set<PartitionKey, PartitionKeyHash> unreadable_;
  struct Retry {
    int64_t not_before_ns = 0;
    int64_t delay_ms = 0;
  };
  std::unordered_map<PartitionKey, Retry, PartitionKeyHash> retries_;
  int64_t turn_began_ns_ = 0;
  reactor::Event stop_;
  reactor::Timer timer_;
  reactor::Gate gate_;
};

}  // namespace klamm::storage
