#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "coordinator/group_records.h"
#include "coordinator/group_table.h"
#include "coordinator/offset_options.h"
#include "coordinator/transactional_offsets.h"
#include "protocol/compression/codec_scratch.h"
#include "protocol/error_code.h"
#include "reactor/gate.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "reactor/timer.h"
#include "storage/end_observer.h"
#include "storage/partition.h"

namespace klamm::coordinator {

class GroupPartition;

/// Makes groups and hears what becomes of those of a partition: who drives their time and answers. On the
/// partition's shard, short, without suspension.
/// @core owner
class GroupPartitionListener {
 public:
  virtual ~GroupPartitionListener() = default;
  /// A group in its first state.
  virtual std::unique_ptr<ClassicGroup> make_classic(std::string group_id) = 0;
  virtual std::unique_ptr<ConsumerGroup> make_consumer(std::string group_id) = 0;
  /// Everything is read, and the partition answers from now on.
  virtual void on_loaded(GroupPartition& partition) noexcept = 0;
  /// The partition has gone (or is led elsewhere, or the broker stops): whoever waits on its groups is to be told
  /// NOT_COORDINATOR. The groups go right after the call.
  virtual void on_unloaded(GroupPartition& partition) noexcept = 0;
  /// A write of a consumer group has ended. Writes that it made after one that failed fail with it.
  virtual void on_consumer_written(GroupPartition& partition, ConsumerGroup& group, uint64_t write_id,
                                   protocol::ErrorCode error) noexcept = 0;
  /// The consumer group that was to take the place of this one has gone: it was not written.
  virtual void on_classic_back(GroupPartition& partition, ClassicGroup& group) noexcept = 0;
  /// Topics have come, gone or changed since the image before: all of their names, sorted.
  virtual void on_topics_changed(GroupPartition& partition, const std::vector<std::string>& names) noexcept = 0;
  /// The metadata have a new topic, at this version. Told before on_topics_changed().
  virtual void on_new_topics(int64_t version) noexcept = 0;
};

/// An offset that is to be stored, or to be deleted where there is none.
struct OffsetChange {
  std::string topic;
  int32_t partition = 0;
  std::optional<CommittedOffset> offset;
};

/// One partition of `__consumer_offsets` that this shard leads: its groups, and the way into its log.
///
/// load() streams the log in the background; until it has ended, every question is answered with
/// COORDINATOR_LOAD_IN_PROGRESS. Writes of one loop iteration leave in one batch (several, when they pass the topic's
/// max.message.bytes), one batch at a time; a write takes effect and its caller resumes when the high watermark has
/// passed its batch, in the order of the log. So what can be read here is in the log. A write that fails leaves
/// nothing behind.
///
/// Errors are Kafka's codes, as CoordinatorRuntime maps them. Bound: kQueuedBytesMax of waiting writes.
/// @core owner
class GroupPartition final : private storage::EndObserver {
 public:
  enum class State : uint8_t { kLoading, kActive, kFailed, kClosed };
  static constexpr size_t kQueuedBytesMax = size_t{64} << 20;

  GroupPartition(reactor::Shard& shard, storage::Partition& partition, const OffsetOptions& options,
                 GroupPartitionListener& listener, protocol::CodecScratch& codec);
  ~GroupPartition() override;

  int32_t index() const { return index_; }
  State state() const { return state_; }
  reactor::Shard& shard() { return shard_; }
  const OffsetOptions& options() const { return options_; }
  /// kNone while it is active: COORDINATOR_LOAD_IN_PROGRESS, NOT_COORDINATOR.
  protocol::ErrorCode availability() const;

  /// Reads the log. Once, right after it was made.
  reactor::Task<void> load();
  bool is_load_started() const { return is_load_started_; }
  /// Resumes when the loading has ended, well or badly.
  reactor::Event::Wait loaded() { return loaded_.wait(); }
  /// Ends what waits with NOT_COORDINATOR and resumes when no task is left inside. Then it may be destroyed.
  reactor::Task<void> close();

  // ---- groups; only while it is active

