#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ApiVersionsRequest, as views; members that a version lacks keep their defaults. @core any
struct ApiVersionsRequest {
  static constexpr int16_t kApiKey = 18;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 3;
  static const MessageDescriptor kDescriptor;

  String client_software_name;         ///< versions 3+
  String client_software_version;      ///< versions 3+
  String cluster_id = String::null();  ///< versions 5+, nullable
  int32_t node_id = -1;                ///< versions 5+
};

}  // namespace klamm::protocol
