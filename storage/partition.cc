#include "storage/partition.h"

#include <algorithm>
#include <utility>

#include "reactor/timer.h"
#include "storage/directory_faults.h"

namespace klamm::storage {

using reactor::Task;

Partition::Partition(StorageContext& context, PartitionIdentity identity, std::unique_ptr<PartitionLog> log)
    : context_(context), identity_(std::move(identity)), log_(std::move(log)) {
  log_->set_listener(this);
  update_ends();
}

Partition::~Partition() = default;

const LogConfig& Partition::config() const {
  return log_->config();
}
void Partition::set_config(const LogConfig& config) {
  log_->set_config(config);
}
const std::string& Partition::directory() const {
  return log_->directory();
}

void Partition::become_leader(PartitionState state, bool is_new_epoch) {
  const bool was_leader = std::exchange(is_leader_, true);
  state.leader_epoch_start_offset =
      is_new_epoch ? log_->log_end() : log_->epochs().start_of(state.leader_epoch).value_or(log_->log_start());
  state_ = std::move(state);
  if (is_new_epoch) log_->begin_epoch(state_.leader_epoch);
  if (is_new_epoch || !was_leader) observers_.notify_gone(*this, PartitionGone::kLeaderChanged);
  update_ends();
}

void Partition::become_follower(PartitionState state) {
  is_leader_ = false;
  state_ = std::move(state);
  observers_.notify_gone(*this, PartitionGone::kLeaderChanged);
}

void Partition::take_offline() {
  is_offline_ = true;
  log_->take_offline();
  observers_.notify_gone(*this, PartitionGone::kStorageFailed);
}

StorageError Partition::noted(StorageError error) const {
  context_.faults.note(log_->directory(), error);
  return error;
}

Task<std::expected<AppendResult, AppendError>> Partition::append_as_leader(std::span<std::byte> batch,
                                                                           AppendContext context) {
  return log_->append_as_leader(batch, context);
}

Task<StorageResult<LogEnds>> Partition::append_as_replica(std::span<std::byte> batches) {
  auto appended = co_await log_->append_as_replica(batches);
  if (!appended) co_return std::unexpected(appended.error());
  co_return ends();
}

Task<StorageResult<void>> Partition::truncate_to(Offset offset) {
  return log_->truncate_to(offset);
}

Task<StorageResult<ReadResult>> Partition::read(Offset from, uint32_t max_bytes, bool min_one_batch, ReadEnd which) {
  ReadResult result;
  result.ends = ends();
  auto range = co_await log_->read(from, max_bytes, min_one_batch, end(which));
  if (!range) co_return std::unexpected(noted(std::move(range.error())));
  result.range = std::move(range->range);
  result.first_batch_incomplete = range->first_batch_incomplete;
  if (which == ReadEnd::kLastStableOffset && result.range.size_bytes != 0 && log_->has_aborted_transactions()) {
    auto aborted = co_await log_->aborted_transactions(from, range->upper_bound);
    if (!aborted) co_return std::unexpected(noted(std::move(aborted.error())));
    result.aborted = std::move(*aborted);
  }
  co_return result;
}

uint64_t Partition::readable_bytes(Offset from, ReadEnd which) const {
  return log_->readable_bytes(from, end(which));
}

bool Partition::has_older_segment(Offset from, ReadEnd which) const {
  return from < end(which) && from < log_->active_segment_base();
}

// ---- ends

LogEnds Partition::ends() const {
  return {log_->log_start(), local_log_start_offset(), last_stable_offset_, high_watermark_, log_->log_end()};
}

Offset Partition::high_watermark() const {
  return high_watermark_;
}
Offset Partition::last_stable_offset() const {
  return last_stable_offset_;
}
Offset Partition::log_start_offset() const {
  return log_->log_start();
}
Offset Partition::log_end_offset() const {
  return log_->log_end();
}
// Nothing is kept elsewhere: the local log begins where the log does.
Offset Partition::local_log_start_offset() const {
  return log_->log_start();
}

Offset Partition::end(ReadEnd which) const {
  switch (which) {
    case ReadEnd::kHighWatermark:
      return high_watermark_;
    case ReadEnd::kLastStableOffset:
      return last_stable_offset_;
    case ReadEnd::kLogEnd:
      break;
  }
  return log_->log_end();
}

void Partition::set_durable_end(std::optional<Offset> offset) {
  durable_end_ = offset;
  update_ends();
}

void Partition::on_log_moved() noexcept {
  update_ends();
}

void Partition::on_log_failed() noexcept {
  observers_.notify_gone(*this, PartitionGone::kStorageFailed);
}

void Partition::update_ends() noexcept {
  Offset high = std::min(log_->log_end(), log_->durable_end());
  if (durable_end_) high = std::min(high, *durable_end_);
  high = std::max(high, log_->log_start());
  log_->producers().on_high_watermark(high);
  const std::optional<Offset> unstable = log_->producers().first_unstable_offset();
  const Offset stable = std::max(log_->log_start(), unstable ? std::min(*unstable, high) : high);
  const bool moved = high != high_watermark_ || stable != last_stable_offset_ || log_->log_start() != log_start_seen_;
  high_watermark_ = high;
  last_stable_offset_ = stable;
  log_start_seen_ = log_->log_start();
  if (moved) observers_.notify_ends_moved(*this);
}

StorageResult<void> Partition::advance_log_start(Offset offset) {
  if (offset > high_watermark_) {
    return std::unexpected(StorageError{StorageErrorKind::kOffsetOutOfRange, 0,
                                        "the log cannot start at " + std::to_string(offset.value) +
                                            ", above the high watermark " + std::to_string(high_watermark_.value)});
  }
  log_->advance_log_start(offset);
  return {};
}

Task<StorageResult<uint32_t>> Partition::remove_old_segments() {
  auto removed = co_await log_->remove_old_segments(high_watermark_);
  if (!removed) co_return std::unexpected(noted(std::move(removed.error())));
  co_return removed;
}

struct Partition::HighWatermarkWait final : EndObserver, reactor::CoroutineCompletion {
  HighWatermarkWait(Partition& the_partition, Offset the_offset, int64_t the_deadline_ns)
      : partition(the_partition), offset(the_offset), deadline_ns(the_deadline_ns) {}

