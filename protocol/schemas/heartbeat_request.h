#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's HeartbeatRequest, as views; members that a version lacks keep their defaults. @core any
struct HeartbeatRequest {
  static constexpr int16_t kApiKey = 12;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 4;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  String group_id;
  int32_t generation_id = 0;
  String member_id;
  String group_instance_id = String::null();  ///< versions 3+, nullable
};

}  // namespace klamm::protocol
