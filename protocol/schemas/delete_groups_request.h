#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DeleteGroupsRequest, as views; members that a version lacks keep their defaults. @core any
struct DeleteGroupsRequest {
  static constexpr int16_t kApiKey = 42;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  Array<String> groups_names;
};

}  // namespace klamm::protocol
