#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's BrokerRegistrationRequest, as views; members that a version lacks keep their defaults. @core any
struct BrokerRegistrationRequest {
  static constexpr int16_t kApiKey = 62;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 4;
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

  int32_t broker_id = 0;
  String cluster_id;
  Uuid incarnation_id;
  Array<Listener> listeners;
  Array<Feature> features;
  String rack;                          ///< nullable
  bool is_migrating_zk_broker = false;  ///< versions 1+
  Array<Uuid> log_dirs;                 ///< versions 2+
  int64_t previous_broker_epoch = -1;   ///< versions 3+
};

}  // namespace klamm::protocol
