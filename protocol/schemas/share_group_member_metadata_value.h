#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ShareGroupMemberMetadataValue, as views; members that a version lacks keep their defaults. @core any
struct ShareGroupMemberMetadataValue {
  static constexpr int16_t kApiKey = 10;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  String rack_id;  ///< nullable
  String client_id;
  String client_host;
  Array<String> subscribed_topic_names;
};

}  // namespace klamm::protocol
