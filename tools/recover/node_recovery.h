#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "metadata/controller_start.h"
#include "metadata/node_options.h"
#include "storage/checkpoints.h"
#include "storage/journal/journal_set.h"
#include "storage/log_directory_scan.h"
#include "tools/metadata_view.h"
#include "tools/node_directories.h"
#include "tools/offline_shard.h"
#include "tools/recover/partition_recovery.h"
#include "tools/report.h"

namespace klamm::tools {

/// Recovers the directories of one node; see recover_directories().
/// @core any thread that is not a shard
class NodeRecovery {
 public:
  NodeRecovery(OfflineShard& shard, const NodeDirectories& node, Report& report)
      : shard_(shard), node_(node), options_(node.options()), report_(report) {}

  void run();

 private:
  /// One of the node's directories.
  struct Directory {
    std::string path;
    storage::LogDirectoryScan scan;
    storage::DirectoryCheckpoints checkpoints;
    uint64_t partitions = 0;
    uint64_t failed = 0;
    uint64_t changed_files = 0;
  };

  reactor::Io& io() { return shard_.io(); }
  bool has_journals() const { return !journals_.empty(); }

  // ---- what is there; false: told in the report, and nothing is to be done
  bool read_journals();
  bool load_image();
  bool scan_directories();

  // ---- the partitions
  bool take_mark(Directory& directory);
  void recover_found(Directory& directory);
  void recover(Directory& directory, PartitionToRecover partition);
  void make_missing();
  Directory* home_of(const metadata::PartitionImage& partition);
  const metadata::TopicImage* topic_of(const storage::FoundPartition& found, const std::string& log_directory) const;
  storage::LogConfig config_of(const std::string& topic) const;

  // ---- the end
  void finish();
  bool write_checkpoints(Directory& directory);
  bool remove_journals();

  OfflineShard& shard_;
  const NodeDirectories& node_;
  metadata::NodeOptions options_;
  Report& report_;
  storage::JournalSet journals_;
  MetadataView metadata_;
  std::optional<metadata::FoundOnDisk> known_;  // as a start would find them; nothing without a metadata log
  std::vector<Directory> directories_;
  std::unordered_set<storage::PartitionKey, storage::PartitionKeyHash> done_;
  uint64_t unreplayed_ = 0;  // partitions that could not take what the journals have of them
  uint64_t replayed_partitions_ = 0;
  ReplayedCount replayed_;
};

}  // namespace klamm::tools
