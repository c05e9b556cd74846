#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DeleteTopicsRequest, as views; members that a version lacks keep their defaults. @core any
struct DeleteTopicsRequest {
  static constexpr int16_t kApiKey = 20;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 6;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  struct DeleteTopicState {
    String name = String::null();  ///< versions 6+, nullable
    Uuid topic_id;                 ///< versions 6+
  };

  Array<DeleteTopicState> topics;  ///< versions 6+
  Array<String> topic_names;       ///< versions 0-5
  int32_t timeout_ms = 0;
};

}  // namespace klamm::protocol
