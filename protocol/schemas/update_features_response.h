#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's UpdateFeaturesResponse, as views; members that a version lacks keep their defaults. @core any
struct UpdateFeaturesResponse {
  static constexpr int16_t kApiKey = 57;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct UpdatableFeatureResult {
    String feature;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message;  ///< nullable
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  String error_message;                   ///< nullable
  Array<UpdatableFeatureResult> results;  ///< versions 0-1
};

}  // namespace klamm::protocol
