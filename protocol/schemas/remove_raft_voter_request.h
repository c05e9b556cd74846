#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's RemoveRaftVoterRequest, as views; members that a version lacks keep their defaults. @core any
struct RemoveRaftVoterRequest {
  static constexpr int16_t kApiKey = 81;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  String cluster_id;  ///< nullable
  int32_t voter_id = 0;
  Uuid voter_directory_id;
};

}  // namespace klamm::protocol
