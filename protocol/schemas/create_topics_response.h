#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's CreateTopicsResponse, as views; members that a version lacks keep their defaults. @core any
struct CreateTopicsResponse {
  static constexpr int16_t kApiKey = 19;
  static constexpr int16_t kLowestVersion = 2;
  static constexpr int16_t kHighestVersion = 7;
  static constexpr int16_t kLowestFlexibleVersion = 5;
  static const MessageDescriptor kDescriptor;

  struct CreatableTopicConfigs {
    String name;                ///< versions 5+
    String value;               ///< versions 5+, nullable
    bool read_only = false;     ///< versions 5+
    int8_t config_source = -1;  ///< versions 5+
    bool is_sensitive = false;  ///< versions 5+
  };

  struct CreatableTopicResult {
    String name;
    Uuid topic_id;  ///< versions 7+
    ErrorCode error_code = ErrorCode::kNone;
    String error_message;                                  ///< nullable 0+
    ErrorCode topic_config_error_code = ErrorCode::kNone;  ///< versions 5+, tag 0
    int32_t num_partitions = -1;                           ///< versions 5+
    int16_t replication_factor = -1;                       ///< versions 5+
    Array<CreatableTopicConfigs> configs;                  ///< versions 5+, nullable
  };

  int32_t throttle_time_ms = 0;
  Array<CreatableTopicResult> topics;
};

}  // namespace klamm::protocol
