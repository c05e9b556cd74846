#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeDelegationTokenRequest, as views; members that a version lacks keep their defaults. @core any
struct DescribeDelegationTokenRequest {
  static constexpr int16_t kApiKey = 41;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct DescribeDelegationTokenOwner {
    String principal_type;
    String principal_name;
  };

  Array<DescribeDelegationTokenOwner> owners;  ///< nullable
};

}  // namespace klamm::protocol
