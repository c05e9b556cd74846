#include "broker/admin/topic_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "reactor/sleep.h"

namespace klamm::broker {
namespace {

constexpr size_t kSamplesPerTurn = 512;

struct TopicMetric {
  const char* name;
  uint64_t TopicCounts::* value;
};
constexpr TopicMetric kTopicMetrics[] = {
    {"kafka_server_brokertopicmetrics_messagesin_total", &TopicCounts::records_in},
    {"kafka_server_brokertopicmetrics_bytesin_total", &TopicCounts::bytes_in},
    {"kafka_server_brokertopicmetrics_bytesout_total", &TopicCounts::bytes_out},
    {"kafka_server_brokertopicmetrics_bytesrejected_total", &TopicCounts::bytes_rejected},
    {"kafka_server_brokertopicmetrics_totalproducerequests_total", &TopicCounts::produce_count},
    {"kafka_server_brokertopicmetrics_failedproducerequests_total", &TopicCounts::failed_produce_count},
    {"kafka_server_brokertopicmetrics_totalfetchrequests_total", &TopicCounts::fetch_count},
    {"kafka_server_brokertopicmetrics_failedfetchrequests_total", &TopicCounts::failed_fetch_count},
};

struct LogMetric {
  const char* name;
  uint64_t (*value)(const LogFigures&);
};
constexpr LogMetric kLogMetrics[] = {
    {"kafka_log_log_logstartoffset", [](const LogFigures& log) { return static_cast<uint64_t>(log.start_offset); }},
    {"kafka_log_log_logendoffset", [](const LogFigures& log) { return static_cast<uint64_t>(log.end_offset); }},
    {"kafka_log_log_size", [](const LogFigures& log) { return log.bytes; }},
};

}  // namespace

std::vector<NamedCounts> named_counts(const std::vector<ShardFigures>& shards, const metadata::MetadataImage& image,
                                      size_t topics_max) {
  std::unordered_map<protocol::Uuid, TopicCounts> by_id;
  for (const ShardFigures& shard : shards) {
    for (const auto& [id, counts] : shard.topics) by_id[id].add(counts);
  }
  std::vector<NamedCounts> topics;
  for (const auto& [id, counts] : by_id) {
    if (const metadata::TopicImage* topic = image.topic(id)) topics.push_back({topic->name, counts});
  }
  std::ranges::sort(topics, {}, &NamedCounts::topic);
  if (topics.size() <= topics_max) return topics;
  NamedCounts others;
  for (size_t i = topics_max; i < topics.size(); ++i) others.counts.add(topics[i].counts);
  topics.resize(topics_max);
  topics.push_back(std::move(others));
  return topics;
}

std::vector<NamedLog> named_logs(const std::vector<ShardFigures>& shards, const metadata::MetadataImage& image) {
  std::vector<NamedLog> logs;
  for (const ShardFigures& shard : shards) {
    for (const LogFigures& figures : shard.logs) {
      if (const metadata::TopicImage* topic = image.topic(figures.topic_id)) logs.push_back({topic->name, figures});
    }
  }
  std::ranges::sort(logs, {}, [](const NamedLog& log) { return std::tie(log.topic, log.figures.index); });
  return logs;
}

reactor::Task<void> write_topics(MetricText& out, std::vector<NamedCounts> topics) {
  size_t count = 0;
  for (const TopicMetric& metric : kTopicMetrics) {
    out.begin(metric.name);
    for (const NamedCounts& topic : topics) {
      if (++count % kSamplesPerTurn == 0) co_await reactor::yield_now();
      out.sample({{"topic", topic.topic}}, topic.counts.*metric.value);
    }
  }
}

reactor::Task<void> write_partitions(MetricText& out, std::vector<NamedLog> logs) {
  size_t count = 0;
  for (const LogMetric& metric : kLogMetrics) {
    out.begin(metric.name);
    for (const NamedLog& log : logs) {
      if (++count % kSamplesPerTurn == 0) co_await reactor::yield_now();
      const fmt::format_int partition(log.figures.index);
      out.sample({{"topic", log.topic}, {"partition", std::string_view(partition.data(), partition.size())}},
                 metric.value(log.figures));
    }
  }
}

}  // namespace klamm::broker
