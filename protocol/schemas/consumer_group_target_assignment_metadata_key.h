#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ConsumerGroupTargetAssignmentMetadataKey, as views; members that a version lacks keep their defaults. @core
/// any
struct ConsumerGroupTargetAssignmentMetadataKey {
  static constexpr int16_t kApiKey = 6;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 32767;
  static const MessageDescriptor kDescriptor;

  String group_id;
};

}  // namespace klamm::protocol
