#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's StreamsGroupTopologyDescriptionUpdateRequest, as views; members that a version lacks keep their defaults.
/// @core any
struct StreamsGroupTopologyDescriptionUpdateRequest {
  static constexpr int16_t kApiKey = 93;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TopologyDescriptionNode {
    String name;
    int8_t node_type = 0;
    Array<String> source_topics;
    String sink_topic = String::null();  ///< nullable
    Array<String> stores;
    Array<String> successors;
  };

  struct TopologyDescriptionSubtopology {
    String subtopology_id;
    Array<TopologyDescriptionNode> nodes;
  };

  struct TopologyDescriptionGlobalStore {
    TopologyDescriptionNode source;
    TopologyDescriptionNode processor;
  };

  struct TopologyDescription {
    Array<TopologyDescriptionSubtopology> subtopologies;
    Array<TopologyDescriptionGlobalStore> global_stores;
  };

  String group_id;
  String member_id;
  int32_t topology_epoch = 0;
  TopologyDescription topology_description;
};

}  // namespace klamm::protocol
