#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/types.h"
#include "reactor/task.h"
#include "storage/end_observer.h"
#include "storage/log_config.h"
#include "storage/log_types.h"
#include "storage/partition_log.h"
#include "storage/storage_error.h"
#include "storage/types.h"

namespace klamm::storage {

// Which partition this is. Constant.
struct PartitionIdentity {
  std::string topic;
  protocol::Uuid topic_id;
  int32_t index = 0;
};

// What the metadata log says about the partition (PartitionRecord, PartitionChangeRecord) and what follows from it
// here. Replaced whole by the reconciler.
struct PartitionState {
  LeaderEpoch leader_epoch{};
  int32_t leader_id = -1;
  int32_t partition_epoch = 0;
  std::vector<int32_t> replicas;
  std::vector<int32_t> isr;
  protocol::Uuid directory_id;
  int8_t leader_recovery_state = 0;    // 0: recovered, 1: recovering from an unclean election
  Offset leader_epoch_start_offset{};  // set by become_leader: the log end when this epoch began
};

// One replica of one partition on the shard that owns it: identity, state, log and those who wait on it.
//
// Two ways in: append_as_leader (one batch; offsets and epoch are stamped) and append_as_replica (bytes as they are).
// One way back: truncate_to. The high watermark is the minimum of terms: the log end, and the durable end where the
// log promises durability before acknowledgement (later: the ends of other replicas). acks=all waits on it and on
// nothing else.
//
// A Task that was started keeps the partition from being destroyed: LogManager waits for all of them before it deletes.
// @core owner
class Partition final : private PartitionLog::Listener {
 public:
  Partition(StorageContext& context, PartitionIdentity identity, std::unique_ptr<PartitionLog> log);
  ~Partition();
  Partition(const Partition&) = delete;
  Partition& operator=(const Partition&) = delete;

  const PartitionIdentity& identity() const { return identity_; }
  const PartitionState& state() const { return state_; }
  const LogConfig& config() const;
  void set_config(const LogConfig& config);  // takes effect with the next append or roll
  const std::string& directory() const;      // of this partition: <log dir>/<topic>-<index>
  PartitionLog& log() { return *log_; }

  // This node leads from now on. Writes the epoch and its start offset to the epoch cache when the epoch is new; ends
  // all waits on the partition when it was led elsewhere or under another epoch.
  void become_leader(PartitionState state, bool is_new_epoch);
  // Led elsewhere (or by nobody): ends all waits.
  void become_follower(PartitionState state);
  bool is_leader() const { return is_leader_; }

  // Its log directory has failed: everything is refused from now on with KAFKA_STORAGE_ERROR, and all waits end.
  void take_offline();
  bool is_offline() const { return is_offline_; }

  // Validates one record batch of a producer, gives it offsets and appends it. `batch` is changed in place and must
  // stay where it is until the task ends; the write takes it from there. All batches that one loop iteration brings
  // leave in one write at its end; the task resumes when that has ended. A repetition of a recent batch of an
  // idempotent producer ends at once with that batch's offset, after the original's write.
  reactor::Task<std::expected<AppendResult, AppendError>> append_as_leader(std::span<std::byte> batch,
                                                                           AppendContext context);

  // Appends whole batches as they are: offsets and leader epochs given, contiguous with the log end or above it.
  reactor::Task<StorageResult<LogEnds>> append_as_replica(std::span<std::byte> batches);

  // Removes every record at or above `offset`, with index entries, producer windows, transaction index and epochs.
  reactor::Task<StorageResult<void>> truncate_to(Offset offset);

  // A range of whole log bytes that starts at the batch that holds `from` and never crosses a segment. At most
  // `max_bytes`; the cut may leave a fragment of a batch at the end. With `min_one_batch` the first batch is whole
  // whatever its size. kOffsetOutOfRange: `from` is below the log start or above the end of the log; at the end (or
  // between the bound and the log end) the result is empty.
  // Typical reads at the tail or in sequence touch neither index nor file and do not suspend.
  reactor::Task<StorageResult<ReadResult>> read(Offset from, uint32_t max_bytes, bool min_one_batch, ReadEnd end);

