#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's RegisterBrokerRecord, as views; members that a version lacks keep their defaults. @core any
struct RegisterBrokerRecord {
  static constexpr int16_t kApiKey = 0;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 4;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct BrokerEndpoint {
    String name;
    String host;
    uint16_t port = 0;
    int16_t security_protocol = 0;
  };

  struct BrokerFeature {
    String name;
    int16_t min_supported_version = 0;
    int16_t max_supported_version = 0;
  };

  int32_t broker_id = 0;
  bool is_migrating_zk_broker = false;  ///< versions 2+
  Uuid incarnation_id;
  int64_t broker_epoch = 0;
  Array<BrokerEndpoint> end_points;
  Array<BrokerFeature> features;
  String rack;  ///< nullable
  bool fenced = true;
  bool in_controlled_shutdown = false;                  ///< versions 1+
  Array<Uuid> log_dirs;                                 ///< versions 3+, tag 0
  Array<Uuid> cordoned_log_dirs = Array<Uuid>::null();  ///< versions 4+, nullable, tag 1
};

}  // namespace klamm::protocol
