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
#include "reactor/io.h"
#include "reactor/task.h"

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
/// @core owner (shard 0). Errors are sentences. Calls that write to the log must not overlap.
class MetadataLog {
 public:
  using Result = std::expected<void, std::string>;

  /// `log_directory` is the one of `log.dirs` that holds the metadata.
  MetadataLog(reactor::Io& io, std::string log_directory);
  ~MetadataLog();
  MetadataLog(const MetadataLog&) = delete;
  MetadataLog& operator=(const MetadataLog&) = delete;

  /// Whether there is a metadata log to load().
  std::expected<bool, std::string> exists() const;

  /// Makes the directory with a snapshot at offset 0 that holds the given batches, as Kafka's `format` does.
  reactor::Task<Result> format(std::span<const std::byte> snapshot);

  /// Reads the newest snapshot and what follows it. Nothing is written yet, also not when the last segment ends in a
  /// torn batch; that is cut off by the first write.
  Result load(ReplaySink& sink);

  /// Raises the epoch above all that were seen and makes this node its leader, on disk. The epoch's first batch
  /// (LeaderChange) is the caller's to append.
  reactor::Task<Result> begin_epoch(int32_t node_id, int16_t kraft_version);

  /// Appends whole batches that continue at end_offset(), into the page cache. After an error the log must not be used.
  Result append(std::span<const std::byte> batches, int64_t next_offset);
  /// fdatasync of what was appended.
  reactor::Task<Result> sync();
  void close();

  int64_t end_offset() const { return end_offset_; }
  int32_t epoch() const { return epoch_; }
  /// The end offset of the snapshot that was loaded; -1: none.
  int64_t snapshot_offset() const { return snapshot_ ? snapshot_->offset : -1; }
  /// Bytes at the end that were not whole and are gone with the first write.
  uint64_t torn_bytes() const { return torn_bytes_; }
  const std::string& directory() const { return directory_; }

 private:
  struct Snapshot {
    int64_t offset = 0;
    int32_t epoch = 0;
    std::string name;
  };
  struct Segment {
    int64_t base_offset = 0;
    uint64_t size_bytes = 0;
    std::string path;
  };

  Result list_files();
  Result load_snapshot(ReplaySink& sink);
  Result load_segment(Segment& segment, bool is_last, ReplaySink& sink);
  Result replay(const MetadataBatch& batch, ReplaySink& sink) const;
  Result note_batch(const MetadataBatch& batch);
  Result read_epoch();
  Result open_last_segment();
  Result start_segment();
  std::string file(std::string_view name) const { return directory_ + "/" + std::string(name); }

  reactor::Io& io_;
  std::string log_directory_;
  std::string directory_;
  std::optional<Snapshot> snapshot_;
  std::vector<Segment> segments_;
  std::map<int32_t, int64_t> epoch_starts_;
  reactor::FileHandle active_;
  int64_t end_offset_ = 0;
  int32_t epoch_ = 0;
  uint64_t torn_bytes_ = 0;
  bool directory_changed_ = false;
};

}  // namespace klamm::metadata
