#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reactor/event.h"
#include "reactor/gate.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "storage/batch_header.h"
#include "storage/journal/journal.h"
#include "storage/leader_epoch_cache.h"
#include "storage/log_config.h"
#include "storage/log_types.h"
#include "storage/position_hints.h"
#include "storage/producer_snapshot_writer.h"
#include "storage/producer_state.h"
#include "storage/segment.h"
#include "storage/storage_context.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// What compaction could do to a log now: [first_dirty, end) was not compacted yet.
struct CleanableRange {
  Offset first_dirty{};
  Offset end{};
  uint64_t clean_bytes = 0;  // below first_dirty
  uint64_t dirty_bytes = 0;
  bool is_overdue = false;  // some of it is older than max.compaction.lag.ms

  double dirty_ratio() const {
    const auto all = static_cast<double>(clean_bytes + dirty_bytes);
    return all > 0 ? static_cast<double>(dirty_bytes) / all : 0;
  }
};

// A segment as compaction sees it.
struct SegmentToClean {
  Offset base{};
  Offset next{};  // the base of the one behind it
  uint64_t size_bytes = 0;
  uint32_t offset_entries = 0;
  uint32_t time_entries = 0;
};

// The local log of one partition: segments, epochs, producers. It knows where its data ends; what of it may be shown
// (the high watermark) is the Partition's to say.
//
// Appends are prepared one by one (validated, given offsets, checked against the producers) and queued; the queue
// leaves in one write at the end of the loop iteration. Offsets of queued batches are promised: when the write fails,
// all of the queue fails with it, in order, and the producers forget it.
//
// With a journal (log.flush.before.acks=all) each write goes there too, and the durable end follows when that has it.
// @core owner
class PartitionLog final : private reactor::LoopEndHook, private JournalMember::Owner {
 public:
  // Told when the log end, the durable end or the log start has moved, after the new values are in place; and when
  // nothing more becomes durable.
  class Listener {
   public:
    virtual void on_log_moved() noexcept = 0;
    virtual void on_log_failed() noexcept = 0;

   protected:
    ~Listener() = default;
  };

  // An open log. LogLoader makes it; `segments` is not empty and its last one is active.
  struct Parts {
    std::vector<std::unique_ptr<Segment>> segments;
    LeaderEpochCache epochs;
    ProducerState producers;
    Offset log_start{};
    Offset log_end{};
    Offset recovery_point{};
    Offset last_snapshot{-1};
    Offset cleaned_to{-1};
    std::vector<Offset> unsynced_segments;      // by base offset: read after a crash, maybe from the page cache alone
    std::vector<Offset> windows_files;          // offsets of `.producer-windows`, in order
    std::optional<int64_t> first_timestamp_ms;  // of the active segment
    int64_t active_created_ms = 0;
    bool epochs_dirty = false;      // the epoch file is behind
    bool names_unsynced = false;    // nobody knows whether the directory and its names are on the disk
    bool all_batches_seen = false;  // a new log: no batch is larger than those appended from now on
  };
  // `directory` is where segments point to for their paths: it must be the string that they were made with.
  PartitionLog(StorageContext& context, std::unique_ptr<std::string> directory, LogConfig config, Parts parts);
  ~PartitionLog();
  PartitionLog(const PartitionLog&) = delete;
  PartitionLog& operator=(const PartitionLog&) = delete;

  void set_listener(Listener* listener) { listener_ = listener; }
  const LogConfig& config() const { return config_; }
  void set_config(const LogConfig& config) { config_ = config; }
  // From here on appends are journalled. What is above the recovery point is durable only after a flush().
  void join_journal(Journal& journal, PartitionKey key);
  bool has_journal() const { return journal_ != nullptr; }
  const std::string& directory() const { return *directory_; }
  // After the directory was renamed.
  void set_directory(std::string directory) { *directory_ = std::move(directory); }

  // ---- appends (partition_log_append.cc); see Partition
  reactor::Task<std::expected<AppendResult, AppendError>> append_as_leader(std::span<std::byte> batch,
                                                                           AppendContext context);
  reactor::Task<StorageResult<void>> append_as_replica(std::span<std::byte> batches);
  // Notes that `epoch` begins at the log end.
  void begin_epoch(LeaderEpoch epoch);