  GroupTable& groups() { return groups_; }
  const TransactionalOffsets& transactional() const { return transactional_; }
  /// Null when there is no such group; one that is made here is not in the log before it is written.
  ClassicGroup* classic(std::string_view group_id, bool create);
  /// Null when there is no such group, or it is of another protocol.
  ConsumerGroup* consumer(std::string_view group_id);
  /// The group, made if it is not there; see drop_blank().
  StoredGroup& make_consumer(std::string_view group_id);
  /// A consumer group becomes a classic one, and that is not written yet: who asks it waits, by settled().
  bool is_settling(std::string_view group_id) const;
  /// The error: the partition answers no more, or not in time.
  reactor::Task<protocol::ErrorCode> settled(std::string_view group_id);
  /// Forgets a consumer group of which nothing is left, or nothing has come.
  void drop_blank(std::string_view group_id);
  /// A classic group in the place of the consumer group, which is blank, and goes.
  ClassicGroup& make_successor(std::string_view group_id);
  /// Null when the group is not known.
  GroupOffsets* offsets(std::string_view group_id);
  GroupNow now() const;
  /// What works on the partition over a suspension is inside of it.
  reactor::Gate& gate() { return gate_; }

  // ---- writes

  /// Until then, offsets.commit.timeout.ms from now, a request waits for a write, of whatever kind (as in Kafka); then
  /// it is told COORDINATOR_NOT_AVAILABLE, and the write may still take effect.
  int64_t write_deadline_ns() const;

  /// Stores and deletes offsets of a group; a group that is not known becomes a simple one. Waits until
  /// write_deadline_ns(), as do the deletions.
  reactor::Task<protocol::ErrorCode> change_offsets(std::string group_id, std::vector<OffsetChange> changes);
  /// Writes records of a classic group: a GroupMetadata record. Ends only with the write. One that was deleted or
  /// replaced in the meantime is not written behind what says so: GROUP_ID_NOT_FOUND.
  reactor::Task<protocol::ErrorCode> write_group(std::string group_id, GroupRecords records);
  /// Writes records of a consumer group; on_consumer_written() tells the end. An error: the write was refused, which
  /// on_consumer_written() has told, too. The group may be gone then, and what it made after that write is void.
  protocol::ErrorCode write_consumer(std::string_view group_id, ConsumerWrite write);
  /// Deletes the consumer group of that id, which has no members, and not its offsets.
  reactor::Task<protocol::ErrorCode> delete_consumer(std::string group_id);
  /// Deletes a group whose members are gone: tombstones for its offsets and itself.
  reactor::Task<protocol::ErrorCode> delete_group(std::string group_id);
  /// Resumes when the writes that wait now have ended. Whoever is to be answered waits until a deadline.
  reactor::Task<protocol::ErrorCode> wait_for_writes(int64_t deadline_ns = reactor::TimerQueue::kNever);

 private:
  struct Wait;
  struct Write;
  using WritePtr = std::unique_ptr<Write>;

  void on_ends_moved(storage::Partition&) noexcept override {}
  void on_partition_gone(storage::Partition&, storage::PartitionGone) noexcept override;
  void finish_loading(std::expected<void, std::string> read, std::vector<std::string> warnings, size_t record_count,
                      int64_t started_ns);
  void shut() noexcept;
  reactor::Task<void> run_writer();
  std::vector<WritePtr> take_batch();
  protocol::Buffer encode(const std::vector<WritePtr>& writes);
  reactor::Task<std::expected<storage::Offset, protocol::ErrorCode>> append(std::span<std::byte> batch);
  void apply(Write& write, storage::Offset& record_offset);
  void end(Write& write, protocol::ErrorCode error);
  void fail_followers(const std::vector<WritePtr>& failed, protocol::ErrorCode error);
  protocol::ErrorCode start(WritePtr write, Wait* wait);
  static protocol::ErrorCode outcome(Wait& wait, bool has_ended);
  void refuse(Write& write, protocol::ErrorCode error);

  reactor::Shard& shard_;
  storage::Partition* partition_;  // null once it has gone
  const int32_t index_;
  const OffsetOptions& options_;
  GroupPartitionListener& listener_;
  protocol::CodecScratch& codec_;
  State state_ = State::kLoading;
  bool is_load_started_ = false;
  GroupTable groups_;
  TransactionalOffsets transactional_;
  std::deque<WritePtr> queue_;
  size_t queued_bytes_ = 0;
  Write* last_write_ = nullptr;  // the newest that was queued and has not ended
  bool is_writing_ = false;
  reactor::Event loaded_;
  reactor::Gate gate_;
};

}  // namespace klamm::coordinator
