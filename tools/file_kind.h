#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace klamm::tools {

/// What a file of a log directory is, by its name alone.
enum class FileKind : uint8_t {
  kUnknown,
  kSegment,
  kOffsetIndex,
  kTimeIndex,
  kTransactionIndex,
  kProducerSnapshot,
  kProducerWindows,
  kLeaderEpochs,
  kPartitionMetadata,
  kOffsetCheckpoint,
  kMetaProperties,
  kQuorumState,
  kKlammSettings,
  kCleanShutdown,
  kMetadataSnapshot,
  kJournal,
  kLock,
};

struct NamedFile {
  FileKind kind = FileKind::kUnknown;
  /// ".deleted", ".cleaned" or ".swap" where the name ends with it.
  std::string_view stage;
};
NamedFile file_kind(std::string_view name);

/// "/a/b" of "/a/b/c", "." where there is none.
std::string directory_of(std::string_view path);
std::string_view name_of(std::string_view path);

/// The number that the name of a segment's file begins with.
std::optional<int64_t> base_of(std::string_view name);

}  // namespace klamm::tools
