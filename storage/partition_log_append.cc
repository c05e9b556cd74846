// Appends of a PartitionLog: preparing, the queue, the gathered write and what follows it.

#include <fmt/core.h>

#include <algorithm>
#include <coroutine>
#include <utility>

#include "reactor/assert.h"
#include "storage/append_scratch.h"
#include "storage/batch_validation.h"
#include "storage/directory_faults.h"
#include "storage/file_names.h"
#include "storage/partition_log.h"
#include "storage/producer_registry.h"
#include "storage/producer_replay.h"
#include "storage/transaction_index.h"

namespace klamm::storage {

using protocol::ErrorCode;
using reactor::Task;

namespace {

// Batches in one pwritev; the kernel takes 1024 pieces.
constexpr uint32_t kPiecesMax = 512;

AppendError storage_refusal(std::string message) {
  AppendError error;
  error.code = ErrorCode::kKafkaStorageError;
  error.message = std::move(message);
  return error;
}

std::optional<TargetCompression> target_compression(const LogConfig& config) {
  using protocol::CompressionType;
  switch (config.compression_type) {
    case CompressionSetting::kProducer:
      return std::nullopt;
    case CompressionSetting::kUncompressed:
      return TargetCompression{CompressionType::kNone, {}};
    case CompressionSetting::kGzip:
      return TargetCompression{CompressionType::kGzip, config.compression_gzip_level};
    case CompressionSetting::kSnappy:
      return TargetCompression{CompressionType::kSnappy, {}};
    case CompressionSetting::kLz4:
      return TargetCompression{CompressionType::kLz4, config.compression_lz4_level};
    case CompressionSetting::kZstd:
      return TargetCompression{CompressionType::kZstd, config.compression_zstd_level};
  }
  return std::nullopt;
}

BatchRules rules_of(const LogConfig& config, const StorageOptions& options, const AppendContext& context) {
  BatchRules rules;
  rules.produce_version = static_cast<int16_t>(context.request_api_version);
  rules.batch_bytes_max = config.max_message_bytes;
  rules.segment_bytes = config.segment_bytes;
  rules.decompressed_record_bytes_max = config.max_decompressed_message_bytes;
  rules.decompressed_batch_bytes_max = options.decompressed_batch_bytes_max;
  rules.is_compacted = config.cleanup_compact;
  rules.timestamp_type = config.message_timestamp_type;
  rules.timestamp_before_max_ms = config.message_timestamp_before_max_ms;
  rules.timestamp_after_max_ms = config.message_timestamp_after_max_ms;
  rules.compression = target_compression(config);
  return rules;
}

}  // namespace

// One append from its queuing to the end of its write; lives in the frame of its task.
struct PartitionLog::QueuedAppend : reactor::CoroutineCompletion {
  QueuedAppend* next_append = nullptr;
  std::span<std::byte> bytes;  // empty: waits for what is queued before it (a repetition of it)
  protocol::Buffer rewritten;  // where `bytes` are if they are not the client's own
  BatchHeader header;
  std::optional<ProducerState::Undo> undo;
  AppendResult answer;
  std::optional<StorageError> failure;
  bool is_queued = false;

