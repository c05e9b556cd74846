#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ApiVersionsResponse, as views; members that a version lacks keep their defaults. @core any
struct ApiVersionsResponse {
  static constexpr int16_t kApiKey = 18;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 3;
  static const MessageDescriptor kDescriptor;

  struct ApiVersion {
    int16_t api_key = 0;
    int16_t min_version = 0;
    int16_t max_version = 0;
  };

  struct SupportedFeatureKey {
    String name;              ///< versions 3+
    int16_t min_version = 0;  ///< versions 3+
    int16_t max_version = 0;  ///< versions 3+
  };

  struct FinalizedFeatureKey {
    String name;                    ///< versions 3+
    int16_t max_version_level = 0;  ///< versions 3+
    int16_t min_version_level = 0;  ///< versions 3+
  };

  ErrorCode error_code = ErrorCode::kNone;
  Array<ApiVersion> api_keys;
  int32_t throttle_time_ms = 0;                   ///< versions 1+
  Array<SupportedFeatureKey> supported_features;  ///< versions 3+, tag 0
  int64_t finalized_features_epoch = -1;          ///< versions 3+, tag 1
  Array<FinalizedFeatureKey> finalized_features;  ///< versions 3+, tag 2
  bool zk_migration_ready = false;                ///< versions 3+, tag 3
};

}  // namespace klamm::protocol
