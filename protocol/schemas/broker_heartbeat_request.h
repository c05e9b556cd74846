#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's BrokerHeartbeatRequest, as views; members that a version lacks keep their defaults. @core any
struct BrokerHeartbeatRequest {
  static constexpr int16_t kApiKey = 63;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  int32_t broker_id = 0;
  int64_t broker_epoch = -1;
  int64_t current_metadata_offset = 0;
  bool want_fence = false;
  bool want_shut_down = false;
  Array<Uuid> offline_log_dirs;                         ///< versions 1+, tag 0
  Array<Uuid> cordoned_log_dirs = Array<Uuid>::null();  ///< versions 2+, nullable, tag 1
};

}  // namespace klamm::protocol
