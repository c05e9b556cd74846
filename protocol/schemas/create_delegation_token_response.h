#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's CreateDelegationTokenResponse, as views; members that a version lacks keep their defaults. @core any
struct CreateDelegationTokenResponse {
  static constexpr int16_t kApiKey = 38;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  ErrorCode error_code = ErrorCode::kNone;
  String principal_type;
  String principal_name;
  String token_requester_principal_type;  ///< versions 3+
  String token_requester_principal_name;  ///< versions 3+
  int64_t issue_timestamp_ms = 0;
  int64_t expiry_timestamp_ms = 0;
  int64_t max_timestamp_ms = 0;
  String token_id;
  Bytes hmac;
  int32_t throttle_time_ms = 0;
};

}  // namespace klamm::protocol
