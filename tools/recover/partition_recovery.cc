#include "tools/recover/partition_recovery.h"

#include <algorithm>
#include <utility>

#include "storage/batch_window.h"
#include "storage/log_manager.h"

namespace klamm::tools {

using reactor::Task;
using storage::StorageResult;

namespace {

// Longer than any of it takes, and no sum with it overflows.
constexpr int64_t kNever = 365LL * 24 * 60 * 60 * 1000;

/// Nothing but opening and stopping: what is old stays, for the broker to judge by its settings.
storage::StorageOptions offline_options() {
  storage::StorageOptions options;
  options.retention_check_interval_ms = kNever;
  options.initial_task_delay_ms = kNever;
  options.producer_id_expiration_check_interval_ms = kNever;
  options.producer_id_expiration_ms = kNever;
  options.is_cleaner_enabled = false;
  return options;
}

/// What its log says of a partition that was opened and stopped, beside what the checkpoints said that only the broker
/// can know better.
void add_points(const PartitionToRecover& partition, const storage::PartitionLog& log,
                storage::DirectoryCheckpoints& into) {
  const storage::OpenPoints& points = partition.points;
  const std::pair<std::string, int32_t> name{partition.identity.topic, partition.identity.index};
  into.recovery_points[name] = log.recovery_point();
  if (log.log_start() > log.first_segment_base()) into.log_starts[name] = log.log_start();
  if (points.high_watermark) into.high_watermarks[name] = std::min(*points.high_watermark, log.log_end());
  if (points.cleaned_to) into.cleaned[name] = std::min(*points.cleaned_to, log.log_end());
}

Task<StorageResult<storage::Partition*>> bring_up(storage::LogManager& manager, const PartitionToRecover& partition,
                                                  storage::LogConfig config) {
  if (partition.is_to_make) {
    co_return co_await manager.create(partition.identity, partition.log_directory, config);
  }
  co_return co_await manager.open(partition.identity, partition.log_directory, config, partition.points);
}

}  // namespace

Task<StorageResult<ReplayedCount>> recover_partition(reactor::Shard& shard, PartitionToRecover partition,
                                                     storage::DirectoryCheckpoints& into) {
  storage::LogManager manager(shard, offline_options());
  manager.set_replay(partition.journals);
  storage::LogConfig config = partition.config;
  // Settings of the broker, which are not known here, may ask for more batches of a producer: none is forgotten.
  config.producer_state_batches_to_retain = storage::BatchWindow::kLimitMax;
  auto opened = co_await bring_up(manager, partition, config);
  if (!opened) {
    co_await manager.close();
    co_return std::unexpected(opened.error());
  }
  auto stopped = co_await manager.stop();
  if (!stopped) co_return std::unexpected(stopped.error());
  add_points(partition, (*opened)->log(), into);
  co_return ReplayedCount{manager.metrics().journal_replayed_batches, manager.metrics().journal_replayed_bytes};
}

}  // namespace klamm::tools
