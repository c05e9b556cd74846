#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ListConfigResourcesResponse, as views; members that a version lacks keep their defaults. @core any
struct ListConfigResourcesResponse {
  static constexpr int16_t kApiKey = 74;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct ConfigResource {
    String resource_name;
    int8_t resource_type = 16;  ///< versions 1+
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  Array<ConfigResource> config_resources;
};

}  // namespace klamm::protocol
