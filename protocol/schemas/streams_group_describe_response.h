#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's StreamsGroupDescribeResponse, as views; members that a version lacks keep their defaults. @core any
struct StreamsGroupDescribeResponse {
  static constexpr int16_t kApiKey = 89;
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

  struct Subtopology {
    String subtopology_id;
    Array<String> source_topics;
    Array<String> repartition_sink_topics;
    Array<TopicInfo> state_changelog_topics;
    Array<TopicInfo> repartition_source_topics;
  };

  struct Topology {
    int32_t epoch = 0;
    Array<Subtopology> subtopologies = Array<Subtopology>::null();  ///< nullable
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

  struct TaskIds {
    String subtopology_id;
    Array<int32_t> partitions;
  };

  struct Assignment {
    Array<TaskIds> active_tasks;
    Array<TaskIds> standby_tasks;
    Array<TaskIds> warmup_tasks;
  };

  struct Member {
    String member_id;
    int32_t member_epoch = 0;
    String instance_id = String::null();  ///< nullable
    String rack_id = String::null();      ///< nullable
    String client_id;
    String client_host;
    int32_t topology_epoch = 0;
    String process_id;
    Nullable<Endpoint> user_endpoint;  ///< nullable
    Array<KeyValue> client_tags;
    Array<TaskOffset> task_offsets;
    Array<TaskOffset> task_end_offsets;
    Assignment assignment;
    Assignment target_assignment;
    bool is_classic = false;
  };

  struct TopologyDescriptionNode {
    String name;                         ///< versions 1+
    int8_t node_type = 0;                ///< versions 1+
    Array<String> source_topics;         ///< versions 1+
    String sink_topic = String::null();  ///< versions 1+, nullable
    Array<String> stores;                ///< versions 1+
    Array<String> successors;            ///< versions 1+
  };

  struct TopologyDescriptionSubtopology {
    String subtopology_id;                 ///< versions 1+
    Array<TopologyDescriptionNode> nodes;  ///< versions 1+
  };

  struct TopologyDescriptionGlobalStore {
    TopologyDescriptionNode source;     ///< versions 1+
    TopologyDescriptionNode processor;  ///< versions 1+
  };

  struct TopologyDescription {
    Array<TopologyDescriptionSubtopology> subtopologies;  ///< versions 1+
    Array<TopologyDescriptionGlobalStore> global_stores;  ///< versions 1+
  };

  struct DescribedGroup {
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< nullable
    String group_id;
    String group_state;
    int32_t group_epoch = 0;
    int32_t assignment_epoch = 0;
    Nullable<Topology> topology;  ///< nullable
    Array<Member> members;
    int32_t authorized_operations = -2147483648;
    Nullable<TopologyDescription> topology_description;  ///< versions 1+, nullable
    int8_t topology_description_status = 0;              ///< versions 1+
    String assignor_name = String::null();               ///< versions 1+, nullable
  };

  int32_t throttle_time_ms = 0;
  Array<DescribedGroup> groups;
};

}  // namespace klamm::protocol
