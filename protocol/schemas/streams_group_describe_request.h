#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's StreamsGroupDescribeRequest, as views; members that a version lacks keep their defaults. @core any
struct StreamsGroupDescribeRequest {
  static constexpr int16_t kApiKey = 89;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  Array<String> group_ids;
  bool include_authorized_operations = false;
  bool include_topology_description = false;  ///< versions 1+
};

}  // namespace klamm::protocol
