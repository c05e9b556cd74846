#pragma once

#include <string_view>

#include "reactor/event.h"
#include "reactor/task.h"

namespace klamm::broker {

class BrokerShard;

/// Makes the topics that coordinators keep their state in when they are first needed, however many ask at the time.
/// @core owner (shard 0)
class InternalTopics {
 public:
  /// Whether the topic is there when it ends; every shard then has it in its image, and its partitions lead. `shard` is
  /// the one that this belongs to. Its replication factor is what the options say, but no more than there are brokers:
  /// Kafka would answer COORDINATOR_NOT_AVAILABLE for ever.
  reactor::Task<bool> ensure(BrokerShard& shard, std::string_view name);

 private:
  bool is_making_ = false;
  reactor::Event made_;
};

}  // namespace klamm::broker