  // ---- reads (partition_log_read.cc). `bound`: nothing at or above it is given.
  struct ReadRange {
    reactor::FileRange range;
    Offset upper_bound{};  // every record of the range is below it
    bool first_batch_incomplete = false;
  };
  reactor::Task<StorageResult<ReadRange>> read(Offset from, uint32_t max_bytes, bool min_one_batch, Offset bound);
  uint64_t readable_bytes(Offset from, Offset bound) const;
  reactor::Task<StorageResult<std::vector<AbortedTransaction>>> aborted_transactions(Offset from, Offset upper);
  bool has_aborted_transactions() const;

  // ---- look-ups by time (partition_log_time.cc)
  reactor::Task<StorageResult<std::optional<TimestampOffset>>> offset_for_timestamp(int64_t timestamp_ms);
  reactor::Task<StorageResult<std::optional<TimestampOffset>>> max_timestamp();

  // ---- the way back and the end (partition_log_maintenance.cc)
  reactor::Task<StorageResult<void>> truncate_to(Offset offset);
  reactor::Task<StorageResult<void>> flush();
  // Ends when everything below `end` is synced; one sync at a time, for all who wait.
  reactor::Task<StorageResult<void>> flush_to(Offset end);
  // As flush(), and goes well without space for the epoch file: what it says is found in the batches again. The
  // recovery point moves with a later sync then.
  reactor::Task<StorageResult<void>> make_durable();
  // When it was synced last, or opened.
  int64_t last_flush_ms() const { return last_flush_ms_; }
  // Refuses appends from now on, writes what is queued, and makes the directory such that it opens without a scan.
  reactor::Task<StorageResult<void>> shut_down();
  // Refuses everything from now on and waits for what is under way.
  reactor::Task<void> close();
  void advance_log_start(Offset offset);

  // ---- retention (partition_log_retention.cc); see Partition
  reactor::Task<StorageResult<uint32_t>> remove_old_segments(Offset high_watermark);

  // ---- compaction (partition_log_compaction.cc); see LogCleaning, which calls these in this order
  reactor::Task<StorageResult<CleanableRange>> cleanable(Offset last_stable_offset);
  // False: not now. end_cleaning() must follow; until then no segment goes but by a truncation.
  bool begin_cleaning();
  void end_cleaning() { is_cleaning_ = false; }
  // Whoever cleans has to give up: the log was cut, or is to be closed.
  bool is_cleaning_broken() const { return is_cleaning_broken_ || is_failed_ || is_stopping_ || gate_.is_closed(); }
  reactor::Gate& gate() { return gate_; }
  // Those that hold offsets of [from, end), without the active one.
  std::vector<SegmentToClean> segments_to_clean(Offset from, Offset end) const;
  StorageResult<reactor::FileLease> lease_segment(Offset base);
  void release_segment(Offset base);  // when it has been walked
  // `cleaned` takes the place of all segments of [first, end). kClosed: the log has changed; nothing was done.
  reactor::Task<StorageResult<void>> replace_segments(Offset first, Offset end, std::unique_ptr<Segment> cleaned);
  // Everything below was compacted.
  Offset cleaned_to() const { return cleaned_to_; }
  void set_cleaned_to(Offset offset) { cleaned_to_ = offset; }

  // Files of removed segments may still be there under their names.
  bool has_left_files() const { return has_left_files_; }
  // Gives back what only makes the next use faster, if there was none since the last call.
  void rest_if_unused();

  Offset log_start() const { return log_start_; }
  Offset log_end() const { return log_end_; }
  // What a power loss leaves, if that is promised; else the end of the log.
  Offset durable_end() const { return journal_ == nullptr ? log_end_ : journal_->durable_end(); }
  Offset recovery_point() const { return recovery_point_; }
  Offset first_segment_base() const { return segments_.front()->base_offset(); }
  Offset active_segment_base() const { return segments_.back()->base_offset(); }
  size_t segment_count() const { return segments_.size(); }
  const LeaderEpochCache& epochs() const { return epochs_; }
  ProducerState& producers() { return producers_; }
  const ProducerState& producers() const { return producers_; }
  uint64_t size_bytes() const;
  bool is_failed() const { return is_failed_; }
  // The directory is offline: appends are refused from now on.
  void take_offline() { is_failed_ = true; }

