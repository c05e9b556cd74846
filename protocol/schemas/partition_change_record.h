#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's PartitionChangeRecord, as views; members that a version lacks keep their defaults. @core any
struct PartitionChangeRecord {
  static constexpr int16_t kApiKey = 5;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  int32_t partition_id = -1;
  Uuid topic_id;
  Array<int32_t> isr = Array<int32_t>::null();                       ///< nullable, tag 0
  int32_t leader = -2;                                               ///< tag 1
  Array<int32_t> replicas = Array<int32_t>::null();                  ///< nullable, tag 2
  Array<int32_t> removing_replicas = Array<int32_t>::null();         ///< nullable, tag 3
  Array<int32_t> adding_replicas = Array<int32_t>::null();           ///< nullable, tag 4
  int8_t leader_recovery_state = -1;                                 ///< tag 5
  Array<Uuid> directories = Array<Uuid>::null();                     ///< versions 1+, nullable, tag 8
  Array<int32_t> eligible_leader_replicas = Array<int32_t>::null();  ///< versions 2+, nullable, tag 6
  Array<int32_t> last_known_elr = Array<int32_t>::null();            ///< versions 2+, nullable, tag 7
};

}  // namespace klamm::protocol
