#include "metadata/topic_config.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace klamm::metadata {

namespace {

// The places where a broker setting may be set, most specific first.
struct BrokerLayers {
  const ConfigImage* of_this_broker;
  const ConfigImage* of_all_brokers;
  const BrokerValues* of_the_process;

  BrokerLayers(const MetadataImage& image, const NodeOptions& options)
      : of_this_broker(image.config(ConfigResourceType::kBroker, std::to_string(image.node_id()))),
        of_all_brokers(image.config(ConfigResourceType::kBroker, "")),
        of_the_process(&options.broker_values) {}

  const std::string* in_process(std::string_view key) const {
    const auto found = of_the_process->find(key);
    return found == of_the_process->end() ? nullptr : &found->second;
  }
  const std::string* find(std::string_view key) const {
    const std::string* value = of_this_broker == nullptr ? nullptr : of_this_broker->find(key);
    if (value == nullptr && of_all_brokers != nullptr) value = of_all_brokers->find(key);
    return value == nullptr ? in_process(key) : value;
  }
};

std::string in_topic_unit(const BrokerSynonym& synonym, std::string_view value) {
  if (synonym.unit == BrokerSynonym::Unit::kSame) return std::string(value);
  const int64_t factor = synonym.unit == BrokerSynonym::Unit::kMinutesToMs ? 60'000 : 3'600'000;
  int64_t number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return std::to_string(number * factor);
}

std::string effective_value(const TopicConfigKey& key, const BrokerLayers& layers, const ConfigImage* topic) {
  if (topic != nullptr) {
    if (const std::string* value = topic->find(key.name)) return normal_config_text(key.type, *value);
  }
  for (const BrokerSynonym& synonym : key.synonyms) {
    const std::string* value = layers.find(synonym.key);
    if (value == nullptr || value->empty()) continue;
    std::string converted = normal_config_text(key.type, in_topic_unit(synonym, *value));
    // Any negative time to keep means for ever.
    if (key.name == "retention.ms" && converted.starts_with('-')) converted = "-1";
    return converted;
  }
  return std::string(key.default_value);
}

void add_synonyms(std::vector<ConfigSynonym>& into, const TopicConfigKey& key, const BrokerLayers& layers) {
  std::vector<ConfigSynonym> all;
  const auto add_layer = [&](ConfigSource source, auto&& find) {
    for (const BrokerSynonym& synonym : key.synonyms) {
      if (const std::string* value = find(synonym.key)) all.push_back({std::string(synonym.key), *value, source});
    }
  };
  const auto in_image = [](const ConfigImage* config) {
    return [config](std::string_view name) { return config == nullptr ? nullptr : config->find(name); };
  };
  add_layer(ConfigSource::kDynamicBroker, in_image(layers.of_this_broker));
  add_layer(ConfigSource::kDynamicDefaultBroker, in_image(layers.of_all_brokers));
  add_layer(ConfigSource::kStaticBroker, [&](std::string_view name) { return layers.in_process(name); });
  for (const BrokerSynonym& synonym : key.synonyms) {
    if (!synonym.default_value.empty()) {
      all.push_back({std::string(synonym.key), std::string(synonym.default_value), ConfigSource::kDefault});
    }
  }
  // Kafka drops what stands before the first mention of the most specific broker setting.
  const auto first =
      std::ranges::find_if(all, [&](const ConfigSynonym& synonym) { return synonym.name == key.synonyms.front().key; });
  into.insert(into.end(), first, all.end());
}

ResolvedConfig resolve(const TopicConfigKey& key, const BrokerLayers& layers, const ConfigImage* topic) {
  ResolvedConfig resolved;
  resolved.name = key.name;
  resolved.type = key.type;
  resolved.value = effective_value(key, layers, topic);
  if (topic != nullptr && topic->find(key.name) != nullptr) {
    resolved.synonyms.push_back({std::string(key.name), resolved.value, ConfigSource::kTopic});
  }
  add_synonyms(resolved.synonyms, key, layers);
  resolved.source = resolved.synonyms.empty() ? ConfigSource::kDefault : resolved.synonyms.front().source;
  return resolved;
}

// The effective values of one topic as numbers; texts were validated when they were set.
class Values {
 public:
  Values(const BrokerLayers& layers, const ConfigImage* topic) : layers_(layers), topic_(topic) {}

