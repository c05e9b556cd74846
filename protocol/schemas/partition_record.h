#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's PartitionRecord, as views; members that a version lacks keep their defaults. @core any
struct PartitionRecord {
  static constexpr int16_t kApiKey = 3;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  int32_t partition_id = -1;
  Uuid topic_id;
  Array<int32_t> replicas;
  Array<int32_t> isr;
  Array<int32_t> removing_replicas;
  Array<int32_t> adding_replicas;
  int32_t leader = -1;
  int8_t leader_recovery_state = 0;  ///< tag 0
  int32_t leader_epoch = -1;
  int32_t partition_epoch = -1;
  Array<Uuid> directories;                                           ///< versions 1+
  Array<int32_t> eligible_leader_replicas = Array<int32_t>::null();  ///< versions 2+, nullable, tag 1
  Array<int32_t> last_known_elr = Array<int32_t>::null();            ///< versions 2+, nullable, tag 2
};

}  // namespace klamm::protocol
