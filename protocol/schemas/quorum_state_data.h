#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's QuorumStateData, as views; members that a version lacks keep their defaults. @core any
struct QuorumStateData {
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct Voter {
    int32_t voter_id = 0;  ///< versions 0
  };

  String cluster_id;  ///< versions 0
  int32_t leader_id = -1;
  int32_t leader_epoch = -1;
  int32_t voted_id = -1;
  Uuid voted_directory_id;      ///< versions 1+
  int64_t applied_offset = 0;   ///< versions 0
  Array<Voter> current_voters;  ///< versions 0, nullable
};

}  // namespace klamm::protocol
