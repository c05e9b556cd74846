#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's CreateAclsResponse, as views; members that a version lacks keep their defaults. @core any
struct CreateAclsResponse {
  static constexpr int16_t kApiKey = 30;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct AclCreationResult {
    ErrorCode error_code = ErrorCode::kNone;
    String error_message;  ///< nullable
  };

  int32_t throttle_time_ms = 0;
  Array<AclCreationResult> results;
};

}  // namespace klamm::protocol
