#pragma once

#include <cstdint>

#include "reactor/gate.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "reactor/timer.h"

namespace klamm::storage {

class LogManager;
class Partition;

// Something that is done to each partition of a shard, one after the other, again and again; first after
// log.initial.task.delay.ms. A round that takes longer than the interval takes the place of the next.
// @core owner
class PartitionRounds : reactor::Completion {
 public:
  PartitionRounds(const PartitionRounds&) = delete;
  PartitionRounds& operator=(const PartitionRounds&) = delete;

  // Ends a round after the partition that it is at, and waits for that. No further one.
  reactor::Task<void> stop();

 protected:
  PartitionRounds(reactor::Shard& shard, LogManager& logs);
  ~PartitionRounds() = default;

  // Harmless when it has begun.
  void begin();

  // Asked before each round; 0 or less: that is the last one, as in Kafka's scheduler.
  virtual int64_t interval_ms() const = 0;
  virtual reactor::Task<void> visit(Partition& partition) = 0;

  reactor::Shard& shard_;
  LogManager& logs_;

 private:
  void arm(int64_t delay_ms);
  reactor::Task<void> visit_all();

  reactor::Timer timer_;
  reactor::Gate gate_;
  bool has_begun_ = false;
};

}  // namespace klamm::storage
