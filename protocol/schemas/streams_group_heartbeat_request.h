#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's StreamsGroupHeartbeatRequest, as views; members that a version lacks keep their defaults. @core any
struct StreamsGroupHeartbeatRequest {
  static constexpr int16_t kApiKey = 88;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct KeyValue {
    String key;
    String value;
  };

  struct TopicInfo {
    String name;
    int32_t partitions = 0;
    int16_t replication_factor = 0;
    Array<KeyValue> topic_configs;
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

  struct Topology {
    int32_t epoch = 0;
    Array<Subtopology> subtopologies;
  };

  struct TaskIds {
    String subtopology_id;
    Array<int32_t> partitions;
  };

  struct Endpoint {
    String host;
    uint16_t port = 0;
  };

  struct TaskOffset {
    String subtopology_id;
    int32_t partition = 0;
    int64_t offset = 0;
  };

  String group_id;
  String member_id;
  int32_t member_epoch = 0;
  int32_t endpoint_information_epoch = 0;
  String instance_id = String::null();  ///< nullable
  String rack_id = String::null();      ///< nullable
  int32_t rebalance_timeout_ms = -1;
  Nullable<Topology> topology;                                     ///< nullable
  Array<TaskIds> active_tasks = Array<TaskIds>::null();            ///< nullable
  Array<TaskIds> standby_tasks = Array<TaskIds>::null();           ///< nullable
  Array<TaskIds> warmup_tasks = Array<TaskIds>::null();            ///< nullable
  String process_id = String::null();                              ///< nullable
  Nullable<Endpoint> user_endpoint;                                ///< nullable
  Array<KeyValue> client_tags = Array<KeyValue>::null();           ///< nullable
  Array<TaskOffset> task_offsets = Array<TaskOffset>::null();      ///< nullable
  Array<TaskOffset> task_end_offsets = Array<TaskOffset>::null();  ///< nullable
  bool shutdown_application = false;
};

}  // namespace klamm::protocol
