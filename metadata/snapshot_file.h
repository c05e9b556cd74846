#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reactor/io.h"
#include "reactor/task.h"

// Files of snapshots of the metadata log, named as Kafka's: "00000000000000000042-0000000003.checkpoint" is what the
// log says up to its offset 42, whose last record is of epoch 3.
namespace klamm::metadata {

inline constexpr std::string_view kSnapshotSuffix = ".checkpoint";
/// Behind the suffix of one that is being written.
inline constexpr std::string_view kPartSuffix = ".part";
/// Behind the name of one that was found damaged. Kafka does not look at it.
inline constexpr std::string_view kDamagedSuffix = ".damaged";

struct SnapshotId {
  int64_t end_offset = 0;
  int32_t epoch = 0;
  auto operator<=>(const SnapshotId&) const = default;
};

std::string snapshot_file_name(const SnapshotId& id);
/// Nothing for another file's name.
std::optional<SnapshotId> parse_snapshot_name(std::string_view name);

struct SnapshotFile {
  SnapshotId id;
  uint64_t size_bytes = 0;
  int64_t last_contained_log_timestamp_ms = 0;
};

/// What the file is by its size and its header; a time of 0 where the header cannot be read. For the start: it waits
/// for the disk.
SnapshotFile inspect_snapshot(reactor::Io& io, const std::string& path, const SnapshotId& id);

/// Whether every batch of it can be read and a footer is the end. For the start.
bool is_whole_snapshot(reactor::Io& io, const std::string& path);

/// Writes one: under a name that nobody takes for a snapshot until it is whole and synced.
/// @core owner. Errors are sentences.
class SnapshotFileWriter {
 public:
  using Result = std::expected<void, std::string>;

  SnapshotFileWriter(reactor::Io& io, std::string directory, const SnapshotId& id);
  ~SnapshotFileWriter();
  SnapshotFileWriter(const SnapshotFileWriter&) = delete;
  SnapshotFileWriter& operator=(const SnapshotFileWriter&) = delete;

  reactor::Task<Result> open();
  /// Into the page cache.
  Result append(std::span<const std::byte> bytes);
  /// Syncs it and gives it its name.
  reactor::Task<Result> finish();
  /// Removes what was written.
  reactor::Task<void> discard();
  uint64_t size_bytes() const { return size_bytes_; }

 private:
  void close();

  reactor::Io& io_;
  const std::string directory_;
  const std::string path_;
  const std::string part_path_;
  reactor::FileHandle file_;
  uint64_t size_bytes_ = 0;
};

}  // namespace klamm::metadata
