#include "broker/api/auto_create.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "metadata/topic_name.h"

namespace klamm::broker {
namespace {

constexpr int64_t kTimeoutMs = 30'000;

using Configs = std::vector<std::pair<std::string, std::optional<std::string>>>;

metadata::NewTopic sized(std::string_view name, int32_t partitions, int32_t replication_factor) {
  metadata::NewTopic topic;
  topic.name = name;
  topic.num_partitions = partitions;
  topic.replication_factor = static_cast<int16_t>(replication_factor);
  return topic;
}

metadata::NewTopic new_topic(std::string_view name, const Options& options) {
  if (name == "__consumer_offsets") {
    auto topic = sized(name, options.offsets_topic_num_partitions, options.offsets_topic_replication_factor);
    topic.configs = Configs{{"cleanup.policy", "compact"},
                            {"compression.type", "producer"},
                            {"segment.bytes", fmt::format("{}", options.offsets_topic_segment_bytes)}};
    return topic;
  }
  if (name == "__transaction_state") {
    auto topic =
        sized(name, options.transaction_state_log_num_partitions, options.transaction_state_log_replication_factor);
    topic.configs = Configs{{"cleanup.policy", "compact"},
                            {"compression.type", "uncompressed"},
                            {"min.insync.replicas", fmt::format("{}", options.transaction_state_log_min_isr)},
                            {"segment.bytes", fmt::format("{}", options.transaction_state_log_segment_bytes)},
                            {"unclean.leader.election.enable", "false"}};
    return topic;
  }
  if (name == "__share_group_state") {
    auto topic = sized(name, options.share_coordinator_state_topic_num_partitions,
                       options.share_coordinator_state_topic_replication_factor);
    topic.configs = Configs{{"cleanup.policy", "delete"},
                            {"compression.type", "producer"},
                            {"min.insync.replicas", fmt::format("{}", options.share_coordinator_state_topic_min_isr)},
                            {"retention.ms", "-1"},
                            {"segment.bytes", fmt::format("{}", options.share_coordinator_state_topic_segment_bytes)}};
    return topic;
  }
  return sized(name, options.num_partitions, options.default_replication_factor);
}

}  // namespace

reactor::Task<metadata::ApiError> auto_create_topics(BrokerShard& shard, std::vector<std::string_view> names,
                                                     metadata::MutationQuota* mutations,
                                                     int16_t replication_factor_max) {
  metadata::CreateTopicsCall call;
  call.topics.reserve(names.size());
  for (std::string_view name : names) {
    metadata::NewTopic& topic = call.topics.emplace_back(new_topic(name, shard.options()));
    topic.replication_factor = std::min(topic.replication_factor, replication_factor_max);
  }
  const metadata::CallContext context{.controller_epoch = -1, .timeout_ms = kTimeoutMs, .mutations = mutations};
  const auto created = co_await shard.controller().create_topics(context, std::move(call));
  if (!created) co_return created.error();
  for (const metadata::CreatedTopic& topic : *created) {
    if (!topic.error.ok()) co_return topic.error;
  }
  co_return metadata::ApiError{};
}

}  // namespace klamm::broker
