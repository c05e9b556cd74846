#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ListConfigResourcesRequest, as views; members that a version lacks keep their defaults. @core any
struct ListConfigResourcesRequest {
  static constexpr int16_t kApiKey = 74;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  Array<int8_t> resource_types;  ///< versions 1+
};

}  // namespace klamm::protocol
