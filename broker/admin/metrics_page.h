#pragma once

#include <memory>
#include <string>
#include <vector>

#include "broker/admin/group_figures.h"
#include "broker/admin/metric_text.h"
#include "broker/admin/shard_figures.h"
#include "broker/broker_shard.h"
#include "net/listener.h"
#include "reactor/event.h"
#include "reactor/task.h"

namespace klamm::broker {

/// Gathers what the shards have counted, by a message to each, and writes it as one page. Shards only count; all work
/// is done when somebody asks, for one of them at a time.
/// @core home (shard 0)
class MetricsPage {
 public:
  /// `listeners` as they are when it is asked.
  MetricsPage(BrokerShard& home, const std::vector<std::unique_ptr<net::Listener>>& listeners);
  MetricsPage(const MetricsPage&) = delete;
  MetricsPage& operator=(const MetricsPage&) = delete;

  /// Bounds of what is told singly.
  static constexpr size_t kTopicsMax = 1000;
  static constexpr size_t kPartitionsMax = 10'000;

  /// `with_partitions`: of each partition where its log begins and ends.
  reactor::Task<std::string> write(bool with_partitions);

 private:
  reactor::Task<std::vector<ShardFigures>> gather(size_t logs_max);
  reactor::Task<std::string> page(const std::vector<ShardFigures>& shards, const GroupsFigures& groups) const;
  void write_process(MetricText& out, size_t shard_count) const;
  void write_connections(MetricText& out, const std::vector<ShardFigures>& shards) const;
  void write_listeners(MetricText& out) const;

  BrokerShard& home_;
  const std::vector<std::unique_ptr<net::Listener>>& listeners_;
  reactor::Event free_;  // nobody gathers
  int64_t gather_ns_ = 0;
};

}  // namespace klamm::broker
