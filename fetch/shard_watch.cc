#include "fetch/shard_watch.h"

#include <algorithm>
#include <utility>

#include "protocol/assert.h"
#include "reactor/on_shard.h"

namespace klamm::fetch {

using storage::Partition;

class ShardWatch::PartitionWatch final : public storage::EndObserver {
 public:
  PartitionWatch(ShardWatch& owner, storage::Offset from, int32_t max_bytes)
      : owner_(owner), from_(from), max_bytes_(static_cast<uint64_t>(std::max(max_bytes, 0))) {}

  // Bytes that have come since the last call.
  uint64_t grown(const Partition& partition, storage::ReadEnd end) {
    const uint64_t now = std::min(partition.readable_bytes(from_, end), max_bytes_);
    const uint64_t grown = now > seen_bytes_ ? now - seen_bytes_ : 0;
    seen_bytes_ += grown;
    return grown;
  }
  bool ends_wait(const Partition& partition, storage::ReadEnd end) const {
    return from_ < partition.log_start_offset() || from_ > partition.log_end_offset() ||
           partition.has_older_segment(from_, end);
  }
  void on_ends_moved(Partition& partition) noexcept override { owner_.on_moved(*this, partition); }
  void on_partition_gone(Partition&, storage::PartitionGone) noexcept override { owner_.on_gone(); }

 private:
  ShardWatch& owner_;
  storage::Offset from_;
  uint64_t max_bytes_;
  uint64_t seen_bytes_ = 0;
};

ShardWatch::ShardWatch(FetchWake& wake, reactor::ShardId home) : wake_(wake), home_(home) {}

ShardWatch::~ShardWatch() {
  KLAMM_ASSERT(!telling_, "a watch was destroyed while a message of it is under way");
}

void ShardWatch::start(const storage::LogManager& logs, std::span<PartitionFetch* const> fetches,
                       storage::ReadEnd end) {
  end_ = end;
  watches_.reserve(fetches.size());
  for (const PartitionFetch* fetch : fetches) {
    auto found = find_led_partition(logs, fetch->topic_id, fetch->index, fetch->current_leader_epoch);
    if (!found) {
      untold_end_ = true;
      continue;
    }
    watches_.push_back(std::make_unique<PartitionWatch>(*this, fetch->fetch_offset, fetch->max_bytes));
    PartitionWatch& watch = *watches_.back();
    (*found)->observe(watch);
    untold_end_ = untold_end_ || watch.ends_wait(**found, end_);
    untold_bytes_ += watch.grown(**found, end_);
  }
  tell();
}

void ShardWatch::on_moved(PartitionWatch& watch, const Partition& partition) noexcept {
  untold_bytes_ += watch.grown(partition, end_);
  untold_end_ = untold_end_ || watch.ends_wait(partition, end_);
  tell();
}

void ShardWatch::on_gone() noexcept {
  untold_end_ = true;
  tell();
}

void ShardWatch::tell() {
  if (untold_bytes_ == 0 && !untold_end_) return;
  if (home_ == reactor::Shard::current().id()) {
    wake_.tell(std::exchange(untold_bytes_, 0), std::exchange(untold_end_, false));
    return;
  }
  if (telling_) return;  // what has come meanwhile is told when that message is home
  telling_ = true;
  quiet_.reset();
  reactor::Shard::current().spawn(tell_home());
}

reactor::Task<void> ShardWatch::tell_home() {
  while (untold_bytes_ != 0 || untold_end_) {
    const uint64_t bytes = std::exchange(untold_bytes_, 0);
    const bool must_end = std::exchange(untold_end_, false);
    co_await reactor::on_shard(home_, [this, bytes, must_end] { wake_.tell(bytes, must_end); });
  }
  telling_ = false;
  quiet_.set();
}

reactor::Task<void> ShardWatch::stop() {
  watches_.clear();
  untold_bytes_ = 0;
  untold_end_ = false;
  if (telling_) co_await quiet_.wait();
}

}  // namespace klamm::fetch
