#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AlterConfigsResponse, as views; members that a version lacks keep their defaults. @core any
struct AlterConfigsResponse {
  static constexpr int16_t kApiKey = 33;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct AlterConfigsResourceResponse {
    ErrorCode error_code = ErrorCode::kNone;
    String error_message;  ///< nullable
    int8_t resource_type = 0;
    String resource_name;
  };

  int32_t throttle_time_ms = 0;
  Array<AlterConfigsResourceResponse> responses;
};

}  // namespace klamm::protocol
