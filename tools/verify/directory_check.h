#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/journal/journal_set.h"
#include "storage/log_directory_scan.h"
#include "storage/partition_key.h"
#include "tools/metadata_view.h"
#include "tools/node_directories.h"
#include "tools/report.h"
#include "tools/verify/partition_check.h"

namespace klamm::tools {

/// What holds for all directories of a node.
struct NodeToCheck {
  MetadataView metadata;
  storage::JournalSet journals;
  std::unordered_set<storage::PartitionKey, storage::PartitionKeyHash>
      seen;  ///< those whose journal entries were compared
  uint64_t partitions_to_replay = 0;
  storage::JournalReplayCount to_replay;

  /// Says what the next start takes from journals for this partition.
  void note_replay(const std::string& topic, int32_t index, const std::string& directory,
                   const storage::JournalReplayPlan& plan, Report& report);
};

/// Checks one directory of a node: its checkpoints, its partitions, and which of them are missing.
/// @core owner
class DirectoryCheck {
 public:
  DirectoryCheck(reactor::Io& io, const NodeDirectory& directory, NodeToCheck& node, Report& report)
      : io_(io), path_(directory.path), properties_(directory.properties), node_(node), report_(report) {}

  reactor::Task<void> run();
  void say_counts() const;

 private:
  const metadata::MetadataImage* image() const { return node_.metadata.image(); }
  void check_directory_id();
  void say_what_is_left(const storage::LogDirectoryScan& scan);
  reactor::Task<void> check(const storage::FoundPartition& found);
  void check_missing(const storage::LogDirectoryScan& scan);

  reactor::Io& io_;
  std::string path_;
  const metadata::MetaProperties& properties_;
  NodeToCheck& node_;
  Report& report_;
  bool is_clean_ = false;
  uint64_t partitions_ = 0;
  PartitionCounts counts_;
};

}  // namespace klamm::tools
