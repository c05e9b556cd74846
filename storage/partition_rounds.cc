#include "storage/partition_rounds.h"

#include <utility>
#include <vector>

#include "reactor/sleep.h"
#include "storage/delay.h"
#include "storage/log_manager.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr uint32_t kPartitionsPerTurn = 64;

}  // namespace

PartitionRounds::PartitionRounds(reactor::Shard& shard, LogManager& logs) : shard_(shard), logs_(logs) {
  callback = [](Completion* self) noexcept {
    auto* const rounds = static_cast<PartitionRounds*>(self);
    if (rounds->gate_.count() == 0) rounds->gate_.spawn(rounds->visit_all());
    const int64_t interval_ms = rounds->interval_ms();
    if (interval_ms > 0) rounds->arm(interval_ms);
  };
}

void PartitionRounds::begin() {
  if (!std::exchange(has_begun_, true)) arm(logs_.options().initial_task_delay_ms);
}

void PartitionRounds::arm(int64_t delay_ms) {
  if (!gate_.is_closed()) timer_.arm(shard_.now_ns() + delay_ns(delay_ms), *this);
}

Task<void> PartitionRounds::visit_all() {
  const std::vector<PartitionKey> keys = logs_.keys();
  uint32_t left = kPartitionsPerTurn;
  for (const PartitionKey& key : keys) {
    if (gate_.is_closed()) co_return;
    if (left-- == 0) {
      co_await reactor::yield_now();
      left = kPartitionsPerTurn;
    }
    Partition* const partition = logs_.find(key.topic_id, key.index);
    if (partition != nullptr) co_await visit(*partition);
  }
}

Task<void> PartitionRounds::stop() {
  timer_.cancel();
  co_await gate_.close();
}

}  // namespace klamm::storage
