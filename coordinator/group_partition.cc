#include "coordinator/group_partition.h"

#include <algorithm>
#include <set>

#include "coordinator/append_error.h"
#include "coordinator/group_log_reader.h"
#include "coordinator/group_replay.h"
#include "protocol/record_batch_builder.h"
#include "reactor/assert.h"
#include "reactor/log.h"

namespace klamm::coordinator {

using protocol::ErrorCode;
using reactor::Task;
using storage::Offset;

namespace {

constexpr int64_t kNsPerMs = 1'000'000;
// A loading that takes so long is worth a line.
constexpr int64_t kLongLoadMs = 1000;

}  // namespace

// Somebody who waits for a write; lives in the frame of its task.
struct GroupPartition::Wait {
  Write* write = nullptr;  // null once it has ended
  Wait* next = nullptr;    // of those who wait for the same
  ErrorCode error = ErrorCode::kNone;
  reactor::Event told;
};

// A write from its queuing to its end.
struct GroupPartition::Write {
  StoredGroup* group = nullptr;  // kept by its pending_write_count
  GroupRecords records;
  std::vector<OffsetChange> changes;
  bool deletes_group = false;
  uint64_t consumer_write_id = 0;  // 0: no write of a consumer group
  Wait* waits = nullptr;

  void add(Wait& wait) {
    wait.write = this;
    wait.next = std::exchange(waits, &wait);
  }
  void remove(const Wait& wait) {
    Wait** at = &waits;
    while (*at != &wait) at = &(*at)->next;
    *at = wait.next;
  }
};

GroupPartition::GroupPartition(reactor::Shard& shard, storage::Partition& partition, const OffsetOptions& options,
                               GroupPartitionListener& listener, protocol::CodecScratch& codec)
    : shard_(shard),
      partition_(&partition),
      index_(partition.identity().index),
      options_(options),
      listener_(listener),
      codec_(codec) {
  partition.observe(*this);
}

GroupPartition::~GroupPartition() = default;

ErrorCode GroupPartition::availability() const {
  switch (state_) {
    case State::kLoading:
      return ErrorCode::kCoordinatorLoadInProgress;
    case State::kActive:
      return ErrorCode::kNone;
    case State::kFailed:
    case State::kClosed:
      break;
  }
  return ErrorCode::kNotCoordinator;
}

GroupNow GroupPartition::now() const {
  return {.ms = shard_.now_ns() / kNsPerMs, .wall_ms = shard_.now_ms()};
}

// ---- life

Task<void> GroupPartition::load() {
  is_load_started_ = true;
  const reactor::GatePass pass(gate_);
  if (!pass) co_return;
  const int64_t started_ns = shard_.now_ns();
  GroupReplay replay(groups_, transactional_, codec_);
  GroupLogReader reader(shard_.io(), partition_);
  auto read = co_await reader.read([&replay](const protocol::RecordBatchView& batch) { return replay.apply(batch); });
  if (state_ != State::kLoading) co_return;
  std::vector<std::string> warnings;
  if (read) {
    warnings = replay.finish([this](std::string id) { return listener_.make_classic(std::move(id)); },
                             [this](std::string id) { return listener_.make_consumer(std::move(id)); });
  }
  finish_loading(std::move(read), std::move(warnings), replay.record_count(), started_ns);
}

void GroupPartition::finish_loading(std::expected<void, std::string> read, std::vector<std::string> warnings,
                                    size_t record_count, int64_t started_ns) {
  for (const std::string& warning : warnings) {
    KLAMM_LOG(reactor::LogLevel::kWarning, "__consumer_offsets-{}: {}", index_, warning);
  }
  loaded_.set();
  if (!read) {
    state_ = State::kFailed;
    groups_.clear();
    transactional_.clear();
    KLAMM_LOG(reactor::LogLevel::kError, "groups of __consumer_offsets-{} are not served: {}", index_, read.error());
    return;
  }
  state_ = State::kActive;
  const int64_t took_ms = (shard_.now_ns() - started_ns) / kNsPerMs;
  const auto level = took_ms < kLongLoadMs ? reactor::LogLevel::kDebug : reactor::LogLevel::kInfo;
  KLAMM_LOG(level, "__consumer_offsets-{}: {} groups loaded from {} records in {} ms", index_, groups_.size(),
            record_count, took_ms);
  listener_.on_loaded(*this);
}

void GroupPartition::on_partition_gone(storage::Partition&, storage::PartitionGone) noexcept {
  partition_ = nullptr;
  shut();
}

void GroupPartition::shut() noexcept {
  if (state_ == State::kClosed) return;
  const State before = std::exchange(state_, State::kClosed);
  loaded_.set();
  std::deque<WritePtr> queued = std::exchange(queue_, {});
  queued_bytes_ = 0;
  for (const WritePtr& write : queued) end(*write, ErrorCode::kNotCoordinator);
  if (before == State::kActive) listener_.on_unloaded(*this);
}

Task<void> GroupPartition::close() {
  shut();
  co_await gate_.close();
  unlink();
  partition_ = nullptr;
  groups_.clear();
}

// ---- groups

ClassicGroup* GroupPartition::classic(std::string_view group_id, bool create) {
  KLAMM_ASSERT(state_ == State::kActive);
  StoredGroup* group = create ? &groups_.find_or_create(group_id) : groups_.find(group_id);
  if (group == nullptr || group->consumer != nullptr) return nullptr;
  if (group->classic == nullptr && create) group->classic = listener_.make_classic(group->id);
  return group->classic.get();
}

ConsumerGroup* GroupPartition::consumer(std::string_view group_id) {
  KLAMM_ASSERT(state_ == State::kActive);
  StoredGroup* group = groups_.find(group_id);
  return group == nullptr ? nullptr : group->consumer.get();
}

StoredGroup& GroupPartition::make_consumer(std::string_view group_id) {
  KLAMM_ASSERT(state_ == State::kActive);
  StoredGroup& group = groups_.find_or_create(group_id);
  if (group.consumer == nullptr) group.consumer = listener_.make_consumer(group.id);
  return group;
}

void GroupPartition::drop_blank(std::string_view group_id) {
  StoredGroup* group = groups_.find(group_id);
  if (group == nullptr || group->consumer == nullptr || !group->consumer->is_blank()) return;
  if (group->consumer_write_count != 0) return;  // they end with it, one by one
  group->consumer.reset();
  if (group->classic != nullptr) listener_.on_classic_back(*this, *group->classic);
  groups_.erase_if_gone(group_id);
}

ClassicGroup& GroupPartition::make_successor(std::string_view group_id) {
  StoredGroup* group = groups_.find(group_id);
  KLAMM_ASSERT(group != nullptr && group->consumer != nullptr && group->classic == nullptr);
  group->classic = listener_.make_classic(group->id);
  return *group->classic;
}

bool GroupPartition::is_settling(std::string_view group_id) const {
  const StoredGroup* group = groups_.find(group_id);
  return group != nullptr && group->is_settling();
}

Task<ErrorCode> GroupPartition::settled(std::string_view group_id) {
  const int64_t deadline_ns = write_deadline_ns();
  while (is_settling(group_id)) {
    const ErrorCode error = co_await wait_for_writes(deadline_ns);
    if (error != ErrorCode::kNone) co_return error;
  }
  co_return ErrorCode::kNone;
}

GroupOffsets* GroupPartition::offsets(std::string_view group_id) {
  KLAMM_ASSERT(state_ == State::kActive);
  StoredGroup* group = groups_.find(group_id);
  return group == nullptr ? nullptr : &group->offsets;
}

// ---- writes

int64_t GroupPartition::write_deadline_ns() const {
  return shard_.now_ns() + options_.commit_timeout_ms * kNsPerMs;
}

// For who has waited. A write that has not ended forgets him.
ErrorCode GroupPartition::outcome(Wait& wait, bool has_ended) {
  if (has_ended) return wait.error;
  wait.write->remove(wait);
  return ErrorCode::kCoordinatorNotAvailable;
}

Task<ErrorCode> GroupPartition::change_offsets(std::string group_id, std::vector<OffsetChange> changes) {
  const reactor::GatePass pass(gate_);
  if (!pass || state_ != State::kActive) co_return availability();
  if (changes.empty()) co_return ErrorCode::kNone;
  auto write = std::make_unique<Write>();
  write->group = &groups_.find_or_create(group_id);
  for (const OffsetChange& change : changes) {
    if (change.offset) {
      write->records.add_offset(group_id, change.topic, change.partition, *change.offset);
    } else {
      write->records.add_offset_tombstone(group_id, change.topic, change.partition);
    }
  }
  write->changes = std::move(changes);
  Wait wait;
  if (const ErrorCode refused = start(std::move(write), &wait); refused != ErrorCode::kNone) co_return refused;
  const bool has_ended = co_await wait.told.wait_until(write_deadline_ns());
  co_return outcome(wait, has_ended);
}

Task<ErrorCode> GroupPartition::write_group(std::string group_id, GroupRecords records) {
  const reactor::GatePass pass(gate_);
  if (!pass || state_ != State::kActive) co_return availability();
  StoredGroup* group = groups_.find(group_id);
  const bool is_there = group != nullptr && group->classic != nullptr && group->consumer == nullptr;
  if (!is_there) co_return ErrorCode::kGroupIdNotFound;
  auto write = std::make_unique<Write>();
  write->group = group;
  write->records = std::move(records);
  Wait wait;
  if (const ErrorCode refused = start(std::move(write), &wait); refused != ErrorCode::kNone) co_return refused;
  co_await wait.told.wait();
  co_return wait.error;
}

ErrorCode GroupPartition::write_consumer(std::string_view group_id, ConsumerWrite asked) {
  if (gate_.is_closed() || state_ != State::kActive) return ErrorCode::kNotCoordinator;
  auto write = std::make_unique<Write>();
  write->group = groups_.find(group_id);
  KLAMM_ASSERT(write->group != nullptr && write->group->consumer != nullptr);
  write->records = std::move(asked.records);
  write->consumer_write_id = asked.id;
  return start(std::move(write), nullptr);
}

Task<ErrorCode> GroupPartition::delete_consumer(std::string group_id) {
  const reactor::GatePass pass(gate_);
  if (!pass || state_ != State::kActive) co_return availability();
  auto write = std::make_unique<Write>();
  write->group = groups_.find(group_id);
  if (write->group == nullptr || write->group->consumer == nullptr) co_return ErrorCode::kGroupIdNotFound;
  if (!write->group->consumer->is_empty()) co_return ErrorCode::kNonEmptyGroup;
  write->consumer_write_id = write->group->consumer->drop(write->records);
  Wait wait;
  if (const ErrorCode refused = start(std::move(write), &wait); refused != ErrorCode::kNone) co_return refused;
  const bool has_ended = co_await wait.told.wait_until(write_deadline_ns());
  co_return outcome(wait, has_ended);
}

Task<ErrorCode> GroupPartition::delete_group(std::string group_id) {
  const reactor::GatePass pass(gate_);
  if (!pass || state_ != State::kActive) co_return availability();
  StoredGroup* group = groups_.find(group_id);
  if (group == nullptr) co_return ErrorCode::kGroupIdNotFound;
  if (group->consumer != nullptr && !group->consumer->is_empty()) co_return ErrorCode::kNonEmptyGroup;
  auto write = std::make_unique<Write>();
  write->group = group;
  write->deletes_group = true;
  group->offsets.for_each([&](std::string_view topic, int32_t partition, const CommittedOffset&) {
    write->records.add_offset_tombstone(group_id, topic, partition);
    write->changes.push_back({std::string(topic), partition, std::nullopt});
  });
  if (group->consumer != nullptr) {
    write->consumer_write_id = group->consumer->drop(write->records);
  } else {
    write->records.add_group_metadata_tombstone(group_id);
  }
  Wait wait;
  if (const ErrorCode refused = start(std::move(write), &wait); refused != ErrorCode::kNone) co_return refused;
  const bool has_ended = co_await wait.told.wait_until(write_deadline_ns());
  co_return outcome(wait, has_ended);
}

Task<ErrorCode> GroupPartition::wait_for_writes(int64_t deadline_ns) {
  const reactor::GatePass pass(gate_);
  if (!pass || state_ != State::kActive) co_return availability();
  if (last_write_ != nullptr) {
    Wait wait;
    last_write_->add(wait);
    const bool has_ended = co_await wait.told.wait_until(deadline_ns);
    if (!has_ended) co_return outcome(wait, false);
  }
  co_return availability();
}

ErrorCode GroupPartition::start(WritePtr write, Wait* wait) {
  const size_t size = write->records.size_bytes_max() + protocol::kRecordBatchHeaderBytes;
  ErrorCode refused = ErrorCode::kNone;
  if (size > static_cast<size_t>(partition_->config().max_message_bytes)) {
    KLAMM_LOG_LIMITED(reactor::LogLevel::kWarning,
                      "group {}: {} bytes of records do not fit into a batch of __consumer_offsets ({} bytes)",
                      write->group->id, size, partition_->config().max_message_bytes);
    refused = ErrorCode::kUnknownServerError;
  } else if (queued_bytes_ + size > kQueuedBytesMax) {
    refused = ErrorCode::kCoordinatorNotAvailable;
  }
  if (refused != ErrorCode::kNone) {
    refuse(*write, refused);
    return refused;
  }
  ++write->group->pending_write_count;
  if (write->consumer_write_id != 0) ++write->group->consumer_write_count;
  queued_bytes_ += size;
  if (wait != nullptr) write->add(*wait);
  last_write_ = write.get();
  queue_.push_back(std::move(write));
  if (!is_writing_) {
    is_writing_ = true;
    const bool is_started = gate_.spawn(run_writer());
    KLAMM_ASSERT(is_started);
  }
  return ErrorCode::kNone;
}

// It leaves no trace: a consumer group takes back what it has changed.
void GroupPartition::refuse(Write& write, ErrorCode error) {
  StoredGroup& group = *write.group;
  if (write.consumer_write_id != 0) {
    listener_.on_consumer_written(*this, *group.consumer, write.consumer_write_id, error);
    drop_blank(std::string(group.id));
  } else {
    groups_.erase_if_gone(group.id);
  }
}

// What is queued while a batch is on its way waits for the next one.
Task<void> GroupPartition::run_writer() {
  while (!queue_.empty()) {
    const std::vector<WritePtr> writes = take_batch();
    protocol::Buffer batch = encode(writes);
    const auto base = co_await append(batch.span());
    Offset record_offset = base.value_or(Offset(-1));
    for (const WritePtr& write : writes) {
      if (base && state_ == State::kActive) apply(*write, record_offset);
      end(*write, base ? ErrorCode::kNone : base.error());
    }
    if (!base) fail_followers(writes, base.error());
  }
  is_writing_ = false;
}

std::vector<GroupPartition::WritePtr> GroupPartition::take_batch() {
  const auto bytes_max = static_cast<size_t>(partition_->config().max_message_bytes);
  std::vector<WritePtr> taken;
  size_t bytes = protocol::kRecordBatchHeaderBytes;
  while (!queue_.empty()) {
    const size_t size = queue_.front()->records.size_bytes_max();
    if (!taken.empty() && bytes + size > bytes_max) break;
    bytes += size;
    queued_bytes_ -= size + protocol::kRecordBatchHeaderBytes;
    taken.push_back(std::move(queue_.front()));
    queue_.pop_front();
  }
  return taken;
}

protocol::Buffer GroupPartition::encode(const std::vector<WritePtr>& writes) {
  protocol::RecordBatchBuilder builder;
  const int64_t now_ms = shard_.now_ms();
  for (const WritePtr& write : writes) {
    write->records.for_each(
        [&](const protocol::Bytes& key, const protocol::Bytes& value) { builder.append(now_ms, key, value); });
  }
  return builder.build(codec_);
}

Task<std::expected<Offset, ErrorCode>> GroupPartition::append(std::span<std::byte> batch) {
  storage::Partition& partition = *partition_;
  const storage::AppendContext context{storage::AppendOrigin::kCoordinator, partition.state().leader_epoch, 0};
  const auto appended = co_await partition.append_as_leader(batch, context);
  if (!appended) {
    KLAMM_LOG_LIMITED(reactor::LogLevel::kWarning, "__consumer_offsets-{} cannot be written: {}", index_,
                      appended.error().message);
    co_return std::unexpected(group_error_of(appended.error().code));
  }
  if (partition_ == nullptr) co_return std::unexpected(ErrorCode::kNotCoordinator);
  const auto passed = co_await partition.wait_for_high_watermark(appended->last_offset + 1);
  if (!passed) co_return std::unexpected(ErrorCode::kNotCoordinator);
  co_return appended->base_offset;
}

void GroupPartition::apply(Write& write, Offset& record_offset) {
  StoredGroup& group = *write.group;
  const bool is_commit =
      std::ranges::any_of(write.changes, [](const OffsetChange& one) { return one.offset.has_value(); });
  group.commit_count += is_commit ? 1 : 0;
  for (OffsetChange& change : write.changes) {
    if (change.offset) {
      change.offset->record_offset = record_offset.value;
      group.offsets.put(change.topic, change.partition, std::move(*change.offset));
      group.is_simple = true;
    } else {
      group.offsets.remove(change.topic, change.partition);
      transactional_.remove(group.id, change.topic, change.partition);
    }
    record_offset = record_offset + 1;
  }
  record_offset = record_offset + static_cast<int64_t>(write.records.count() - write.changes.size());
  if (write.consumer_write_id != 0) group.classic.reset();  // its place is taken now
  if (!write.deletes_group) return;
  group.is_simple = false;
  if (group.classic != nullptr && group.classic->is_empty()) group.classic.reset();
}

// A consumer group takes back everything since a write that failed. What waits of it must not be written any more.
void GroupPartition::fail_followers(const std::vector<WritePtr>& failed, ErrorCode error) {
  std::set<const StoredGroup*> groups;
  for (const WritePtr& write : failed) {
    if (write->consumer_write_id != 0) groups.insert(write->group);
  }
  if (groups.empty()) return;
  std::vector<WritePtr> followers;
  std::erase_if(queue_, [&](WritePtr& write) {
    if (write->consumer_write_id == 0 || !groups.contains(write->group)) return false;
    queued_bytes_ -= write->records.size_bytes_max() + protocol::kRecordBatchHeaderBytes;
    followers.push_back(std::move(write));
    return true;
  });
  for (const WritePtr& write : followers) end(*write, error);
}

void GroupPartition::end(Write& write, ErrorCode error) {
  if (last_write_ == &write) last_write_ = queue_.empty() ? nullptr : queue_.back().get();
  if (write.consumer_write_id != 0 && state_ == State::kActive) {
    listener_.on_consumer_written(*this, *write.group->consumer, write.consumer_write_id, error);
  }
  for (Wait* wait = write.waits; wait != nullptr; wait = wait->next) {
    wait->write = nullptr;
    wait->error = error;
    wait->told.set();
  }
  StoredGroup& group = *write.group;
  --group.pending_write_count;
  if (write.consumer_write_id != 0) --group.consumer_write_count;
  if (group.consumer == nullptr && group.exists()) return;
  const std::string id = group.id;  // the group may go
  drop_blank(id);
  groups_.erase_if_gone(id);
}

}  // namespace klamm::coordinator