  bool await_ready() noexcept {
    if (partition.high_watermark() >= offset) return true;
    if (partition.log_->is_failed()) gone = PartitionGone::kStorageFailed;
    return gone.has_value();
  }
  void await_suspend(std::coroutine_handle<> handle) noexcept {
    waiter = handle;
    partition.observe(*this);
    if (deadline_ns == reactor::TimerQueue::kNever) return;
    expiry.wait = this;
    expiry.callback = [](Completion* self) noexcept { static_cast<Expiry*>(self)->wait->on_deadline(); };
    timer.arm(deadline_ns, expiry);
  }
  // Whether it was reached.
  std::expected<bool, PartitionGone> await_resume() const noexcept {
    if (gone) return std::unexpected(*gone);
    return !is_late;
  }

  void on_ends_moved(Partition&) noexcept override {
    if (partition.high_watermark() < offset) return;
    unlink();
    end();
  }
  void on_partition_gone(Partition&, PartitionGone reason) noexcept override {
    gone = reason;
    end();
  }
  void on_deadline() noexcept {
    is_late = true;
    ++partition.context_.metrics.timed_out_appends;
    unlink();
    end();
  }
  void end() noexcept {
    timer.cancel();
    partition.context_.shard.ready(*this);
  }

  struct Expiry : Completion {
    HighWatermarkWait* wait = nullptr;
  };
  Partition& partition;
  Offset offset;
  int64_t deadline_ns;
  std::optional<PartitionGone> gone;
  bool is_late = false;
  reactor::Timer timer;
  Expiry expiry;
};

Task<std::expected<void, PartitionGone>> Partition::wait_for_high_watermark(Offset offset) {
  HighWatermarkWait wait(*this, offset, reactor::TimerQueue::kNever);
  const auto reached = co_await wait;
  if (!reached) co_return std::unexpected(reached.error());
  co_return std::expected<void, PartitionGone>();
}

Task<std::expected<bool, PartitionGone>> Partition::wait_for_high_watermark_until(Offset offset, int64_t deadline_ns) {
  HighWatermarkWait wait(*this, offset, deadline_ns);
  co_return co_await wait;
}

// ---- look-ups

Task<StorageResult<std::optional<TimestampOffset>>> Partition::offset_for_timestamp(int64_t timestamp_ms) {
  auto found = co_await log_->offset_for_timestamp(timestamp_ms);
  if (!found) co_return std::unexpected(noted(std::move(found.error())));
  co_return found;
}
Task<StorageResult<std::optional<TimestampOffset>>> Partition::max_timestamp() {
  auto found = co_await log_->max_timestamp();
  if (!found) co_return std::unexpected(noted(std::move(found.error())));
  co_return found;
}

LeaderEpoch Partition::epoch_for_offset(Offset offset) const {
  return log_->epochs().epoch_for(offset);
}
LeaderEpoch Partition::earliest_epoch() const {
  const auto earliest = log_->epochs().earliest();
  return earliest && earliest->start_offset <= log_->log_start() ? earliest->epoch : kNoLeaderEpoch;
}
LeaderEpoch Partition::latest_epoch() const {
  return log_->epochs().latest();
}
EpochEnd Partition::end_offset_for_epoch(LeaderEpoch epoch) const {
  return log_->epochs().end_offset_for(epoch, log_->log_end());
}

Task<StorageResult<std::vector<AbortedTransaction>>> Partition::aborted_transactions(Offset from, Offset upper) {
  return log_->aborted_transactions(from, upper);
}

Task<StorageResult<void>> Partition::flush() {
  return log_->flush();
}

}  // namespace klamm::storage
