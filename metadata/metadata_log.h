#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "metadata/image.h"
#include "metadata/metadata_batch.h"
#include "metadata/metadata_log_options.h"
#include "metadata/snapshot_file.h"
#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/storage_error.h"

namespace klamm::metadata {

/// Told of what the metadata log holds, in its order.
class ReplaySink {
 public:
  using Result = std::expected<void, std::string>;
  /// A record, also one from a snapshot (its offset is that of the snapshot's end then).
  virtual Result on_record(std::span<const std::byte> value) = 0;
  virtual Result on_control(ControlType type, std::span<const std::byte> value) = 0;

 protected:
  ~ReplaySink() = default;
};

/// The files of `__cluster_metadata-0`: snapshots (`.checkpoint`), segments, quorum-state, leader-epoch-checkpoint, in
/// Kafka 4.4's formats. This node is the only voter, so everything in it that is whole is committed.
///
/// Segments get no index files: Kafka makes them anew when it opens the log, and nobody here looks anything up.
///
/// @core owner (shard 0). Errors are sentences. Calls that write to the log must not overlap; delete_before() may go on
/// beside append() and sync().
class MetadataLog {
 public:
  using Result = std::expected<void, std::string>;

  /// `log_directory` is the one of `log.dirs` that holds the metadata.
  MetadataLog(reactor::Io& io, std::string log_directory, const MetadataLogLimits& limits = {});
  ~MetadataLog();
  MetadataLog(const MetadataLog&) = delete;
  MetadataLog& operator=(const MetadataLog&) = delete;

  /// Whether there is a metadata log to load().
  std::expected<bool, std::string> exists() const;

  /// Makes the directory with a snapshot at offset 0 that holds the given batches, as Kafka's `format` does.
  reactor::Task<Result> format(std::span<const std::byte> snapshot);

  /// Reads the newest whole snapshot and what follows it. Nothing is written yet, also not when the last segment ends
  /// in a torn batch; that is cut off by the first write.
  Result load(ReplaySink& sink);
  /// What load() found amiss and went on with.
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// Raises the epoch above all that were seen and makes this node its leader, on disk; removes what a crash has left
  /// half made or half removed. The epoch's first batch (LeaderChange) is the caller's to append. On a full disk the
  /// epoch is begun all the same, and make_ready() has to end well before the first append.
  reactor::Task<Result> begin_epoch(int32_t node_id, int16_t kraft_version);
  /// Writes down what a begin_epoch() on a full disk could not; else it does nothing.
  reactor::Task<Result> make_ready();

  /// Appends whole batches that continue at end_offset(), into the page cache. After an error the log must not be used,
  /// unless is_short_of_space(): then the same append may be tried again. `timestamp_ms` is that of the first batch.
  Result append(std::span<const std::byte> batches, int64_t next_offset, int64_t timestamp_ms);
  /// fdatasync of what was appended.
  reactor::Task<Result> sync();
  void close();
  /// An append or a sync has met an error of the disk, and not just a want of space.
  bool has_faulted() const { return has_faulted_; }
  /// The last write found no space, and changed nothing that another one would not put right.
  bool is_short_of_space() const { return is_short_of_space_; }

  int64_t start_offset() const { return start_offset_; }
  int64_t end_offset() const { return end_offset_; }
  int32_t epoch() const { return epoch_; }
  /// Of all segments.
  uint64_t size_bytes() const;
  /// Oldest first.
  const std::vector<SnapshotFile>& snapshots() const { return snapshots_; }
  /// A snapshot that was written is one of them from now on.
  void add_snapshot(const SnapshotFile& snapshot);
  /// Moves the log start to one of the snapshots: what is wholly before it goes, segments and snapshots, oldest first
  /// and one after the other, so that a crash or an error leaves a log without a gap. The segment that is written
  /// stays.
  reactor::Task<Result> delete_before(SnapshotId id);
  /// The end offset of the snapshot that was loaded; -1: none.
  int64_t snapshot_offset() const { return loaded_snapshot_ ? loaded_snapshot_->end_offset : -1; }
  /// Bytes of the batches behind that snapshot, as loaded.
  uint64_t loaded_bytes() const { return loaded_bytes_; }
  /// Bytes at the end that were not whole and are gone with the first write.
  uint64_t torn_bytes() const { return torn_bytes_; }
  const std::string& directory() const { return directory_; }

 private:
  struct Segment {
    int64_t base_offset = 0;
    uint64_t size_bytes = 0;
    std::string path;
    std::optional<int64_t> first_timestamp_ms;  // of its first batch
  };

  Result list_files();
  Result choose_snapshot();
  Result load_snapshot(ReplaySink& sink);
  Result load_segment(Segment& segment, bool is_last, ReplaySink& sink);
  Result replay(const MetadataBatch& batch, ReplaySink& sink) const;
  Result note_batch(const MetadataBatch& batch);
  Result read_epoch();
  reactor::Task<Result> write_epochs();
  reactor::Task<Result> clear_away();
  reactor::Task<Result> remove_first_segment();
  reactor::Task<Result> remove_file(std::string path);
  bool is_full(const Segment& segment, size_t more_bytes, int64_t timestamp_ms) const;
  Result open_last_segment();
  reactor::Task<Result> save_epoch();
  reactor::Task<Result> open_for_appends();
  std::unexpected<std::string> refused(const storage::StorageError& error);
  std::unexpected<std::string> refused(const std::string& path, const reactor::IoError& error);
  Result start_segment();
  std::string file(std::string_view name) const { return directory_ + "/" + std::string(name); }

  reactor::Io& io_;
  std::string log_directory_;
  std::string directory_;
  MetadataLogLimits limits_;
  std::vector<SnapshotFile> snapshots_;  // by id
  std::vector<SnapshotId> damaged_;      // snapshots that are to be put aside
  std::optional<SnapshotId> loaded_snapshot_;
  std::vector<std::string> leftovers_;  // names of files that are to be removed
  std::vector<std::string> warnings_;
  std::vector<Segment> segments_;
  std::map<int32_t, int64_t> epoch_starts_;
  reactor::FileHandle active_;
  int64_t start_offset_ = 0;
  int64_t end_offset_ = 0;
  uint64_t loaded_bytes_ = 0;
  int32_t epoch_ = 0;
  uint64_t torn_bytes_ = 0;
  bool directory_changed_ = false;
  bool has_faulted_ = false;
  bool is_short_of_space_ = false;
  bool is_uncleared_ = false;         // clear_away() has still to be done
  std::string unsaved_quorum_state_;  // empty: the epoch is on the disk
};

}  // namespace klamm::metadata
