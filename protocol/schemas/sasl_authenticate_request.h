#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's SaslAuthenticateRequest, as views; members that a version lacks keep their defaults. @core any
struct SaslAuthenticateRequest {
  static constexpr int16_t kApiKey = 36;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  Bytes auth_bytes;
};

}  // namespace klamm::protocol
