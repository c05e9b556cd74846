#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/types.h"
#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/log_config.h"

namespace klamm::metadata {

// In every log directory.
inline constexpr std::string_view kMetaPropertiesFile = "meta.properties";
inline constexpr std::string_view kLockFile = ".lock";

/// `meta.properties` of a log directory, version 1.
struct MetaProperties {
  std::string cluster_id;
  int32_t node_id = -1;
  protocol::Uuid directory_id;
};

/// Parses the file's text. The error is a sentence.
std::expected<MetaProperties, std::string> parse_meta_properties(std::string_view text);
std::string meta_properties_text(const MetaProperties& properties);

struct LogDirectoriesOptions {
  std::vector<std::string> paths;
  std::optional<std::string> cluster_id;  // absent: as found, random for a new cluster
  std::optional<int32_t> node_id;         // absent: as found, 1 for a new cluster
};

/// The log directories of this process, locked and formatted. The locks end with the process or with close().
struct OpenedLogDirectories {
  std::string cluster_id;
  int32_t node_id = -1;
  std::vector<storage::LogDirectory> directories;
  // A directory that cannot be used; not among the others.
  struct Failed {
    std::string path;
    std::string why;
  };
  std::vector<Failed> failed;
  std::vector<reactor::FileHandle> locks;
  bool formatted = false;  // the first one was empty and has been formatted now

  void close(reactor::Io& io);
};

/// Makes the directories that are missing, takes each one's `.lock` (an fcntl record lock as Kafka's), and reads or
/// writes `meta.properties`. An empty directory is formatted. Refused, with one sentence for a person: a directory in
/// use, of another cluster or node, with files but without meta.properties, or two with the same id.
/// As in Kafka the others are opened without one that fails (it cannot be made, locked or read, or has a
/// meta.properties that makes no sense), but for the first, which holds the metadata log. For the start only: it waits
/// for the disk.
reactor::Task<std::expected<OpenedLogDirectories, std::string>> open_log_directories(reactor::Io& io,
                                                                                     LogDirectoriesOptions options);

/// A random id that does not start with '-', as Kafka makes them.
protocol::Uuid random_uuid(reactor::Io& io);

}  // namespace klamm::metadata
