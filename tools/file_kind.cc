#include "tools/file_kind.h"

#include <utility>

#include "metadata/klamm_settings_file.h"
#include "metadata/log_directories.h"
#include "metadata/quorum_state.h"
#include "storage/checkpoints.h"
#include "storage/file_names.h"
#include "storage/journal/journal_format.h"
#include "storage/text_lines.h"

namespace klamm::tools {

NamedFile file_kind(std::string_view name) {
  using enum FileKind;
  NamedFile found;
  for (const std::string_view stage : {storage::kDeletedSuffix, storage::kCleanedSuffix, storage::kSwapSuffix}) {
    if (!name.ends_with(stage)) continue;
    found.stage = stage;
    name.remove_suffix(stage.size());
    break;
  }
  constexpr std::pair<std::string_view, FileKind> kNames[] = {
      {storage::kPartitionMetadataFile, kPartitionMetadata},
      {storage::kLeaderEpochCheckpointFile, kLeaderEpochs},
      {storage::kRecoveryPointCheckpoint, kOffsetCheckpoint},
      {storage::kLogStartCheckpoint, kOffsetCheckpoint},
      {storage::kReplicationCheckpoint, kOffsetCheckpoint},
      {storage::kCleanerCheckpoint, kOffsetCheckpoint},
      {storage::kCleanShutdownFile, kCleanShutdown},
      {metadata::kMetaPropertiesFile, kMetaProperties},
      {metadata::kQuorumStateFile, kQuorumState},
      {metadata::KlammSettingsFile::kName, kKlammSettings},
      {metadata::kLockFile, kLock},
  };
  for (const auto& [known, kind] : kNames) {
    if (name == known) found.kind = kind;
  }
  constexpr std::pair<std::string_view, FileKind> kSuffixes[] = {
      {storage::kLogSuffix, kSegment},
      {storage::kOffsetIndexSuffix, kOffsetIndex},
      {storage::kTimeIndexSuffix, kTimeIndex},
      {storage::kTransactionIndexSuffix, kTransactionIndex},
      {storage::kProducerSnapshotSuffix, kProducerSnapshot},
      {storage::kProducerWindowsSuffix, kProducerWindows},
  };
  for (const auto& [suffix, kind] : kSuffixes) {
    if (storage::parse_offset_file_name(name, suffix)) found.kind = kind;
  }
  if (found.kind == kUnknown && name.ends_with(".checkpoint") && (base_of(name) || name == "bootstrap.checkpoint"))
    found.kind = kMetadataSnapshot;
  if (storage::parse_journal_file_name(name)) found.kind = kJournal;
  return found;
}

std::string directory_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return std::string(path.substr(0, slash == 0 ? 1 : slash));
}

std::string_view name_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::optional<int64_t> base_of(std::string_view name) {
  constexpr size_t kDigits = 20;
  if (name.size() < kDigits) return std::nullopt;
  return storage::parse_number<int64_t>(name.substr(0, kDigits));
}

}  // namespace klamm::tools
