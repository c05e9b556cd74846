#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "reactor/gate.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "reactor/timer.h"
#include "storage/log_config.h"
#include "storage/producer_state.h"
#include "storage/storage_context.h"

namespace klamm::storage {

// The producers of all logs of a shard: drops those that were not used for producer.id.expiration.ms, every
// producer.id.expiration.check.interval.ms and a part at a time; and keeps their number within the shard's part of
// `producer.state.ids.max`, where the longest unused of all logs go first.
// @core owner
class ProducerRegistry : reactor::Completion {
 public:
  ProducerRegistry(reactor::Shard& shard, const StorageOptions& options, StorageMetrics& metrics);
  ProducerRegistry(const ProducerRegistry&) = delete;
  ProducerRegistry& operator=(const ProducerRegistry&) = delete;

  // A log's producers are counted and may be dropped until they are removed here.
  void add(ProducerState& producers);
  void remove(ProducerState& producers);
  // Before a producer is added that may be new. Takes the longest unused, some at a time.
  void make_room() {
    if (metrics_.producer_ids >= options_.producer_ids_max) evict_some();
  }
  // Drops nothing from now on and waits for what is under way.
  reactor::Task<void> stop();

 private:
  void arm();
  void evict_some();
  reactor::Task<void> expire_all();

  reactor::Shard& shard_;
  const StorageOptions& options_;
  StorageMetrics& metrics_;
  std::unordered_map<ProducerState*, uint64_t> states_;  // numbered as they came
  uint64_t next_number_ = 0;
  reactor::Timer timer_;
  reactor::Gate gate_;
};

}  // namespace klamm::storage
