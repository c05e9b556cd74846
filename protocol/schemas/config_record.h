#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ConfigRecord, as views; members that a version lacks keep their defaults. @core any
struct ConfigRecord {
  static constexpr int16_t kApiKey = 4;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  int8_t resource_type = 0;
  String resource_name;
  String name;
  String value;  ///< nullable
};

}  // namespace klamm::protocol
