#include <algorithm>

#include "metadata/topic_config.h"

namespace klamm::metadata {

namespace {

using Unit = BrokerSynonym::Unit;
using enum ConfigType;

constexpr std::string_view kLongMax = "9223372036854775807";

// A setting whose broker setting has the same default.
TopicConfigKey key(std::string_view name, ConfigType type, std::string_view default_value, std::string_view broker_key,
                   std::optional<double> min = std::nullopt, std::optional<double> max = std::nullopt) {
  TopicConfigKey result{.name = name, .type = type, .default_value = default_value, .synonyms = {}};
  if (!broker_key.empty()) result.synonyms.push_back({broker_key, Unit::kSame, default_value});
  result.min = min;
  result.max = max;
  return result;
}

// A time whose broker setting comes in several units.
TopicConfigKey time_key(std::string_view name, std::string_view default_value, double min,
                        std::vector<BrokerSynonym> synonyms) {
  TopicConfigKey result = key(name, kLong, default_value, "", min);
  result.synonyms = std::move(synonyms);
  return result;
}

TopicConfigKey choice_key(std::string_view name, ConfigType type, std::string_view default_value,
                          std::string_view broker_key, std::vector<std::string_view> choices) {
  TopicConfigKey result = key(name, type, default_value, broker_key);
  result.choices = std::move(choices);
  return result;
}

TopicConfigKey klamm_key(TopicConfigKey key) {
  key.is_klamm = true;
  return key;
}

std::vector<TopicConfigKey> make_keys() {
  std::vector<TopicConfigKey> keys{
      choice_key("cleanup.policy", kList, "delete", "log.cleanup.policy", {"compact", "delete"}),
      key("compression.gzip.level", kInt, "-1", "compression.gzip.level", 1, 9),
      key("compression.lz4.level", kInt, "9", "compression.lz4.level", 1, 17),
      choice_key("compression.type", kString, "producer", "compression.type",
                 {"uncompressed", "zstd", "lz4", "snappy", "gzip", "producer"}),
      key("compression.zstd.level", kInt, "3", "compression.zstd.level", -131072, 22),
      key("delete.retention.ms", kLong, "86400000", "log.cleaner.delete.retention.ms", 0),
      key("errors.deadletterqueue.group.enable", kBoolean, "false", ""),
      key("file.delete.delay.ms", kLong, "60000", "log.segment.delete.delay.ms", 0),
      key("flush.messages", kLong, kLongMax, "log.flush.interval.messages", 1),
      time_key(
          "flush.ms", kLongMax, 0,
          {{"log.flush.interval.ms", Unit::kSame, ""}, {"log.flush.scheduler.interval.ms", Unit::kSame, kLongMax}}),
      key("follower.replication.throttled.replicas", kList, "", ""),
      key("index.interval.bytes", kInt, "4096", "log.index.interval.bytes", 0),
      key("internal.segment.bytes", kInt, "", ""),
      key("leader.replication.throttled.replicas", kList, "", ""),
      key("local.retention.bytes", kLong, "-2", "log.local.retention.bytes", -2),
      key("local.retention.ms", kLong, "-2", "log.local.retention.ms", -2),
      key("max.compaction.lag.ms", kLong, kLongMax, "log.cleaner.max.compaction.lag.ms", 1),
      key("max.decompressed.message.bytes", kInt, "2147483639", "max.decompressed.message.bytes", 1, 2147483639),
      key("max.message.bytes", kInt, "1048588", "message.max.bytes", 0),
      key("message.timestamp.after.max.ms", kLong, "3600000", "log.message.timestamp.after.max.ms", 0),
      key("message.timestamp.before.max.ms", kLong, kLongMax, "log.message.timestamp.before.max.ms", 0),
      choice_key("message.timestamp.type", kString, "CreateTime", "log.message.timestamp.type",
                 {"CreateTime", "LogAppendTime"}),
      key("min.cleanable.dirty.ratio", kDouble, "0.5", "log.cleaner.min.cleanable.ratio", 0, 1),
      key("min.compaction.lag.ms", kLong, "0", "log.cleaner.min.compaction.lag.ms", 0),
      key("min.insync.replicas", kInt, "1", "min.insync.replicas", 1),
      key("preallocate", kBoolean, "false", "log.preallocate"),
      klamm_key(key("producer.state.batches.to.retain", kInt, "5", "producer.state.batches.to.retain", 5, 1000)),
      key("remote.copy.lag.bytes", kLong, "-1", "log.remote.copy.lag.bytes", -1),
      key("remote.copy.lag.ms", kLong, "0", "log.remote.copy.lag.ms", -1),
      key("remote.log.copy.disable", kBoolean, "false", ""),
      key("remote.log.delete.on.disable", kBoolean, "false", ""),
      key("remote.storage.enable", kBoolean, "false", ""),
      key("retention.bytes", kLong, "-1", "log.retention.bytes"),
      time_key("retention.ms", "604800000", -1,
               {{"log.retention.ms", Unit::kSame, ""},
                {"log.retention.minutes", Unit::kMinutesToMs, ""},
                {"log.retention.hours", Unit::kHoursToMs, "168"}}),
      key("segment.bytes", kInt, "1073741824", "log.segment.bytes", 1048576),
      key("segment.index.bytes", kInt, "10485760", "log.index.size.max.bytes", 4),
      time_key("segment.jitter.ms", "0", 0,
               {{"log.roll.jitter.ms", Unit::kSame, ""}, {"log.roll.jitter.hours", Unit::kHoursToMs, "0"}}),
      time_key("segment.ms", "604800000", 1,
               {{"log.roll.ms", Unit::kSame, ""}, {"log.roll.hours", Unit::kHoursToMs, "168"}}),
      key("unclean.leader.election.enable", kBoolean, "false", "unclean.leader.election.enable"),
  };
  for (TopicConfigKey& each : keys) each.is_internal = each.name.starts_with("internal.");
  return keys;
}

const std::vector<TopicConfigKey>& keys() {
  static const std::vector<TopicConfigKey> all = make_keys();
  return all;
}

}  // namespace

std::span<const TopicConfigKey> topic_config_keys() {
  return keys();
}

const TopicConfigKey* find_topic_config_key(std::string_view name) {
  const auto found = std::ranges::lower_bound(keys(), name, {}, &TopicConfigKey::name);
  return found != keys().end() && found->name == name ? &*found : nullptr;
}

}  // namespace klamm::metadata
