#pragma once

#include <cstdint>
#include <string>

#include "reactor/shard.h"
#include "reactor/task.h"
#include "storage/checkpoints.h"
#include "storage/journal/journal_set.h"
#include "storage/log_config.h"
#include "storage/log_directory_scan.h"
#include "storage/partition.h"
#include "storage/storage_error.h"

namespace klamm::tools {

struct PartitionToRecover {
  storage::PartitionIdentity identity;
  std::string log_directory;
  storage::OpenPoints points;
  storage::LogConfig config;
  /// Null: a stray takes nothing from them.
  const storage::JournalSet* journals = nullptr;
  /// It has no directory yet.
  bool is_to_make = false;
};

/// What was taken from the journals.
struct ReplayedCount {
  uint64_t batches = 0;
  uint64_t bytes = 0;
};

/// Opens a partition as a start after a crash does, or makes it, brings it to where the journals have it, stops it in
/// good order, and adds its points to the checkpoints of its directory.
/// @core owner
reactor::Task<storage::StorageResult<ReplayedCount>> recover_partition(reactor::Shard& shard,
                                                                       PartitionToRecover partition,
                                                                       storage::DirectoryCheckpoints& into);

}  // namespace klamm::tools
