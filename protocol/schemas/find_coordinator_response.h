#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's FindCoordinatorResponse, as views; members that a version lacks keep their defaults. @core any
struct FindCoordinatorResponse {
  static constexpr int16_t kApiKey = 10;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 6;
  static constexpr int16_t kLowestFlexibleVersion = 3;
  static const MessageDescriptor kDescriptor;

  struct Coordinator {
    String key;                               ///< versions 4+
    int32_t node_id = 0;                      ///< versions 4+
    String host;                              ///< versions 4+
    int32_t port = 0;                         ///< versions 4+
    ErrorCode error_code = ErrorCode::kNone;  ///< versions 4+
    String error_message;                     ///< versions 4+, nullable
  };

  int32_t throttle_time_ms = 0;             ///< versions 1+
  ErrorCode error_code = ErrorCode::kNone;  ///< versions 0-3
  String error_message;                     ///< versions 1-3, nullable
  int32_t node_id = 0;                      ///< versions 0-3
  String host;                              ///< versions 0-3
  int32_t port = 0;                         ///< versions 0-3
  Array<Coordinator> coordinators;          ///< versions 4+
};

}  // namespace klamm::protocol