  std::string text(std::string_view name) const {
    return effective_value(*find_topic_config_key(name), layers_, topic_);
  }
  template <class Number>
  void read(std::string_view name, Number& into) const {
    const std::string value = text(name);
    Number number{};
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error == std::errc() && end != value.data()) into = number;
  }
  void read(std::string_view name, bool& into) const { into = text(name) == "true"; }

 private:
  const BrokerLayers& layers_;
  const ConfigImage* topic_;
};

storage::CompressionSetting compression_setting(std::string_view text) {
  using enum storage::CompressionSetting;
  if (text == "uncompressed") return kUncompressed;
  if (text == "gzip") return kGzip;
  if (text == "snappy") return kSnappy;
  if (text == "lz4") return kLz4;
  if (text == "zstd") return kZstd;
  return kProducer;
}

}  // namespace

ResolvedConfig resolve_topic_config(const TopicConfigKey& key, const MetadataImage& image, const NodeOptions& options,
                                    const ConfigImage* topic) {
  return resolve(key, BrokerLayers(image, options), topic);
}

std::vector<ResolvedConfig> resolve_topic_configs(const MetadataImage& image, const NodeOptions& options,
                                                  const ConfigImage* topic) {
  const BrokerLayers layers(image, options);
  std::vector<ResolvedConfig> resolved;
  for (const TopicConfigKey& key : topic_config_keys()) {
    if (key.is_internal && (topic == nullptr || topic->find(key.name) == nullptr)) continue;
    resolved.push_back(resolve(key, layers, topic));
  }
  return resolved;
}

storage::LogConfig resolve_log_config(const MetadataImage& image, const NodeOptions& options,
                                      const ConfigImage* topic) {
  const BrokerLayers layers(image, options);
  const Values values(layers, topic);
  storage::LogConfig log;
  values.read("segment.bytes", log.segment_bytes);
  values.read("internal.segment.bytes", log.segment_bytes);
  values.read("segment.ms", log.segment_ms);
  values.read("segment.jitter.ms", log.segment_jitter_ms);
  values.read("segment.index.bytes", log.segment_index_bytes);
  values.read("index.interval.bytes", log.index_interval_bytes);
  values.read("max.message.bytes", log.max_message_bytes);
  values.read("max.decompressed.message.bytes", log.max_decompressed_message_bytes);
  if (values.text("message.timestamp.type") == "LogAppendTime") {
    log.message_timestamp_type = storage::TimestampType::kLogAppendTime;
  }
  values.read("message.timestamp.before.max.ms", log.message_timestamp_before_max_ms);
  values.read("message.timestamp.after.max.ms", log.message_timestamp_after_max_ms);
  const std::string policy = values.text("cleanup.policy");
  log.cleanup_delete = policy.find("delete") != std::string::npos;
  log.cleanup_compact = policy.find("compact") != std::string::npos;
  values.read("retention.bytes", log.retention_bytes);
  values.read("retention.ms", log.retention_ms);
  values.read("file.delete.delay.ms", log.file_delete_delay_ms);
  values.read("delete.retention.ms", log.delete_retention_ms);
  values.read("min.compaction.lag.ms", log.min_compaction_lag_ms);
  values.read("max.compaction.lag.ms", log.max_compaction_lag_ms);
  values.read("min.cleanable.dirty.ratio", log.min_cleanable_dirty_ratio);
  log.compression_type = compression_setting(values.text("compression.type"));
  values.read("compression.gzip.level", log.compression_gzip_level);
  values.read("compression.lz4.level", log.compression_lz4_level);
  values.read("compression.zstd.level", log.compression_zstd_level);
  values.read("flush.messages", log.flush_messages);
  values.read("flush.ms", log.flush_ms);
  values.read("min.insync.replicas", log.min_insync_replicas);
  values.read("unclean.leader.election.enable", log.unclean_leader_election_enable);
  values.read("preallocate", log.preallocate);
  values.read("producer.state.batches.to.retain", log.producer_state_batches_to_retain);
  return log;
}

}  // namespace klamm::metadata