  // Bytes that a read from `from` could give now, for min_bytes of a delayed fetch: exact inside the active segment, a
  // lower bound otherwise. Never suspends.
  uint64_t readable_bytes(Offset from, ReadEnd end) const;
  // Whether there is something to read at `from` in a segment before the active one: Kafka's delayed fetch does not
  // wait for more then.
  bool has_older_segment(Offset from, ReadEnd end) const;

  // ---- ends
  LogEnds ends() const;
  Offset high_watermark() const;
  Offset last_stable_offset() const;
  Offset log_start_offset() const;
  Offset local_log_start_offset() const;
  Offset log_end_offset() const;
  Offset end(ReadEnd which) const;
  // Whether acks=1 waits for the high watermark, too: it is the durable end then (log.flush.before.acks).
  bool is_durable_before_acks() const { return log_->has_journal(); }
  // One more term of the high watermark: nothing above it is shown. Absent (default): no such term.
  void set_durable_end(std::optional<Offset> offset);
  // DeleteRecords and retention move the start of the log forward; kOffsetOutOfRange above the high watermark.
  StorageResult<void> advance_log_start(Offset offset);
  // Removes whole segments at the beginning of the log: those below the log start, and where cleanup.policy has
  // "delete" those beyond retention.bytes or older than retention.ms; nothing above the high watermark. The log is
  // rolled first where all of it goes. Files get the suffix `.deleted` and are removed after file.delete.delay.ms;
  // readers that lease them still get all they want. How many went.
  reactor::Task<StorageResult<uint32_t>> remove_old_segments();
  // Resumes when the high watermark has reached `offset` (acks=all), or with the reason why it never will.
  reactor::Task<std::expected<void, PartitionGone>> wait_for_high_watermark(Offset offset);
  // The same, with false when that time of the shard's clock came first.
  reactor::Task<std::expected<bool, PartitionGone>> wait_for_high_watermark_until(Offset offset, int64_t deadline_ns);

  // ---- look-ups by time and epoch (ListOffsets, OffsetForLeaderEpoch)
  // The first record at or after the log start whose timestamp is at least `timestamp_ms`, below the high watermark or
  // not; nothing when there is none. Compressed batches are opened to find the right record.
  reactor::Task<StorageResult<std::optional<TimestampOffset>>> offset_for_timestamp(int64_t timestamp_ms);
  // The record with the largest timestamp (ListOffsets -3); nothing in an empty log.
  reactor::Task<StorageResult<std::optional<TimestampOffset>>> max_timestamp();
  LeaderEpoch epoch_for_offset(Offset offset) const;
  LeaderEpoch earliest_epoch() const;
  LeaderEpoch latest_epoch() const;
  EpochEnd end_offset_for_epoch(LeaderEpoch epoch) const;

  // Transactions aborted in [from, upper), for read_committed.
  reactor::Task<StorageResult<std::vector<AbortedTransaction>>> aborted_transactions(Offset from, Offset upper);

  // Syncs the log's data to the disk and moves the recovery point (flush.messages, flush.ms, the metadata log).
  reactor::Task<StorageResult<void>> flush();

  void observe(EndObserver& observer) { observers_.link(observer); }

 private:
  friend class LogManager;
  struct HighWatermarkWait;
  void on_log_moved() noexcept override;
  // Hands an error on, when its directory has been told of it.
  StorageError noted(StorageError error) const;
  void on_log_failed() noexcept override;
  // Computes the ends anew and tells the observers when one has moved.
  void update_ends() noexcept;

  StorageContext& context_;
  PartitionIdentity identity_;
  PartitionState state_;
  std::unique_ptr<PartitionLog> log_;
  EndObserverList observers_;
  std::optional<Offset> durable_end_;
  Offset high_watermark_{};
  Offset last_stable_offset_{};
  Offset log_start_seen_{};
  bool is_leader_ = false;
  bool is_offline_ = false;
};

}  // namespace klamm::storage
