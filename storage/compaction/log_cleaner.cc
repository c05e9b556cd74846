#include "storage/compaction/log_cleaner.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "reactor/log.h"
#include "reactor/sleep.h"
#include "storage/compaction/log_cleaning.h"
#include "storage/delay.h"
#include "storage/directory_faults.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr int64_t kNanosecondsPerMs = 1'000'000;
constexpr uint32_t kLooksPerTurn = 64;
constexpr int64_t kRetryMsMax = 60 * 60 * 1000;
// A disk that was full may have space at any time, and what compaction frees is needed there.
constexpr int64_t kSpaceRetryMsMax = 60 * 1000;
constexpr int64_t kRestSliceNs = 50'000'000;
constexpr double kRestNsMax = 1e10;

}  // namespace

LogCleaner::LogCleaner(LogManager& logs, StorageContext& context) : logs_(logs), context_(context), keys_(context.io) {
  callback = [](Completion* self) noexcept {
    auto* const cleaner = static_cast<LogCleaner*>(self);
    cleaner->gate_.spawn(cleaner->run());
  };
}

void LogCleaner::start() {
  if (context_.options.is_cleaner_enabled && !timer_.armed() && gate_.count() == 0) arm();
}

// Never at once: there is something else to do.
int64_t LogCleaner::backoff_ms() const {
  return std::max<int64_t>(context_.options.cleaner.backoff_ms, 1);
}

void LogCleaner::arm() {
  if (!gate_.is_closed()) timer_.arm(context_.shard.now_ns() + delay_ns(backoff_ms()), *this);
}

Task<void> LogCleaner::stop() {
  timer_.cancel();
  stop_.set();
  co_await gate_.close();
}

Task<void> LogCleaner::run() {
  while (!stop_.is_set()) {
    auto choice = co_await choose();
    if (!choice || stop_.is_set()) break;
    co_await clean(*choice);
    keys_.clear();
  }
  arm();
}

Task<std::optional<PartitionKey>> LogCleaner::choose() {
  forget_deleted();
  std::vector<PartitionKey> keys;
  logs_.for_each([&](Partition& partition) {
    const PartitionKey key{partition.identity().topic_id, partition.identity().index};
    if (!partition.config().cleanup_compact || key.topic_id == protocol::kMetadataTopicId) return;
    if (partition.is_leader() && !unreadable_.contains(key) && !is_put_off(key)) keys.push_back(key);
  });
  std::optional<PartitionKey> dirtiest;
  double highest_ratio = 0;
  uint32_t left = kLooksPerTurn;
  for (const PartitionKey& key : keys) {
    if (left-- == 0) {
      co_await reactor::yield_now();
      left = kLooksPerTurn;
    }
    if (stop_.is_set()) co_return std::nullopt;
    Partition* const partition = logs_.find(key.topic_id, key.index);
    if (partition == nullptr) continue;
    auto range = co_await partition->log().cleanable(partition->last_stable_offset());
    if (!range || range->dirty_bytes == 0) continue;
    // It may have gone while its segments were looked at.
    Partition* const still_there = logs_.find(key.topic_id, key.index);
    if (still_there == nullptr) continue;
    const double ratio = range->dirty_ratio();
    if (!range->is_overdue && ratio <= still_there->config().min_cleanable_dirty_ratio) continue;
    if (dirtiest && ratio <= highest_ratio) continue;
    dirtiest = key;
    highest_ratio = ratio;
  }
  co_return dirtiest;
}

