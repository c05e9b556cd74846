#include "fetch/fetch_operation.h"

#include <algorithm>

#include "fetch/long_poll.h"
#include "reactor/on_shard.h"
#include "reactor/when_all.h"

namespace klamm::fetch {

FetchOperation::FetchOperation(LogsOf logs_of, std::span<PartitionFetch> fetches, FetchLimits limits)
    : logs_of_(std::move(logs_of)), fetches_(fetches), limits_(limits) {
  for (PartitionFetch& fetch : fetches_) {
    auto part = std::ranges::find(parts_, fetch.owner_shard, &Part::shard);
    if (part == parts_.end()) part = parts_.insert(part, Part{fetch.owner_shard, {}});
    part->fetches.push_back(&fetch);
  }
}

void FetchOperation::interrupt() {
  interrupted_ = true;
  wake_.event.set();
}

uint64_t FetchOperation::bytes_read() const {
  uint64_t sum = 0;
  for (const PartitionFetch& fetch : fetches_) sum += fetch.size_bytes();
  return sum;
}

bool FetchOperation::must_answer() const {
  return std::ranges::any_of(fetches_,
                             [](const PartitionFetch& fetch) { return fetch.failed() || fetch.diverging.has_value(); });
}

reactor::Task<void> FetchOperation::run(FetchPatience patience) {
  const int64_t deadline_ns = long_poll_deadline_ns(reactor::Shard::current().now_ns(), patience.max_wait_ms);
  co_await read_all();
  if (patience.max_wait_ms <= 0 || fetches_.empty() || interrupted_ || must_answer()) co_return;
  if (patience.min_bytes <= 0 || bytes_read() >= static_cast<uint64_t>(patience.min_bytes)) co_return;
  for (PartitionFetch& fetch : fetches_) fetch.range = {};  // a sleeping fetch leases nothing
  co_await sleep(patience, deadline_ns);
  if (!interrupted_) co_await read_all();
}

reactor::Task<void> FetchOperation::read(const BeforeRead* before_read) {
  before_read_ = before_read;
  return read_all();
}

reactor::Task<void> FetchOperation::read_part(Part& part) {
  if (before_read_ != nullptr) (*before_read_)(part.shard, part.fetches);
  return read_partitions(logs_of_(part.shard), part.fetches, limits_);
}

reactor::Task<void> FetchOperation::read_all() {
  if (parts_.size() == 1 && parts_.front().shard == reactor::Shard::current().id()) {
    co_await read_part(parts_.front());
    co_return;
  }
  std::vector<reactor::Task<void>> reads;
  reads.reserve(parts_.size());
  for (Part& part : parts_) {
    reads.push_back(reactor::on_shard(
        part.shard, [this, &part]() -> reactor::Task<void> { return read_part(part); }, limits_.crossing));
  }
  co_await reactor::when_all(std::move(reads));
  if (parts_.size() > 1) co_await keep_within_budget();
}

reactor::Task<void> FetchOperation::keep_within_budget() {
  int64_t budget_bytes = limits_.max_bytes;
  bool has_data = false;
  for (PartitionFetch& fetch : fetches_) {
    if (fetch.size_bytes() == 0) continue;
    // Each shard gave a whole batch to the first of its partitions that had data; that is due to one of all only.
    const int64_t limit_bytes = std::min<int64_t>(budget_bytes, std::max(fetch.max_bytes, 0));
    if (has_data && static_cast<int64_t>(fetch.size_bytes()) > limit_bytes) {
      fetch.range = {};
      if (limit_bytes == 0) continue;
      co_await reactor::on_shard(
          fetch.owner_shard,
          [&]() -> reactor::Task<void> {
            return read_partition(logs_of_(fetch.owner_shard), fetch, limits_.end, budget_bytes, false);
          },
          limits_.crossing);
    }
    has_data = has_data || fetch.size_bytes() > 0;
    budget_bytes = std::max<int64_t>(0, budget_bytes - static_cast<int64_t>(fetch.size_bytes()));
  }
}

reactor::Task<void> FetchOperation::sleep(FetchPatience patience, int64_t deadline_ns) {
  const reactor::ShardId home = reactor::Shard::current().id();
  wake_.bytes_wanted = static_cast<uint64_t>(patience.min_bytes);
  wake_.bytes_seen = 0;
  std::vector<std::unique_ptr<ShardWatch>> watches;
  std::vector<reactor::Task<void>> starts;
  for (Part& part : parts_) {
    watches.push_back(std::make_unique<ShardWatch>(wake_, home));
    ShardWatch& watch = *watches.back();
    if (part.shard == home) {
      watch.start(logs_of_(home), part.fetches, limits_.end);
      continue;
    }
    starts.push_back(reactor::on_shard(
        part.shard, [this, &watch, &part] { watch.start(logs_of_(part.shard), part.fetches, limits_.end); },
        limits_.crossing));
  }
  co_await reactor::when_all(std::move(starts));
  co_await wake_.event.wait_until(deadline_ns);
  std::vector<reactor::Task<void>> stops;
  for (size_t i = 0; i < parts_.size(); ++i) {
    stops.push_back(reactor::on_shard(
        parts_[i].shard, [&watch = *watches[i]]() -> reactor::Task<void> { return watch.stop(); }, limits_.crossing));
  }
  co_await reactor::when_all(std::move(stops));
}

}  // namespace klamm::fetch
