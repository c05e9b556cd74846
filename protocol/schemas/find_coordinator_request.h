#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's FindCoordinatorRequest, as views; members that a version lacks keep their defaults. @core any
struct FindCoordinatorRequest {
  static constexpr int16_t kApiKey = 10;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 6;
  static constexpr int16_t kLowestFlexibleVersion = 3;
  static const MessageDescriptor kDescriptor;

  String key;                      ///< versions 0-3
  int8_t key_type = 0;             ///< versions 1+
  Array<String> coordinator_keys;  ///< versions 4+
};

}  // namespace klamm::protocol
