#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's RequestHeader, as views; members that a version lacks keep their defaults. @core any
struct RequestHeader {
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  int16_t request_api_key = 0;
  int16_t request_api_version = 0;
  int32_t correlation_id = 0;
  String client_id;  ///< nullable
};

}  // namespace klamm::protocol
