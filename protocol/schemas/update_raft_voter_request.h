#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's UpdateRaftVoterRequest, as views; members that a version lacks keep their defaults. @core any
struct UpdateRaftVoterRequest {
  static constexpr int16_t kApiKey = 82;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct Listener {
    String name;
    String host;
    uint16_t port = 0;
  };

  struct KRaftVersionFeature {
    int16_t min_supported_version = 0;
    int16_t max_supported_version = 0;
  };

  String cluster_id;  ///< nullable
  int32_t current_leader_epoch = 0;
  int32_t voter_id = 0;
  Uuid voter_directory_id;
  Array<Listener> listeners;
  KRaftVersionFeature kraft_version_feature;
};

}  // namespace klamm::protocol
