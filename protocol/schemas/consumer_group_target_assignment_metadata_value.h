#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ConsumerGroupTargetAssignmentMetadataValue, as views; members that a version lacks keep their defaults.
/// @core any
struct ConsumerGroupTargetAssignmentMetadataValue {
  static constexpr int16_t kApiKey = 6;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  int32_t assignment_epoch = 0;
  int64_t assignment_timestamp = 0;  ///< tag 0
};

}  // namespace klamm::protocol
