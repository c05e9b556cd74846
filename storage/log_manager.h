#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "protocol/types.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "storage/directory_faults.h"
#include "storage/journal/journal_set.h"
#include "storage/log_config.h"
#include "storage/log_directory_scan.h"
#include "storage/partition.h"
#include "storage/partition_key.h"
#include "storage/partition_opener.h"
#include "storage/storage_context.h"
#include "storage/storage_error.h"

namespace klamm::storage {

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
  // Hold from the next round, and from the next pause.
  void set_cleaner_limits(const CleanerLimits& limits);

  // The log directories as this shard knows them.
  DirectoryFaults& faults();
  const DirectoryFaults& faults() const;
  // A log directory has failed: its partitions here are offline from now on, and no other comes there.
  void take_offline(const std::string& log_directory);
  // Makes this shard's journals, one in each directory, if StorageOptions ask for them. Before any partition is made or
  // opened. `generation`: above that of all journals that are still there.
  reactor::Task<StorageResult<void>> start_journals(int64_t generation);
  // While it is set, partitions get what these journals have beyond their ends when they are made or opened, and are
  // synced then. Null: no more.
  void set_replay(const JournalSet* journals) { replay_ = journals; }
  // There is something in them.
  bool is_replaying() const { return replay_ != nullptr && !replay_->empty(); }
  // Something could not be: the journals must stay for another try.
  bool has_unreplayed() const { return has_unreplayed_; }

  // Makes a new, empty partition in `log_directory` with its partition.metadata. kAlreadyExists when the directory is
  // there.
  reactor::Task<StorageResult<Partition*>> create(PartitionIdentity identity, std::string log_directory,
                                                  LogConfig config);

  // Opens what a scan has found. `after_clean_stop`: its bytes are trusted; otherwise everything past the recovery
  // point is checked and the log cut at the first invalid batch. `is_cancelled`, if given, is looked at while much is
  // read: kClosed then, and the log can be opened again as it was.
  reactor::Task<StorageResult<Partition*>> open(PartitionIdentity identity, std::string log_directory, LogConfig config,
                                                OpenPoints points, const bool* is_cancelled = nullptr);

  // What a start has found, to be opened in the background.
  PartitionOpener& opener();
  const PartitionOpener& opener() const;

  Partition* find(const protocol::Uuid& topic_id, int32_t index) const;
  size_t partition_count() const { return partitions_.size(); }
  // To go over all of them with suspensions: one may go meanwhile, and is found anew by its key.
  std::vector<PartitionKey> keys() const;
  // In no particular order; `visit` must not create or delete partitions.
  void for_each(const std::function<void(Partition&)>& visit) const;

  // Ends all waits on it, renames its directory to `<topic>-<index>.<unique>-delete` and removes it after
  // file.delete.delay.ms. Gone for find() at once; the task ends when the directory has been renamed. One that is not
  // open yet, or could not be opened, is removed likewise.
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
  // No: more than StorageOptions::open_files_max are open, and in use.
  bool has_room_for_files();

  // What this shard's partitions in `log_directory` have to say to the checkpoint files, some at a time.
  reactor::Task<void> add_checkpoints(std::string log_directory, DirectoryCheckpoints& into) const;

 private:
  struct Impl;
  using Loaded = StorageResult<std::unique_ptr<PartitionLog>>;
  class ReplayNote;
  bool has_entries_of(const PartitionKey& key) const { return replay_ != nullptr && !replay_->entries_of(key).empty(); }
  reactor::Task<Loaded> load(std::string directory, LogConfig config, OpenPoints points, PartitionKey key,
                             const bool* is_cancelled = nullptr);
  reactor::Task<Loaded> catch_up(std::unique_ptr<PartitionLog> log, PartitionKey key, OpenPoints points);
  reactor::Task<Loaded> replay(std::unique_ptr<PartitionLog> log, PartitionKey key, OpenPoints points);
  Journal* journal_of(const std::string& log_directory) const;
  reactor::Task<StorageResult<Partition*>> adopt(PartitionIdentity identity, std::unique_ptr<PartitionLog> log);
  // Renames a partition's directory to what marks it as deleted; gives its new path.
  reactor::Task<StorageResult<std::string>> rename_deleted(PartitionIdentity identity, std::string directory);

  std::unique_ptr<Impl> impl_;
  const JournalSet* replay_ = nullptr;
  bool has_unreplayed_ = false;
  std::unordered_map<PartitionKey, std::unique_ptr<Partition>, PartitionKeyHash> partitions_;
};

}  // namespace klamm::storage
