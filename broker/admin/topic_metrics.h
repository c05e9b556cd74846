#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "broker/admin/metric_text.h"
#include "broker/admin/shard_figures.h"
#include "broker/topic_traffic.h"
#include "metadata/image.h"
#include "reactor/task.h"

namespace klamm::broker {

/// A topic with what all shards have counted of it.
struct NamedCounts {
  std::string topic;
  TopicCounts counts;
};

/// By name; deleted topics are left out, and those beyond `topics_max` are together under the empty name.
/// @core any
std::vector<NamedCounts> named_counts(const std::vector<ShardFigures>& shards, const metadata::MetadataImage& image,
                                      size_t topics_max);

struct NamedLog {
  std::string topic;
  LogFigures figures;
};

/// By name and partition.
/// @core any
std::vector<NamedLog> named_logs(const std::vector<ShardFigures>& shards, const metadata::MetadataImage& image);

/// They write in pieces, between which others get their turn. What they are given must live until they end.
reactor::Task<void> write_topics(MetricText& out, std::vector<NamedCounts> topics);
reactor::Task<void> write_partitions(MetricText& out, std::vector<NamedLog> logs);

}  // namespace klamm::broker
