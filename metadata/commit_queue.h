#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>

#include "metadata/image_builder.h"
#include "metadata/image_publisher.h"
#include "metadata/klamm_settings_file.h"
#include "metadata/metadata_log.h"
#include "metadata/snapshot_keeper.h"
#include "protocol/writer.h"
#include "reactor/shard.h"
#include "reactor/sync.h"
#include "reactor/task.h"

namespace klamm::metadata {

/// From a decision to its effect: records and Klamm's own settings are folded into the newest image at once, written
/// and synced together with all that came meanwhile (one fdatasync for a group, and one file when a setting of Klamm's
/// is among it), then published to every shard; only then is a waiter told.
///
/// Bounds: kBytesMax of batches may wait; more are refused. After a failed write or fdatasync nothing is taken any
/// more, since what the disk holds is not known. A full disk is no such failure: the queue is stalled then, and tries
/// again every second.
/// @core owner (shard 0)
class CommitQueue {
 public:
  static constexpr size_t kBytesMax = size_t{64} << 20;

  /// `warn` is given sentences about partitions that could not be made, opened or removed.
  CommitQueue(reactor::Shard& shard, MetadataLog& log, KlammSettingsFile& klamm_file, ImageBuilder& state,
              ImagePublisher& publisher, SnapshotKeeper& snapshots, std::function<void(const std::string&)> warn);

  /// The offset of the next record.
  int64_t next_offset() const { return next_offset_; }
  bool is_full() const { return waiting_.position() >= kBytesMax; }
  bool has_failed() const { return !failure_.empty(); }
  const std::string& failure() const { return failure_; }
  /// What was taken waits for space on the disk; nothing more should be.
  bool is_stalled() const { return is_stalled_; }

  /// Puts the records of one operation in, as one batch, and folds them in; then the settings.
  void append(const RecordValues& values, const std::vector<KlammSettingChange>& settings = {});
  /// Records that need not be atomic, in batches of moderate size.
  void append_in_pieces(const RecordValues& values);
  void append_control(std::span<const std::pair<ControlType, std::string>> records);

  /// Ends when everything that was appended until now is durable and published; the error is a sentence. `deadline_ns`
  /// 0: none; nothing when it has passed first.
  reactor::Task<std::optional<std::expected<void, std::string>>> wait(int64_t deadline_ns);

  /// Writes and syncs what waits, without publishing: before the first image goes out and after the last one. At the
  /// start a full disk is no error (`may_stall`): run() writes it, when there is space.
  reactor::Task<std::expected<void, std::string>> flush(bool may_stall = false);
  /// Publishes the newest image.
  reactor::Task<void> publish(const PartitionFinder* found);

  /// The loop; ends after close() when nothing is left.
  reactor::Task<void> run();
  void close();
  /// What waits for space on a full disk fails now, and whoever waits for it is told: a stop would wait, too.
  void stop_waiting_for_space();

 private:
  using Result = std::expected<void, std::string>;
  // Batches that leave in one write.
  struct Batches {
    protocol::Buffer bytes;
    int64_t next_offset = 0;
    int64_t first_timestamp_ms = 0;
    int64_t last_timestamp_ms = 0;
    std::optional<MetadataImage> image;  // of what they end with; nothing inside a transaction
  };
  BatchHeader next_header();
  Batches take_waiting();
  reactor::Task<Result> make_durable(const MetadataImage& image);
  reactor::Task<Result> write(Batches batches, bool may_stall = false);
  reactor::Task<Result> try_to_write(const Batches& batches);
  bool is_to_wait_for_space(bool is_short_of_space, const std::string& why);
  void note_space();
  void note_published(int64_t change_count);
  void fail(std::string why);

  reactor::Shard& shard_;
  MetadataLog& log_;
  KlammSettingsFile& klamm_file_;
  ImageBuilder& state_;
  ImagePublisher& publisher_;
  SnapshotKeeper& snapshots_;
  std::function<void(const std::string&)> warn_;
  protocol::Writer waiting_;
  int64_t first_timestamp_ms_ = 0;  // of what waits
  int64_t last_timestamp_ms_ = 0;
  int64_t next_offset_;
  int64_t change_count_ = 0;
  int64_t published_change_count_ = 0;  // so many of them have taken effect
  std::string failure_;
  bool closed_ = false;
  bool is_stalled_ = false;
  bool waits_for_space_ = true;
  Batches unwritten_;  // by flush()
  reactor::Event no_more_waits_;
  reactor::Event work_;
  reactor::Event progress_;
};

}  // namespace klamm::metadata
