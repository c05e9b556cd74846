#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeClusterResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeClusterResponse {
  static constexpr int16_t kApiKey = 60;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct DescribeClusterBroker {
    int32_t broker_id = 0;
    String host;
    int32_t port = 0;
    String rack = String::null();  ///< nullable
    bool is_fenced = false;        ///< versions 2+
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  String error_message = String::null();  ///< nullable
  int8_t endpoint_type = 1;               ///< versions 1+
  String cluster_id;
  int32_t controller_id = -1;
  Array<DescribeClusterBroker> brokers;
  int32_t cluster_authorized_operations = -2147483648;
};

}  // namespace klamm::protocol
