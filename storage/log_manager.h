#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "protocol/types.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "storage/log_config.h"
#include "storage/log_directory_scan.h"
#include "storage/partition.h"
#include "storage/storage_context.h"
#include "storage/storage_error.h"

namespace klamm::storage {

struct PartitionKey {
  protocol::Uuid topic_id;
  int32_t index = 0;
  bool operator==(const PartitionKey&) const = default;
};

struct PartitionKeyHash {
  size_t operator()(const PartitionKey& key) const noexcept {
    return std::hash<protocol::Uuid>{}(key.topic_id) + static_cast<size_t>(key.index) * 0x9e3779b97f4a7c15ULL;
  }
};

// The partitions of one shard: creates, opens, finds and deletes them, and stops them in good order.
//
// Checkpoint files and the clean-shutdown marker belong to a whole log directory, not to a shard: the caller gathers
// each shard's part with checkpoints() and writes it with the functions of storage/checkpoints.h, on one shard.
// @core owner
class LogManager {
 public:
  LogManager(reactor::Shard& shard, StorageOptions options);
  ~LogManager();
  LogManager(const LogManager&) = delete;
  LogManager& operator=(const LogManager&) = delete;

  const StorageOptions& options() const;
  // producer.id.expiration.ms has changed: holds from the next check of the producers.
  void set_producer_id_expiration(int64_t expiration_ms);

  // Makes a new, empty partition in `log_directory` with its partition.metadata. kAlreadyExists when the directory is
  // there.
  reactor::Task<StorageResult<Partition*>> create(PartitionIdentity identity, std::string log_directory,
                                                  LogConfig config);

  // Opens what a scan has found. `after_clean_stop`: its bytes are trusted; otherwise everything past the recovery
  // point is checked and the log cut at the first invalid batch.
  reactor::Task<StorageResult<Partition*>> open(PartitionIdentity identity, std::string log_directory, LogConfig config,
                                                OpenPoints points);

  Partition* find(const protocol::Uuid& topic_id, int32_t index) const;
  size_t partition_count() const { return partitions_.size(); }
  // In no particular order; `visit` must not create or delete partitions.
  void for_each(const std::function<void(Partition&)>& visit) const;

  // Ends all waits on it, renames its directory to `<topic>-<index>.<unique>-delete` and removes it after
  // file.delete.delay.ms. Gone for find() at once; the task ends when the directory has been renamed.
  reactor::Task<StorageResult<void>> remove(protocol::Uuid topic_id, int32_t index);

  // Clean stop: refuses appends, waits for writes, syncs active segments, writes producer snapshots and indexes, trims
  // preallocated space. Afterwards checkpoints() gives the final points, and the directory may be marked clean.
  reactor::Task<StorageResult<void>> stop();

  // The end without good order, where stop() failed or was not wanted: waits for what is under way, writes nothing.
  // After either the manager may be destroyed; with partitions open it may not.
  reactor::Task<void> close();

  // Removes a directory that a scan found as deleted, now or after `delay_ms`.
  void remove_later(std::string path, int64_t delay_ms);

  const StorageMetrics& metrics() const;

  // What this shard's partitions in `log_directory` have to say to the checkpoint files.
  void add_checkpoints(const std::string& log_directory, DirectoryCheckpoints& into) const;

 private:
  struct Impl;
  reactor::Task<StorageResult<Partition*>> adopt(PartitionIdentity identity, std::unique_ptr<PartitionLog> log);

  std::unique_ptr<Impl> impl_;
  std::unordered_map<PartitionKey, std::unique_ptr<Partition>, PartitionKeyHash> partitions_;
};

}  // namespace klamm::storage
