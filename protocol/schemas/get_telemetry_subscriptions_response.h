#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's GetTelemetrySubscriptionsResponse, as views; members that a version lacks keep their defaults. @core any
struct GetTelemetrySubscriptionsResponse {
  static constexpr int16_t kApiKey = 71;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  Uuid client_instance_id;
  int32_t subscription_id = 0;
  Array<int8_t> accepted_compression_types;
  int32_t push_interval_ms = 0;
  int32_t telemetry_max_bytes = 0;
  bool delta_temporality = false;
  Array<String> requested_metrics;
};

}  // namespace klamm::protocol
