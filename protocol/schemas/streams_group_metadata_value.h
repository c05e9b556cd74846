#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's StreamsGroupMetadataValue, as views; members that a version lacks keep their defaults. @core any
struct StreamsGroupMetadataValue {
  static constexpr int16_t kApiKey = 17;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct LastAssignmentConfig {
    String key;
    String value;
  };

  int32_t epoch = 0;
  int64_t metadata_hash = 0;
  int32_t validated_topology_epoch = -1;                ///< tag 0
  Array<LastAssignmentConfig> last_assignment_configs;  ///< nullable, tag 1
  int32_t stored_description_topology_epoch = -1;       ///< tag 2
  int32_t failed_description_topology_epoch = -1;       ///< tag 3
};

}  // namespace klamm::protocol
