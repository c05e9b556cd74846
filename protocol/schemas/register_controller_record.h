#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's RegisterControllerRecord, as views; members that a version lacks keep their defaults. @core any
struct RegisterControllerRecord {
  static constexpr int16_t kApiKey = 27;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct ControllerEndpoint {
    String name;
    String host;
    uint16_t port = 0;
    int16_t security_protocol = 0;
  };

  struct ControllerFeature {
    String name;
    int16_t min_supported_version = 0;
    int16_t max_supported_version = 0;
  };

  int32_t controller_id = 0;
  Uuid incarnation_id;
  bool zk_migration_ready = false;
  Array<ControllerEndpoint> end_points;
  Array<ControllerFeature> features;
};

}  // namespace klamm::protocol
