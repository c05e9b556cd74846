#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's PushTelemetryRequest, as views; members that a version lacks keep their defaults. @core any
struct PushTelemetryRequest {
  static constexpr int16_t kApiKey = 72;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  Uuid client_instance_id;
  int32_t subscription_id = 0;
  bool terminating = false;
  int8_t compression_type = 0;
  Bytes metrics;
};

}  // namespace klamm::protocol
