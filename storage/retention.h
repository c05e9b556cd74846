#pragma once

#include <cstdint>

#include "storage/partition_rounds.h"

namespace klamm::storage {

// Applies the retention settings of a shard's partitions: removes the segments that are to go, partition by partition,
// every log.retention.check.interval.ms.
// @core owner
class RetentionCheck final : public PartitionRounds {
 public:
  RetentionCheck(reactor::Shard& shard, LogManager& logs) : PartitionRounds(shard, logs) {}

  // Begins to check; once there is a partition. Harmless when it has begun.
  void start() { begin(); }

 private:
  int64_t interval_ms() const override;
  reactor::Task<void> visit(Partition& partition) override;
};

}  // namespace klamm::storage
