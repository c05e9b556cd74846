#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeGroupsRequest, as views; members that a version lacks keep their defaults. @core any
struct DescribeGroupsRequest {
  static constexpr int16_t kApiKey = 15;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 6;
  static constexpr int16_t kLowestFlexibleVersion = 5;
  static const MessageDescriptor kDescriptor;

  Array<String> groups;
  bool include_authorized_operations = false;  ///< versions 3+
};

}  // namespace klamm::protocol
