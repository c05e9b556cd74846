#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's RenewDelegationTokenRequest, as views; members that a version lacks keep their defaults. @core any
struct RenewDelegationTokenRequest {
  static constexpr int16_t kApiKey = 39;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  Bytes hmac;
  int64_t renew_period_ms = 0;
};

}  // namespace klamm::protocol
