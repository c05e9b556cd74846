#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/types.h"
#include "reactor/io.h"
#include "storage/checkpoints.h"
#include "storage/storage_error.h"
#include "storage/types.h"

namespace klamm::storage {

// "<topic>-<index>", as Kafka names a partition's directory.
std::string partition_directory_name(std::string_view topic, int32_t index);
// Of such a name; nothing for other names (`<topic>-<index>.<unique>-delete`, "-future", "-stray" included).
struct TopicPartition {
  std::string topic;
  int32_t index = 0;
};
std::optional<TopicPartition> parse_partition_directory_name(std::string_view name);

// `partition.metadata` of a partition's directory: version 0 and the topic id.
StorageResult<std::optional<protocol::Uuid>> read_partition_metadata(reactor::Io& io,
                                                                     const std::string& partition_directory);
std::string partition_metadata_text(const protocol::Uuid& topic_id);

// How a log is to be opened.
struct OpenPoints {
  bool after_clean_stop = false;
  Offset recovery_point{};               // everything below is on the disk and valid
  std::optional<Offset> log_start;       // from log-start-offset-checkpoint
  std::optional<Offset> high_watermark;  // from replication-offset-checkpoint
  std::optional<Offset> cleaned_to;      // from cleaner-offset-checkpoint
};

// One partition directory that was found.
struct FoundPartition {
  std::string topic;
  int32_t index = 0;
  std::optional<protocol::Uuid> topic_id;  // absent: no partition.metadata, or a damaged one
  OpenPoints points;
};

// What a log directory holds at the start.
struct LogDirectoryScan {
  std::string path;
  std::vector<FoundPartition> partitions;
  std::vector<std::string> deleted;  // directory names that end in -delete: their removal was under way
  std::vector<std::string> strays;   // other directories that no partition of ours has
  std::optional<CleanShutdown> clean_shutdown;

  // A log that Kafka was moving here (`<topic>-<index>.<unique>-future`) and has to look through after a crash: until
  // it has, the directory must not get the mark of a clean stop, with which it would trust that log. Nothing: none.
  std::optional<std::string> unrecovered_move() const;
};

// Lists the directory and reads the small files in it. For the start only: it waits for the disk.
// `__cluster_metadata-0` is left out; its owner opens it.
StorageResult<LogDirectoryScan> scan_log_directory(reactor::Io& io, const std::string& path);

// Removes a directory and the files in it (no deeper), through the ring. What is not there is no error.
reactor::Task<StorageResult<void>> remove_directory_tree(reactor::Io& io, std::string path);

}  // namespace klamm::storage
