#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DeleteGroupsResponse, as views; members that a version lacks keep their defaults. @core any
struct DeleteGroupsResponse {
  static constexpr int16_t kApiKey = 42;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct DeletableGroupResult {
    String group_id;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< versions 3+, nullable
  };

  int32_t throttle_time_ms = 0;
  Array<DeletableGroupResult> results;
};

}  // namespace klamm::protocol
