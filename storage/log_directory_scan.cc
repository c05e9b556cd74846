#include "storage/log_directory_scan.h"

#include <fmt/core.h>

#include <cerrno>

#include "reactor/io_await.h"
#include "storage/file_names.h"
#include "storage/small_file.h"
#include "storage/text_lines.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr size_t kMetadataBytesMax = 4096;
constexpr std::string_view kDeletedDirectorySuffix = "-delete";
constexpr std::string_view kFutureDirectorySuffix = "-future";
constexpr std::string_view kMetadataLogDirectory = "__cluster_metadata-0";

std::optional<Offset> lookup(const OffsetCheckpoint& checkpoint, const TopicPartition& partition) {
  const auto found = checkpoint.find({partition.topic, partition.index});
  return found == checkpoint.end() ? std::nullopt : std::optional(found->second);
}

// A damaged checkpoint costs a longer scan, no data.
OffsetCheckpoint checkpoint_or_empty(reactor::Io& io, const std::string& log_directory, const char* name) {
  auto read = read_offset_checkpoint(io, log_directory + "/" + name);
  return read ? *std::move(read) : OffsetCheckpoint();
}

}  // namespace

std::string partition_directory_name(std::string_view topic, int32_t index) {
  return fmt::format("{}-{}", topic, index);
}

std::optional<TopicPartition> parse_partition_directory_name(std::string_view name) {
  const size_t dash = name.rfind('-');
  if (dash == std::string_view::npos || dash == 0) return std::nullopt;
  const std::string_view digits = name.substr(dash + 1);
  const auto index = parse_number<int32_t>(digits);
  if (!index || *index < 0 || (digits.size() > 1 && digits[0] == '0')) return std::nullopt;
  return TopicPartition{std::string(name.substr(0, dash)), *index};
}

StorageResult<std::optional<protocol::Uuid>> read_partition_metadata(reactor::Io& io,
                                                                     const std::string& partition_directory) {
  const std::string path = partition_directory + "/" + std::string(kPartitionMetadataFile);
  auto bytes = read_small_file(io, path, kMetadataBytesMax);
  if (!bytes) return std::unexpected(bytes.error());
  if (!bytes->has_value()) return std::nullopt;
  std::string_view text(reinterpret_cast<const char*>((*bytes)->data()), (*bytes)->size());
  constexpr std::string_view kVersionLine = "version: 0\n";
  constexpr std::string_view kTopicIdKey = "topic_id: ";
  if (!text.starts_with(kVersionLine))
    return std::unexpected(StorageError::corrupt(path + " does not begin with version 0"));
  text.remove_prefix(kVersionLine.size());
  if (!text.starts_with(kTopicIdKey)) return std::unexpected(StorageError::corrupt(path + " has no topic id"));
  text.remove_prefix(kTopicIdKey.size());
  while (text.ends_with('\n')) text.remove_suffix(1);
  const auto id = protocol::Uuid::parse(text);
  if (!id || id->is_zero())
    return std::unexpected(StorageError::corrupt(fmt::format("{}: \"{}\" is no topic id", path, text)));
  return *id;
}

std::string partition_metadata_text(const protocol::Uuid& topic_id) {
  return "version: 0\ntopic_id: " + topic_id.to_string();
}

StorageResult<LogDirectoryScan> scan_log_directory(reactor::Io& io, const std::string& path) {
  auto entries = io.list(path);
  if (!entries) return std::unexpected(StorageError::io(entries.error(), "cannot list " + path));
  LogDirectoryScan scan;
  scan.path = path;
  auto clean = read_clean_shutdown(io, path);
  if (!clean) return std::unexpected(clean.error());
  scan.clean_shutdown = *clean;
  const OffsetCheckpoint recovery_points = checkpoint_or_empty(io, path, kRecoveryPointCheckpoint);
  const OffsetCheckpoint log_starts = checkpoint_or_empty(io, path, kLogStartCheckpoint);
  const OffsetCheckpoint high_watermarks = checkpoint_or_empty(io, path, kReplicationCheckpoint);
  const OffsetCheckpoint cleaned = checkpoint_or_empty(io, path, kCleanerCheckpoint);
  for (const auto& entry : *entries) {
    if (!entry.is_directory || entry.name == kMetadataLogDirectory) continue;
    const auto partition = parse_partition_directory_name(entry.name);
    if (!partition) {
      (entry.name.ends_with(kDeletedDirectorySuffix) ? scan.deleted : scan.strays).push_back(entry.name);
      continue;
    }
    auto topic_id = read_partition_metadata(io, path + "/" + entry.name);
    // A file that a power loss has damaged is the same as none.
    if (!topic_id && topic_id.error().kind != StorageErrorKind::kCorrupt) return std::unexpected(topic_id.error());
    FoundPartition found;
    found.topic = partition->topic;
    found.index = partition->index;
    found.topic_id = topic_id.value_or(std::nullopt);
    found.points.after_clean_stop = scan.clean_shutdown.has_value();
    found.points.recovery_point = lookup(recovery_points, *partition).value_or(Offset(0));
    found.points.log_start = lookup(log_starts, *partition);
    found.points.high_watermark = lookup(high_watermarks, *partition);
    found.points.cleaned_to = lookup(cleaned, *partition);
    scan.partitions.push_back(std::move(found));
  }
  return scan;
}

std::optional<std::string> LogDirectoryScan::unrecovered_move() const {
  if (clean_shutdown) return std::nullopt;
  for (const std::string& name : strays) {
    if (name.ends_with(kFutureDirectorySuffix)) return name;
  }
  return std::nullopt;
}

Task<StorageResult<void>> remove_directory_tree(reactor::Io& io, std::string path) {
  auto entries = io.list(path);
  if (!entries && entries.error().code == ENOENT) co_return StorageResult<void>{};
  if (!entries) co_return std::unexpected(StorageError::io(entries.error(), "cannot list " + path));
  for (const auto& entry : *entries) {
    const std::string inner = path + "/" + entry.name;
    reactor::IoResult<void> removed;
    if (entry.is_directory) {
      removed = co_await reactor::remove_directory(io, inner);
    } else {
      removed = co_await reactor::unlink(io, inner);
    }
    if (!removed && removed.error().code != ENOENT)
      co_return std::unexpected(StorageError::io(removed.error(), "cannot remove " + inner));
  }
  auto removed = co_await reactor::remove_directory(io, path);
  if (!removed && removed.error().code != ENOENT)
    co_return std::unexpected(StorageError::io(removed.error(), "cannot remove " + path));
  co_return StorageResult<void>{};
}

}  // namespace klamm::storage
