#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's FeatureLevelRecord, as views; members that a version lacks keep their defaults. @core any
struct FeatureLevelRecord {
  static constexpr int16_t kApiKey = 12;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  String name;
  int16_t feature_level = 0;
};

}  // namespace klamm::protocol