 private:
  struct QueuedAppend;
  // Keeps segments where they are while a read is suspended.
  class ReadPass {
   public:
    explicit ReadPass(PartitionLog& log) : log_(log) {
      ++log_.reader_count_;
      log_.idle_.reset();
    }
    ReadPass(const ReadPass&) = delete;
    ReadPass& operator=(const ReadPass&) = delete;
    ~ReadPass() {
      if (--log_.reader_count_ == 0) log_.idle_.set();
    }

   private:
    PartitionLog& log_;
  };

  // ---- the journal's
  void on_durable() noexcept override { notify_moved(); }
  void on_journal_failed() noexcept override {
    is_failed_ = true;
    if (listener_ != nullptr) listener_->on_log_failed();
  }
  reactor::Task<StorageResult<void>> sync_segments() override { return make_durable(); }
  void note_synced(Offset end, bool with_epochs);

  // ---- append
  void run() noexcept override;  // the loop-end hook
  std::expected<void, AppendError> prepare_append(std::span<std::byte> batch, const AppendContext& context,
                                                  QueuedAppend& append);
  std::expected<BatchHeader, AppendError> validate(std::span<std::byte> batch, const AppendContext& context,
                                                   QueuedAppend& append);
  void enqueue(QueuedAppend& append);
  void write_queue() noexcept;
  void stage_group(const QueuedAppend* first, const QueuedAppend* end) noexcept;
  bool write_group(QueuedAppend* first, QueuedAppend* end, uint64_t bytes) noexcept;
  void fail_queue(const StorageError& error) noexcept;
  void fail_write(const StorageError& error) noexcept;
  void note_written(const BatchHeader& batch);
  bool should_roll(const BatchHeader& batch, uint64_t queued_bytes, uint32_t queued_count) const;
  int64_t roll_after_ms() const;
  StorageResult<void> roll(Offset base);
  StorageResult<void> write_replica_group(std::span<const std::byte> bytes);
  StorageResult<void> note_producer(const BatchHeader& batch, std::span<const std::byte> bytes);
  void begin_repair();
  reactor::Task<void> repair(reactor::FileLease file);
  AppendError refusal() const;
  AppendError timed_out() const;
  // Takes nothing more; a directory that is at fault goes offline.
  void fail(const StorageError& error);
  ProducerState::Limits producer_limits() const;
  FirstSequence first_sequence_rule() const;

  // ---- read
  reactor::Task<StorageResult<std::optional<BatchLocation>>> locate(Segment& segment, Offset offset);
  std::optional<uint64_t> active_position_of(Offset offset) const;
  reactor::Task<StorageResult<uint64_t>> limit_in(Segment& segment, Offset bound);
  reactor::Task<StorageResult<ReadRange>> range_of(Segment& segment, BatchLocation first, uint64_t limit,
                                                   uint32_t max_bytes, bool min_one_batch, Offset bound);

  // ---- producer snapshots (partition_log_producers.cc)
  void begin_producer_snapshot(Offset at);
  reactor::Task<void> complete_snapshot(std::unique_ptr<ProducerSnapshotWriter> writer, bool has_all);
  reactor::Task<void> remove_old_windows();
  reactor::Task<StorageResult<void>> reload_producers(Offset end);

  // ---- retention
  reactor::Task<StorageResult<uint32_t>> remove_old(Offset high_watermark);
  reactor::Task<StorageResult<Offset>> find_retained_start(Offset high_watermark);
  std::vector<std::unique_ptr<Segment>> take_segments_below(Offset start);
  reactor::Task<StorageResult<void>> put_away(std::vector<std::unique_ptr<Segment>> segments,
                                              std::optional<Offset> kept_snapshot = {});
  reactor::Task<StorageResult<void>> put_away_file(std::string path, bool is_optional);

  // ---- compaction
  reactor::Task<StorageResult<void>> rename_cleaned(Segment& segment, Segment::Stage stage);
  reactor::Task<void> drop_cleaned(Segment& cleaned);
  // Closes what a look at the segment has opened, where nobody else is inside.
  void release_files(Segment& segment);

