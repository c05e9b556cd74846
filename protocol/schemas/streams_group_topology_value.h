#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's StreamsGroupTopologyValue, as views; members that a version lacks keep their defaults. @core any
struct StreamsGroupTopologyValue {
  static constexpr int16_t kApiKey = 23;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TopicConfig {
    String key;
    String value;
  };

  struct TopicInfo {
    String name;
    int32_t partitions = 0;
    int16_t replication_factor = 0;
    Array<TopicConfig> topic_configs;
  };

  struct CopartitionGroup {
    Array<int16_t> source_topics;
    Array<int16_t> source_topic_regex;
    Array<int16_t> repartition_source_topics;
  };

  struct Subtopology {
    String subtopology_id;
    Array<String> source_topics;
    Array<String> source_topic_regex;
    Array<TopicInfo> state_changelog_topics;
    Array<String> repartition_sink_topics;
    Array<TopicInfo> repartition_source_topics;
    Array<CopartitionGroup> copartition_groups;
  };

  int32_t epoch = 0;
  Array<Subtopology> subtopologies;
};

}  // namespace klamm::protocol
