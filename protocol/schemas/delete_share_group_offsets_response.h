#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DeleteShareGroupOffsetsResponse, as views; members that a version lacks keep their defaults. @core any
struct DeleteShareGroupOffsetsResponse {
  static constexpr int16_t kApiKey = 92;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct DeleteShareGroupOffsetsResponseTopic {
    String topic_name;
    Uuid topic_id;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< nullable
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  String error_message = String::null();  ///< nullable
  Array<DeleteShareGroupOffsetsResponseTopic> responses;
};

}  // namespace klamm::protocol
