#pragma once

#include <cstdint>

#include "storage/partition_rounds.h"

namespace klamm::storage {

// Syncs logs that were not synced for their flush.ms, every log.flush.scheduler.interval.ms; never where that is the
// default, as in Kafka. @core owner
class FlushCheck final : public PartitionRounds {
 public:
  FlushCheck(reactor::Shard& shard, LogManager& logs) : PartitionRounds(shard, logs) {}

  void start();

 private:
  int64_t interval_ms() const override;
  reactor::Task<void> visit(Partition& partition) override;
};

}  // namespace klamm::storage
