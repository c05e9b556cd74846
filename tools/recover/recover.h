#pragma once

#include <string>
#include <vector>

#include "tools/offline_shard.h"
#include "tools/report.h"

namespace klamm::tools {

/// `klamm recover`: does to the partitions of log directories what a start after a crash would do: completes or removes
/// what an unfinished compaction has left, cuts each log at the first batch behind the recovery point that is not
/// valid, puts into the logs what the journals of durable acknowledgements have beyond their ends, builds indexes and
/// snapshots anew where they need it, and writes the checkpoints. Afterwards the directories count as cleanly stopped,
/// for Klamm and for Kafka, though by no broker: their marks have no broker epoch, so a controller takes the stop for
/// an unclean one.
///
/// Directories of one node are taken together: the metadata log in one of them tells the topics and their settings for
/// all. Journals go when the logs have all of them, synced; where a partition could not take what is its own they stay,
/// and no directory is marked.
///
/// With `dry_run` it changes nothing and says what verify_directories() finds to mend. A directory in use is refused.
/// The metadata log is left as it is: whoever starts on it cuts a torn end.
/// @core any thread that is not a shard
void recover_directories(OfflineShard& shard, const std::vector<std::string>& paths, bool dry_run, Report& report);

}  // namespace klamm::tools