Task<void> LogCleaner::clean(PartitionKey key) {
  Partition* const partition = logs_.find(key.topic_id, key.index);
  if (partition == nullptr) co_return;
  PartitionLog& log = partition->log();
  const reactor::GatePass pass(log.gate());
  if (!pass || !log.begin_cleaning()) co_return put_off(key);
  const CleaningPace pace_it = [this, &log](uint64_t bytes) { return pace(log, bytes); };
  keys_.set_bytes_max(context_.options.cleaner.dedupe_bytes_max);
  LogCleaning cleaning(context_, log, keys_, pace_it);
  const int64_t began_ns = turn_began_ns_ = context_.shard.precise_now_ns();
  const uint64_t size_before = log.size_bytes();
  // Since it was chosen, retention may have taken some of it.
  StorageResult<Offset> cleaned_to = std::unexpected(StorageError{});
  auto range = co_await log.cleanable(partition->last_stable_offset());
  if (range) cleaned_to = co_await cleaning.run(*range);
  if (!range) cleaned_to = std::unexpected(range.error());
  const bool is_broken = log.is_cleaning_broken();
  log.end_cleaning();
  if (!cleaned_to) {
    context_.faults.note(log.directory(), cleaned_to.error());
    // What a log that is cut or closed looks like says nothing about it.
    if (!is_broken) say(log, cleaned_to.error(), key);
    co_return put_off(key, cleaned_to.error().is_short_of_space());
  }
  retries_.erase(key);
  log.set_cleaned_to(*cleaned_to);
  ++context_.metrics.cleanings;
  KLAMM_LOG(reactor::LogLevel::kInfo, "{}: compacted up to offset {}: {} bytes less, {} keys, {} ms", log.directory(),
            cleaned_to->value, size_before - std::min(size_before, log.size_bytes()), keys_.size(),
            (context_.shard.precise_now_ns() - began_ns) / kNanosecondsPerMs);
}

void LogCleaner::say(const PartitionLog& log, const StorageError& error, const PartitionKey& key) {
  if (error.kind == StorageErrorKind::kClosed) return;
  ++context_.metrics.failed_cleanings;
  const bool is_final = error.kind == StorageErrorKind::kCorrupt || error.kind == StorageErrorKind::kUnsupported;
  if (is_final) unreadable_.insert(key);
  KLAMM_LOG(reactor::LogLevel::kWarning, "{}: it cannot be compacted{}: {}", log.directory(),
            is_final ? ", and is left as it is until the next start" : " now", error.message);
}

void LogCleaner::forget_deleted() {
  const auto is_gone = [this](const PartitionKey& key) { return logs_.find(key.topic_id, key.index) == nullptr; };
  std::erase_if(unreadable_, is_gone);
  std::erase_if(retries_, [&](const auto& retry) { return is_gone(retry.first); });
}

// Twice as long each time.
void LogCleaner::put_off(const PartitionKey& key, bool is_short_of_space) {
  Retry& retry = retries_[key];
  const int64_t first_ms = std::min(backoff_ms(), kRetryMsMax);
  const int64_t longest_ms = is_short_of_space ? std::max(first_ms, kSpaceRetryMsMax) : kRetryMsMax;
  retry.delay_ms = std::clamp(2 * retry.delay_ms, first_ms, longest_ms);
  retry.not_before_ns = context_.shard.now_ns() + delay_ns(retry.delay_ms);
}

bool LogCleaner::is_put_off(const PartitionKey& key) const {
  const auto found = retries_.find(key);
  return found != retries_.end() && found->second.not_before_ns > context_.shard.now_ns();
}

Task<bool> LogCleaner::pace(const PartitionLog& log, uint64_t bytes) {
  const int64_t now_ns = context_.shard.precise_now_ns();
  const int64_t worked_ns = std::max<int64_t>(now_ns - turn_began_ns_, 0);
  const double due_ns = static_cast<double>(bytes) / context_.options.cleaner.bytes_per_second_max * 1e9;
  const int64_t until_ns = now_ns + std::max(worked_ns, static_cast<int64_t>(std::min(due_ns, kRestNsMax)) - worked_ns);
  // In slices: whoever closes the log waits for this.
  bool is_stopping = stop_.is_set();
  for (int64_t at_ns = now_ns; !is_stopping && !log.is_cleaning_broken() && at_ns < until_ns;) {
    at_ns = std::min(until_ns, at_ns + kRestSliceNs);
    is_stopping = co_await stop_.wait_until(at_ns);
  }
  if (until_ns == now_ns) co_await reactor::yield_now();
  turn_began_ns_ = context_.shard.precise_now_ns();
  co_return !is_stopping;
}

}  // namespace klamm::storage