  // ---- maintenance
  reactor::Task<void> hold_segments();
  void release_segments();
  Segment& active() { return *segments_.back(); }
  const Segment& active() const { return *segments_.back(); }
  size_t segment_index_for(Offset offset) const;
  void queue_sealed(Offset segment_base);
  void begin_finishing_sealed();
  reactor::Task<void> finish_sealed();
  reactor::Task<bool> finish_one_sealed(Offset base);
  reactor::Task<StorageResult<void>> wait_for_sealed();
  reactor::Task<StorageResult<bool>> sync_sealed(SegmentFile& file, Offset base, uint64_t size_bytes);
  reactor::Task<StorageResult<void>> sync_indexes(Offset segment_base);
  void fail_sync(const StorageError& error);
  reactor::Task<StorageResult<void>> save_epochs();
  reactor::Task<StorageResult<void>> sync_names();
  reactor::Task<StorageResult<void>> cut_segments(Offset offset);
  reactor::Task<StorageResult<void>> remove_last_segment();
  PositionHints& hints();
  void notify_moved() noexcept {
    if (listener_ != nullptr) listener_->on_log_moved();
  }
  reactor::Task<StorageResult<int64_t>> largest_timestamp(Segment& segment);
  reactor::Task<StorageResult<std::optional<TimestampOffset>>> search_by_time(Segment& segment, uint64_t position,
                                                                              int64_t timestamp_ms, Offset from);

  StorageContext& context_;
  std::unique_ptr<std::string> directory_;
  LogConfig config_;
  Listener* listener_ = nullptr;
  std::vector<std::unique_ptr<Segment>> segments_;  // by base offset; the last is active
  LeaderEpochCache epochs_;
  ProducerState producers_;
  Offset log_start_;
  Offset log_end_;
  Offset recovery_point_;
  Offset synced_end_;  // on the disk; above the recovery point while there is no space for the epoch file
  Offset last_snapshot_;
  Offset cleaned_to_;
  std::vector<Offset> windows_files_;               // offsets, in order
  std::unique_ptr<StorageError> snapshot_failure_;  // of the last one that was begun

  // What the queue adds to the active segment.
  QueuedAppend* queue_first_ = nullptr;
  QueuedAppend* queue_last_ = nullptr;
  uint64_t queued_bytes_ = 0;
  uint32_t queued_count_ = 0;
  Offset queued_end_;  // the log end once the queue is written

  std::optional<int64_t> first_timestamp_ms_;  // of the active segment, queued batches included
  int64_t active_created_ms_;
  int64_t last_flush_ms_;
  int64_t roll_jitter_ms_ = 0;
  uint32_t largest_batch_bytes_ = 0;
  bool all_batches_seen_;
  bool is_failed_ = false;
  bool is_repairing_ = false;
  bool is_truncating_ = false;
  bool are_segments_held_ = false;  // readers wait
  bool is_removing_old_ = false;
  bool has_left_files_ = false;
  bool is_cleaning_ = false;
  bool is_cleaning_broken_ = false;  // the log was cut since it began
  bool is_stopping_ = false;
  bool is_closing_ = false;
  bool is_finishing_sealed_ = false;
  bool is_flushing_ = false;
  bool was_used_ = false;  // since rest_if_unused()
  bool epochs_dirty_;      // the epoch file is behind
  bool has_new_names_;     // files were made since the directory was synced
  uint32_t name_sync_count_ = 0;
  bool is_parent_unsynced_;  // the directory itself, and the topic id in it, are not synced yet

  reactor::Gate gate_;
  uint32_t reader_count_ = 0;
  uint32_t snapshot_count_ = 0;       // under way
  reactor::Event idle_;               // no reader is inside; set while that is so
  reactor::Event segments_released_;  // set unless somebody changes which segments there are
  reactor::Event repair_done_;        // set unless a failed write is being cut off
  reactor::Event truncation_done_;    // set unless a truncation waits or runs
  reactor::Event snapshot_done_;      // set unless producer snapshots are under way
  reactor::Event flush_done_;         // set unless flush_to() syncs
  reactor::Event sealed_done_;        // set unless sealed segments wait for their sync
  std::vector<Offset> sealed_;        // base offsets of segments that wait for their sync, or for a descriptor
  std::unique_ptr<PositionHints> hints_;
  std::unique_ptr<JournalMember> journal_;  // null: appends are acknowledged from the page cache
};

}  // namespace klamm::storage
