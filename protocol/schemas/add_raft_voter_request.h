#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AddRaftVoterRequest, as views; members that a version lacks keep their defaults. @core any
struct AddRaftVoterRequest {
  static constexpr int16_t kApiKey = 80;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct Listener {
    String name;
    String host;
    uint16_t port = 0;
  };

  String cluster_id;  ///< nullable
  int32_t timeout_ms = 0;
  int32_t voter_id = 0;
  Uuid voter_directory_id;
  Array<Listener> listeners;
  bool ack_when_committed = true;  ///< versions 1+
};

}  // namespace klamm::protocol
