#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's CreatePartitionsResponse, as views; members that a version lacks keep their defaults. @core any
struct CreatePartitionsResponse {
  static constexpr int16_t kApiKey = 37;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct CreatePartitionsTopicResult {
    String name;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< nullable
  };

  int32_t throttle_time_ms = 0;
  Array<CreatePartitionsTopicResult> results;
};

}  // namespace klamm::protocol
