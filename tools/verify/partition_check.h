#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/types.h"
#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/journal/journal_replay.h"
#include "storage/log_directory_scan.h"
#include "storage/types.h"
#include "tools/report.h"

namespace klamm::tools {

/// A directory with a log, and what is known of it from elsewhere.
struct PartitionToCheck {
  std::string directory;
  storage::OpenPoints points;
  std::optional<protocol::Uuid> topic_id;  ///< as the metadata log has it; nothing: not known
  /// Compaction, or batches that nobody can have written any more, leave gaps between offsets.
  bool may_have_gaps = false;
  /// The metadata log: Kafka makes its indexes anew when it opens it.
  bool is_metadata_log = false;
  /// What journals have of it, oldest first.
  std::span<const storage::FoundJournalEntry> journal_entries = {};
};

/// What was seen of it.
struct PartitionCounts {
  uint64_t segments = 0;
  uint64_t batches = 0;
  uint64_t bytes = 0;
  int64_t log_start = 0;
  int64_t log_end = 0;
  storage::JournalReplayPlan to_replay;  ///< what the next start puts into it from the journals
};

/// Reads all of a partition's files and holds them against each other: checksums and offsets of batches, leader epochs,
/// indexes, transaction indexes, producers' snapshots, what the checkpoints say of it. What the next start mends,
/// behind the recovery point of a log that was not closed, is told apart from damage. Changes nothing. Memory: a window
/// of the log, one block of an index, one small file at a time, and the producers of the log.
/// @core owner
reactor::Task<PartitionCounts> check_partition(reactor::Io& io, PartitionToCheck partition, Report& report);

}  // namespace klamm::tools
