#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeClientQuotasRequest, as views; members that a version lacks keep their defaults. @core any
struct DescribeClientQuotasRequest {
  static constexpr int16_t kApiKey = 48;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 1;
  static const MessageDescriptor kDescriptor;

  struct ComponentData {
    String entity_type;
    int8_t match_type = 0;
    String match;  ///< nullable
  };

  Array<ComponentData> components;
  bool strict = false;
};

}  // namespace klamm::protocol
