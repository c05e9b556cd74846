#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's CreateDelegationTokenRequest, as views; members that a version lacks keep their defaults. @core any
struct CreateDelegationTokenRequest {
  static constexpr int16_t kApiKey = 38;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct CreatableRenewers {
    String principal_type;
    String principal_name;
  };

  String owner_principal_type;  ///< versions 3+, nullable
  String owner_principal_name;  ///< versions 3+, nullable
  Array<CreatableRenewers> renewers;
  int64_t max_lifetime_ms = 0;
};

}  // namespace klamm::protocol