  bool await_ready() const noexcept { return !is_queued; }
  void await_suspend(std::coroutine_handle<> handle) noexcept { waiter = handle; }
  void await_resume() const noexcept {}
};

AppendError PartitionLog::refusal() const {
  if (is_stopping_) {
    AppendError error;
    error.code = ErrorCode::kNotLeaderOrFollower;
    error.message = "The partition is closed on this broker.";
    return error;
  }
  if (journal_ && !journal_->is_ready()) return storage_refusal("There is no space on the disk for a journal.");
  return storage_refusal(is_failed_ ? "The log of the partition has failed."
                                    : "A write to the log of the partition has failed just now.");
}

ProducerState::Limits PartitionLog::producer_limits() const {
  return {
      static_cast<uint16_t>(std::clamp<int32_t>(config_.producer_state_batches_to_retain, 1, BatchWindow::kLimitMax)),
      context_.options.producer_ids_per_partition_max};
}

AppendError PartitionLog::timed_out() const {
  ++context_.metrics.timed_out_appends;
  AppendError error;
  error.code = ErrorCode::kRequestTimedOut;
  error.message = "Too much waits for the disk.";
  return error;
}

FirstSequence PartitionLog::first_sequence_rule() const {
  return context_.options.producer_strict_first_sequence ? FirstSequence::kZeroInNewLog : FirstSequence::kAny;
}

Task<std::expected<AppendResult, AppendError>> PartitionLog::append_as_leader(std::span<std::byte> batch,
                                                                              AppendContext context) {
  const reactor::GatePass pass(gate_);
  if (!pass) co_return std::unexpected(refusal());
  JournalRoom room;
  if (journal_) {
    if (!journal_->is_ready()) co_return std::unexpected(refusal());
    if (!journal_->has_room(batch.size())) {
      const bool has_room = co_await journal_->wait_for_room(batch.size(), context.deadline_ns);
      if (!has_room) co_return std::unexpected(timed_out());
    }
    room = journal_->take_room(batch.size());
  }
  QueuedAppend append;
  auto prepared = prepare_append(batch, context, append);
  if (!prepared) co_return std::unexpected(std::move(prepared.error()));
  co_await append;
  room.give_back();
  if (append.failure) co_return std::unexpected(storage_refusal(std::move(append.failure->message)));
  if (log_end_ - recovery_point_ >= config_.flush_messages && !append.answer.duplicate) {
    const Offset end = append.answer.last_offset + 1;
    auto flushed = co_await flush_to(end);
    if (!flushed) co_return std::unexpected(storage_refusal(std::move(flushed.error().message)));
  }
  append.answer.log_start_offset = log_start_;
  co_return append.answer;
}

std::expected<BatchHeader, AppendError> PartitionLog::validate(std::span<std::byte> batch, const AppendContext& context,
                                                               QueuedAppend& append) {
  append.bytes = batch;
  if (context.origin == AppendOrigin::kClient) {
    auto valid = validate_and_stamp(batch, rules_of(config_, context_.options, context), context_.shard.now_ms(),
                                    context_.scratch.codec);
    if (!valid) {
      BatchRejection& rejection = valid.error();
      AppendError error;
      error.code = rejection.code;
      error.is_message_sent = rejection.is_message_sent;
      error.message = std::move(rejection.message);
      error.record_errors = std::move(rejection.record_errors);
      if (rejection.has_log_start_offset) error.log_start_offset = log_start_;
      return std::unexpected(std::move(error));
    }
    append.bytes = valid->bytes;
    append.rewritten = std::move(valid->rewritten);
    if (config_.message_timestamp_type == TimestampType::kLogAppendTime)
      append.answer.log_append_time_ms = valid->max_timestamp_ms;
  }
  KLAMM_ASSERT(append.bytes.size() >= kBatchHeaderBytes);
  auto header = parse_batch_header(append.bytes);
  if (!header) {
    AppendError error;
    error.code = ErrorCode::kCorruptMessage;
    error.message = header.error();
    return std::unexpected(std::move(error));
  }
  if (header->is_transactional() && context.origin == AppendOrigin::kClient) {
    AppendError error;
    error.code = ErrorCode::kInvalidTxnState;
    error.message = "The batch is part of a transaction that was not begun here.";
    error.log_start_offset = log_start_;
    return std::unexpected(std::move(error));
  }
  if (header->size_bytes > static_cast<uint32_t>(config_.segment_bytes)) {
    AppendError error;
    error.code = ErrorCode::kRecordListTooLarge;
    error.message = fmt::format("A batch of {} bytes does not fit a segment of {} bytes.", header->size_bytes,
                                config_.segment_bytes);
    return std::unexpected(std::move(error));
  }
  return *header;
}

std::expected<void, AppendError> PartitionLog::prepare_append(std::span<std::byte> batch, const AppendContext& context,
                                                              QueuedAppend& append) {
  if (is_failed_ || is_repairing_ || is_truncating_ || is_stopping_) return std::unexpected(refusal());
  auto header = validate(batch, context, append);
  if (!header) return std::unexpected(std::move(header.error()));

  header->base_offset = queued_end_;
  if (header->has_producer_id()) {
    auto verdict = producers_.check(*header, context.origin, queued_end_, first_sequence_rule());
    if (verdict.kind == ProducerState::Verdict::Kind::kRefuse) {
      AppendError error;
      error.code = verdict.code;
      error.message = std::move(verdict.message);
      error.log_start_offset = log_start_;
      return std::unexpected(std::move(error));
    }
    if (verdict.kind == ProducerState::Verdict::Kind::kDuplicate) {
      ++context_.metrics.duplicate_batches;
      append.answer.duplicate = true;
      append.answer.base_offset = verdict.duplicate_of.first_offset();
      append.answer.last_offset = verdict.duplicate_of.last_offset;
      append.answer.log_append_time_ms = verdict.duplicate_of.timestamp_ms;
      append.bytes = {};
      if (verdict.duplicate_of.last_offset >= log_end_) enqueue(append);  // the original is still on its way
      return {};
    }
  }

  if (queued_count_ != 0 && (queued_bytes_ + header->size_bytes > context_.options.queued_append_bytes_max ||
                             queued_count_ >= context_.options.queued_append_batches_max)) {
    write_queue();
  }
  // A write that has failed has taken the offset back, too.
  const auto is_refused = [&] { return is_repairing_ || queued_end_ != header->base_offset; };
  if (!is_refused() && should_roll(*header, queued_bytes_, queued_count_)) {
    write_queue();
    if (!is_refused()) {
      if (auto rolled = roll(queued_end_); !rolled)
        return std::unexpected(storage_refusal(std::move(rolled.error().message)));
    }
  }
  if (is_refused()) return std::unexpected(refusal());

  protocol::set_base_offset(append.bytes, queued_end_.value);
  protocol::set_partition_leader_epoch(append.bytes, context.leader_epoch.value);
  header->leader_epoch = context.leader_epoch;
  append.header = *header;
  append.answer.base_offset = header->base_offset;
  append.answer.last_offset = header->last_offset();
  if (header->has_producer_id()) {
    context_.producers.make_room();
    append.undo = producers_.apply(*header, context_.shard.now_ms(), producer_limits());
  }
  if (active().size_bytes() + queued_bytes_ == 0) first_timestamp_ms_ = header->max_timestamp_ms;
  queued_end_ = header->next_offset();
  enqueue(append);
  return {};
}

void PartitionLog::enqueue(QueuedAppend& append) {
  append.is_queued = true;
  if (queue_last_ != nullptr) {
    queue_last_->next_append = &append;
  } else {
    queue_first_ = &append;
  }
  queue_last_ = &append;
  queued_bytes_ += append.bytes.size();
  ++queued_count_;
  if (!armed) context_.shard.at_loop_end(*this);
}

void PartitionLog::run() noexcept {
  write_queue();
}

void PartitionLog::write_queue() noexcept {
  const bool had_work = queue_first_ != nullptr;
  while (queue_first_ != nullptr) {
    QueuedAppend* const first = queue_first_;
    QueuedAppend* end = first;
    uint64_t bytes = 0;
    std::vector<iovec>& pieces = context_.scratch.pieces;
    pieces.clear();
    while (end != nullptr && pieces.size() < kPiecesMax) {
      if (!end->bytes.empty()) pieces.push_back({end->bytes.data(), end->bytes.size()});
      bytes += end->bytes.size();
      end = end->next_append;
    }
    if (!write_group(first, end, bytes)) break;
  }
  if (had_work) notify_moved();
}

// Writes [first, end) of the queue, whose pieces are gathered, and resumes those who wait. False: the whole queue has
// failed.
bool PartitionLog::write_group(QueuedAppend* first, QueuedAppend* end, uint64_t bytes) noexcept {
  if (bytes != 0) {
    auto file = active().file();
    if (!file) {
      fail_queue(file.error());
      return false;
    }
    auto written = context_.io.write((*file)->handle(), context_.scratch.pieces, active().size_bytes());
    if (!written) {
      fail_write(StorageError::io(written.error(), "cannot write " + active().path(kLogSuffix)));
      return false;
    }
    ++context_.metrics.gathered_writes;
    context_.metrics.appended_bytes += bytes;
    const uint64_t from = active().size_bytes();
    (*file)->after_write(from, from + bytes, static_cast<uint64_t>(config_.segment_bytes));
  }
  if (journal_) stage_group(first, end);
  for (QueuedAppend* append = first; append != end;) {
    QueuedAppend* const next = append->next_append;
    if (!append->bytes.empty()) note_written(append->header);
    queued_bytes_ -= append->bytes.size();
    --queued_count_;
    context_.shard.ready(*append);
    append = next;
  }
  queue_first_ = end;
  if (end == nullptr) queue_last_ = nullptr;
  return true;
}

void PartitionLog::stage_group(const QueuedAppend* first, const QueuedAppend* end) noexcept {
  for (const QueuedAppend* append = first; append != end; append = append->next_append) {
    if (append->bytes.empty()) continue;
    const BatchHeader& batch = append->header;
    journal_->stage(batch.leader_epoch, batch.base_offset, batch.next_offset(), append->bytes);
  }
}

void PartitionLog::note_written(const BatchHeader& batch) {
  was_used_ = true;
  Segment& segment = active();
  hints().note_appended(batch.base_offset, segment.base_offset(), segment.size_bytes());
  largest_batch_bytes_ = std::max(largest_batch_bytes_, batch.size_bytes);
  if (batch.leader_epoch.value >= 0 && batch.leader_epoch != epochs_.latest()) {
    epochs_dirty_ |= epochs_.assign(batch.leader_epoch, batch.base_offset);
  }
  segment.note_appended(batch, static_cast<uint32_t>(config_.index_interval_bytes));
  log_end_ = batch.next_offset();
  ++context_.metrics.appended_batches;
}

// Everything that is queued fails, newest first, so that the producers are again as they were before it.
void PartitionLog::fail_queue(const StorageError& error) noexcept {
  ++context_.metrics.failed_writes;
  context_.faults.note(*directory_, error);
  std::vector<QueuedAppend*> failed;
  for (QueuedAppend* append = queue_first_; append != nullptr; append = append->next_append) failed.push_back(append);
  for (auto append = failed.rbegin(); append != failed.rend(); ++append) {
    if ((*append)->undo) producers_.undo(std::move(*(*append)->undo));
  }
  for (QueuedAppend* append : failed) {
    append->failure = error;
    context_.shard.ready(*append);
  }
  queue_first_ = queue_last_ = nullptr;
  queued_bytes_ = 0;
  queued_count_ = 0;
  queued_end_ = log_end_;
  if (active().size_bytes() == 0) first_timestamp_ms_.reset();
}

// The write may have left something behind the end.
void PartitionLog::fail_write(const StorageError& error) noexcept {
  fail_queue(error);
  begin_repair();
}

void PartitionLog::fail(const StorageError& error) {
  is_failed_ = true;
  context_.faults.note(*directory_, error);
}

void PartitionLog::begin_repair() {
  is_repairing_ = true;
  repair_done_.reset();
  auto file = active().lease();  // it is open
  if (!gate_.spawn(repair(file ? std::move(*file) : reactor::FileLease()))) {
    is_failed_ = true;
    repair_done_.set();
  }
}

// What a failed write has left behind the end goes before anything else is written there.
Task<void> PartitionLog::repair(reactor::FileLease /*file*/) {
  auto cut = co_await active().truncate_to_size();
  if (!cut) fail(cut.error());
  is_repairing_ = false;
  repair_done_.set();
}

bool PartitionLog::should_roll(const BatchHeader& batch, uint64_t queued_bytes, uint32_t queued_count) const {
  const Segment& segment = active();
  const uint64_t size = segment.size_bytes() + queued_bytes;
  if (size + batch.size_bytes > static_cast<uint64_t>(config_.segment_bytes) && size > 0) return true;
  if (!segment.holds_relative(batch.last_offset())) return true;
  if (size == 0) return false;
  const int64_t first = first_timestamp_ms_.value_or(-1);
  const int64_t waited_ms = first >= 0 ? batch.max_timestamp_ms - first : context_.shard.now_ms() - active_created_ms_;
  if (waited_ms > roll_after_ms() - roll_jitter_ms_) return true;
  const auto index_bytes = static_cast<uint32_t>(config_.segment_index_bytes);
  return segment.offset_entry_count() + queued_count >= index_bytes / OffsetIndexFormat::kEntryBytes ||
         segment.time_entry_count() + queued_count + 1 >= index_bytes / TimeIndexFormat::kEntryBytes;
}

// The active segment is not compacted: what has to be by some time has to leave it before (as Kafka's maxSegmentMs).
int64_t PartitionLog::roll_after_ms() const {
  const bool is_bounded = config_.cleanup_compact && config_.max_compaction_lag_ms > 0;
  return is_bounded ? std::min(config_.segment_ms, config_.max_compaction_lag_ms) : config_.segment_ms;
}

StorageResult<void> PartitionLog::roll(Offset base) {
  KLAMM_ASSERT(queue_first_ == nullptr);
  if (base == active().base_offset()) return {};
  auto made = Segment::create(context_, *directory_, base);
  if (!made) {
    context_.faults.note(*directory_, made.error());
    return std::unexpected(made.error());
  }
  Segment& sealed = active();
  sealed.set_active(false);
  sealed.seal_indexes();
  (*made)->set_active(true);
  has_new_names_ = true;
  segments_.push_back(std::move(*made));
  first_timestamp_ms_.reset();
  active_created_ms_ = context_.shard.now_ms();
  const int64_t jitter_max = std::min(config_.segment_jitter_ms, roll_after_ms());
  roll_jitter_ms_ = jitter_max > 0 ? static_cast<int64_t>(context_.io.random() % static_cast<uint64_t>(jitter_max)) : 0;
  ++context_.metrics.rolled_segments;
  begin_producer_snapshot(base);
  queue_sealed(sealed.base_offset());
  return {};
}

// ---- replica appends

Task<StorageResult<void>> PartitionLog::append_as_replica(std::span<std::byte> batches) {
  const reactor::GatePass pass(gate_);
  if (!pass || is_failed_ || is_repairing_ || is_truncating_ || is_stopping_) {
    co_return std::unexpected(StorageError{StorageErrorKind::kClosed, 0, "the log takes no appends"});
  }
  write_queue();
  std::span<const std::byte> rest = batches;
  std::span<const std::byte> group = rest.first(0);  // goes into the active segment in one write
  Offset expected = log_end_;
  uint32_t group_count = 0;
  while (!rest.empty()) {
    auto batch = protocol::parse_batch(rest);
    auto header = batch ? parse_batch_header(rest) : std::unexpected(std::string(protocol::describe(batch.error())));
    if (!header) co_return std::unexpected(StorageError::corrupt("a batch to append: " + header.error()));
    if (!protocol::verify_crc(batch->bytes)) {
      co_return std::unexpected(StorageError::corrupt(
          fmt::format("the checksum of the batch at offset {} does not match", header->base_offset.value)));
    }
    if (header->base_offset < expected) {
      co_return std::unexpected(StorageError{
          StorageErrorKind::kUnexpectedOffset, 0,
          fmt::format("a batch at offset {} where {} is next", header->base_offset.value, expected.value)});
    }
    if (should_roll(*header, group.size(), group_count)) {
      if (auto written = write_replica_group(group); !written) co_return written;
      group = rest.first(0);
      group_count = 0;
      if (auto rolled = roll(std::max(header->base_offset, log_end_)); !rolled) co_return rolled;
    }
    if (active().size_bytes() + group.size() == 0) first_timestamp_ms_ = header->max_timestamp_ms;
    group = std::span(group.data(), group.size() + header->size_bytes);
    ++group_count;
    expected = header->next_offset();
    rest = rest.subspan(header->size_bytes);
  }
  auto written = write_replica_group(group);
  notify_moved();
  co_return written;
}

StorageResult<void> PartitionLog::write_replica_group(std::span<const std::byte> bytes) {
  if (bytes.empty()) return {};
  auto file = active().file();
  if (!file) return std::unexpected(file.error());
  const iovec piece{const_cast<std::byte*>(bytes.data()), bytes.size()};
  auto written = context_.io.write((*file)->handle(), std::span(&piece, 1), active().size_bytes());
  if (!written) {
    StorageError error = StorageError::io(written.error(), "cannot write " + active().path(kLogSuffix));
    fail_write(error);
    return std::unexpected(std::move(error));
  }
  context_.metrics.appended_bytes += bytes.size();
  const uint64_t from = active().size_bytes();
  (*file)->after_write(from, from + bytes.size(), static_cast<uint64_t>(config_.segment_bytes));
  while (!bytes.empty()) {
    const BatchHeader header = *parse_batch_header(bytes);
    note_written(header);
    queued_end_ = log_end_;
    if (journal_) journal_->stage(header.leader_epoch, header.base_offset, log_end_, bytes.first(header.size_bytes));
    if (auto noted = note_producer(header, bytes.first(header.size_bytes)); !noted) return noted;
    bytes = bytes.subspan(header.size_bytes);
  }
  return {};
}

// What a batch that is in the log already says about its producer.
StorageResult<void> PartitionLog::note_producer(const BatchHeader& batch, std::span<const std::byte> bytes) {
  context_.producers.make_room();
  auto aborted =
      replay_producer(producers_, batch, bytes, context_.shard.now_ms(), producer_limits(), context_.scratch.codec);
  if (!aborted) return std::unexpected(aborted.error());
  if (!aborted->has_value()) return {};
  active().set_has_transaction_index(true);
  return append_aborted_transaction(context_.io, active().path(kTransactionIndexSuffix), **aborted);
}

}  // namespace klamm::storage
