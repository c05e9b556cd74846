#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's LeaderChangeMessage, as views; members that a version lacks keep their defaults. @core any
struct LeaderChangeMessage {
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct Voter {
    int32_t voter_id = 0;
    Uuid voter_directory_id;  ///< versions 1+
  };

  int16_t version = 0;
  int32_t leader_id = 0;
  Array<Voter> voters;
  Array<Voter> granting_voters;
};

}  // namespace klamm::protocol
