#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ControllerRegistrationRequest, as views; members that a version lacks keep their defaults. @core any
struct ControllerRegistrationRequest {
  static constexpr int16_t kApiKey = 70;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct Listener {
    String name;
    String host;
    uint16_t port = 0;
    int16_t security_protocol = 0;
  };

  struct Feature {
    String name;
    int16_t min_supported_version = 0;
    int16_t max_supported_version = 0;
  };

  int32_t controller_id = 0;
  Uuid incarnation_id;
  bool zk_migration_ready = false;
  Array<Listener> listeners;
  Array<Feature> features;
};

}  // namespace klamm::protocol
