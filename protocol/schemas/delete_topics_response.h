#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DeleteTopicsResponse, as views; members that a version lacks keep their defaults. @core any
struct DeleteTopicsResponse {
  static constexpr int16_t kApiKey = 20;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 6;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  struct DeletableTopicResult {
    String name;    ///< nullable 6+
    Uuid topic_id;  ///< versions 6+
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< versions 5+, nullable
  };

  int32_t throttle_time_ms = 0;
  Array<DeletableTopicResult> responses;
};

}  // namespace klamm::protocol
