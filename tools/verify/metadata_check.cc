#include "tools/verify/metadata_check.h"

#include <fmt/format.h>

#include <utility>

#include "metadata/klamm_settings.h"
#include "metadata/metadata_log.h"
#include "metadata/quorum_state.h"
#include "storage/small_file.h"
#include "tools/dump/dump.h"
#include "tools/dump/whole_file.h"
#include "tools/file_kind.h"
#include "tools/segment_walk.h"
#include "tools/verify/partition_check.h"

namespace klamm::tools {

using reactor::Task;

namespace {

/// A snapshot of the metadata log: its batches' checksums and offsets.
class SnapshotCheck final : public SegmentVisitor {
 public:
  SnapshotCheck(const std::string& path, Report& report) : path_(path), report_(report) {}

  bool wants_bytes(const WalkedBatch&) override { return false; }
  void on_batch(const WalkedBatch& batch, std::span<const std::byte>) override {
    if (!batch.crc_matches) report_.damage(path_, batch.position, "the checksum of the batch does not match");
    if (batch.header.base_offset != next_) {
      report_.damage(path_, batch.position, fmt::format("offset {} where {} is due", batch.header.base_offset, next_));
    }
    next_ = batch.header.next_offset();
  }
  void on_damage(uint64_t position, uint64_t skipped_bytes, const std::string& what) override {
    report_.damage(path_, position, fmt::format("{}; {} bytes are no batch", what, skipped_bytes));
  }

 private:
  const std::string& path_;
  Report& report_;
  int64_t next_ = 0;
};

Task<void> check_snapshot(reactor::Io& io, std::string path, Report& report) {
  const uint64_t damages = report.damage_count();
  SnapshotCheck check(path, report);
  const auto walked = co_await walk_segment(io, path, check);
  if (!walked) {
    report.failure(walked.error().message);
  } else if (report.damage_count() == damages && !metadata::is_whole_snapshot(io, path)) {
    report.damage(path, *walked, "the snapshot ends without its footer");
  }
}

void check_small_file(reactor::Io& io, const std::string& path, FileKind kind, Report& report) {
  if (kind != FileKind::kQuorumState && kind != FileKind::kKlammSettings) return;
  const auto bytes = read_whole(io, path, report);
  if (!bytes) return;
  if (kind == FileKind::kQuorumState) {
    const auto state = metadata::parse_quorum_state(as_text(*bytes));
    if (!state) report.damage(path, {}, state.error());
  } else {
    const auto settings = metadata::parse_klamm_settings(as_text(*bytes));
    if (!settings) report.damage(path, {}, "the file " + settings.error());
  }
}

}  // namespace

Task<MetadataView> check_metadata(reactor::Io& io, std::string log_directory, metadata::MetaProperties properties,
                                  Report& report) {
  MetadataView view;
  metadata::MetadataLog log(io, log_directory);
  const auto exists = log.exists();
  if (!exists) report.failure(exists.error());
  if (!exists || !*exists) co_return view;

  PartitionToCheck partition;
  partition.directory = log.directory();
  partition.topic_id = protocol::kMetadataTopicId;
  partition.is_metadata_log = true;
  const auto entries = io.list(log.directory());
  for (const reactor::DirectoryEntry& entry : entries.value_or(std::vector<reactor::DirectoryEntry>())) {
    const NamedFile file = file_kind(entry.name);
    const std::string path = log.directory() + "/" + entry.name;
    if (file.kind == FileKind::kMetadataSnapshot && file.stage.empty()) {
      co_await check_snapshot(io, path, report);
    } else {
      check_small_file(io, path, file.kind, report);
    }
  }
  co_await check_partition(io, partition, report);

  auto loaded = load_metadata(log, properties);
  if (!loaded) {
    report.damage(log.directory(), {}, loaded.error());
    co_return view;
  }
  if (log.torn_bytes() > 0) {
    report.mend(log.directory(), {},
                fmt::format("{} bytes at the end of the log are no whole batch and are cut off", log.torn_bytes()));
  }
  co_return std::move(*loaded);
}

}  // namespace klamm::tools
