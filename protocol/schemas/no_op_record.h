#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's NoOpRecord, as views; members that a version lacks keep their defaults. @core any
struct NoOpRecord {
  static constexpr int16_t kApiKey = 20;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;
};

}  // namespace klamm::protocol
