#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ListGroupsRequest, as views; members that a version lacks keep their defaults. @core any
struct ListGroupsRequest {
  static constexpr int16_t kApiKey = 16;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 3;
  static const MessageDescriptor kDescriptor;

  Array<String> states_filter;  ///< versions 4+
  Array<String> types_filter;   ///< versions 5+
};

}  // namespace klamm::protocol
