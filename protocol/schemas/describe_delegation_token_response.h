#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeDelegationTokenResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeDelegationTokenResponse {
  static constexpr int16_t kApiKey = 41;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct DescribedDelegationTokenRenewer {
    String principal_type;
    String principal_name;
  };

  struct DescribedDelegationToken {
    String principal_type;
    String principal_name;
    String token_requester_principal_type;  ///< versions 3+
    String token_requester_principal_name;  ///< versions 3+
    int64_t issue_timestamp = 0;
    int64_t expiry_timestamp = 0;
    int64_t max_timestamp = 0;
    String token_id;
    Bytes hmac;
    Array<DescribedDelegationTokenRenewer> renewers;
  };

  ErrorCode error_code = ErrorCode::kNone;
  Array<DescribedDelegationToken> tokens;
  int32_t throttle_time_ms = 0;
};

}  // namespace klamm::protocol
