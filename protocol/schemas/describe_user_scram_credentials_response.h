#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeUserScramCredentialsResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeUserScramCredentialsResponse {
  static constexpr int16_t kApiKey = 50;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct CredentialInfo {
    int8_t mechanism = 0;
    int32_t iterations = 0;
  };

  struct DescribeUserScramCredentialsResult {
    String user;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message;  ///< nullable
    Array<CredentialInfo> credential_infos;
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  String error_message;  ///< nullable
  Array<DescribeUserScramCredentialsResult> results;
};

}  // namespace klamm::protocol
