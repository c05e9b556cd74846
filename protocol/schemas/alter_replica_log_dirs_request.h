#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AlterReplicaLogDirsRequest, as views; members that a version lacks keep their defaults. @core any
struct AlterReplicaLogDirsRequest {
  static constexpr int16_t kApiKey = 34;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct AlterReplicaLogDirTopic {
    String name;
    Array<int32_t> partitions;
  };

  struct AlterReplicaLogDir {
    String path;
    Array<AlterReplicaLogDirTopic> topics;
  };

  Array<AlterReplicaLogDir> dirs;
};

}  // namespace klamm::protocol
