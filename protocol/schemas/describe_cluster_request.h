#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeClusterRequest, as views; members that a version lacks keep their defaults. @core any
struct DescribeClusterRequest {
  static constexpr int16_t kApiKey = 60;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  bool include_cluster_authorized_operations = false;
  int8_t endpoint_type = 1;             ///< versions 1+
  bool include_fenced_brokers = false;  ///< versions 2+
};

}  // namespace klamm::protocol
