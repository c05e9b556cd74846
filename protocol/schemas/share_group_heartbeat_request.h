#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ShareGroupHeartbeatRequest, as views; members that a version lacks keep their defaults. @core any
struct ShareGroupHeartbeatRequest {
  static constexpr int16_t kApiKey = 76;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  String group_id;
  String member_id;
  int32_t member_epoch = 0;
  String rack_id = String::null();                               ///< nullable
  Array<String> subscribed_topic_names = Array<String>::null();  ///< nullable
};

}  // namespace klamm::protocol
