#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's StreamsGroupTopologyDescriptionUpdateResponse, as views; members that a version lacks keep their defaults.
/// @core any
struct StreamsGroupTopologyDescriptionUpdateResponse {
  static constexpr int16_t kApiKey = 93;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  String error_message = String::null();  ///< nullable
};

}  // namespace klamm::protocol
