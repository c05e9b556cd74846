#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's UpdateFeaturesRequest, as views; members that a version lacks keep their defaults. @core any
struct UpdateFeaturesRequest {
  static constexpr int16_t kApiKey = 57;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct FeatureUpdateKey {
    String feature;
    int16_t max_version_level = 0;
    bool allow_downgrade = false;  ///< versions 0
    int8_t upgrade_type = 1;       ///< versions 1+
  };

  int32_t timeout_ms = 60000;
  Array<FeatureUpdateKey> feature_updates;
  bool validate_only = false;  ///< versions 1+
};

}  // namespace klamm::protocol
