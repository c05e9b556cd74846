#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/storage_error.h"
#include "storage/types.h"

// The files that stand at the root of a log directory, in Kafka's formats.
namespace klamm::storage {

// Offsets by (topic, partition): `recovery-point-offset-checkpoint` and its siblings.
// Text: version 0, the number of entries, then "topic partition offset" lines.
using OffsetCheckpoint = std::map<std::pair<std::string, int32_t>, Offset>;

inline constexpr const char* kRecoveryPointCheckpoint = "recovery-point-offset-checkpoint";
inline constexpr const char* kLogStartCheckpoint = "log-start-offset-checkpoint";
inline constexpr const char* kReplicationCheckpoint = "replication-offset-checkpoint";
inline constexpr const char* kCleanerCheckpoint = "cleaner-offset-checkpoint";
inline constexpr const char* kCleanShutdownFile = ".kafka_cleanshutdown";

// The checkpoints of one log directory.
struct DirectoryCheckpoints {
  OffsetCheckpoint recovery_points;
  OffsetCheckpoint log_starts;  // only where above the first segment's base offset
  OffsetCheckpoint high_watermarks;
  OffsetCheckpoint cleaned;  // up to where compaction has been
};

// An absent file is an empty checkpoint; a damaged one is kCorrupt (the caller may go on with an empty one).
StorageResult<OffsetCheckpoint> read_offset_checkpoint(reactor::Io& io, const std::string& path);
reactor::Task<StorageResult<void>> write_offset_checkpoint(reactor::Io& io, std::string path,
                                                           OffsetCheckpoint checkpoint);

StorageResult<DirectoryCheckpoints> read_directory_checkpoints(reactor::Io& io, const std::string& log_directory);
reactor::Task<StorageResult<void>> write_directory_checkpoints(reactor::Io& io, std::string log_directory,
                                                               DirectoryCheckpoints checkpoints);

// `.kafka_cleanshutdown`: present only after a clean stop; holds {"version":0,"brokerEpoch":N}.
struct CleanShutdown {
  int64_t broker_epoch = -1;  // -1: an old, empty marker
};
StorageResult<std::optional<CleanShutdown>> read_clean_shutdown(reactor::Io& io, const std::string& log_directory);
reactor::Task<StorageResult<void>> write_clean_shutdown(reactor::Io& io, std::string log_directory,
                                                        CleanShutdown marker);
reactor::Task<StorageResult<void>> remove_clean_shutdown(reactor::Io& io, std::string log_directory);

// Writes `content` to `path` so that a crash leaves the old or the new file: a temporary file, fdatasync, rename, sync
// of the directory.
reactor::Task<StorageResult<void>> replace_file(reactor::Io& io, std::string path, std::string content);

}  // namespace klamm::storage
