#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's SyncGroupResponse, as views; members that a version lacks keep their defaults. @core any
struct SyncGroupResponse {
  static constexpr int16_t kApiKey = 14;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  int32_t throttle_time_ms = 0;  ///< versions 1+
  ErrorCode error_code = ErrorCode::kNone;
  String protocol_type = String::null();  ///< versions 5+, nullable
  String protocol_name = String::null();  ///< versions 5+, nullable
  Bytes assignment;
};

}  // namespace klamm::protocol
