#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's MetadataRequest, as views; members that a version lacks keep their defaults. @core any
struct MetadataRequest {
  static constexpr int16_t kApiKey = 3;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 13;
  static constexpr int16_t kLowestFlexibleVersion = 9;
  static const MessageDescriptor kDescriptor;

  struct MetadataRequestTopic {
    Uuid topic_id;  ///< versions 10+
    String name;    ///< nullable 10+
  };

  Array<MetadataRequestTopic> topics;                  ///< nullable 1+
  bool allow_auto_topic_creation = true;               ///< versions 4+
  bool include_cluster_authorized_operations = false;  ///< versions 8-10
  bool include_topic_authorized_operations = false;    ///< versions 8+
};

}  // namespace klamm::protocol
