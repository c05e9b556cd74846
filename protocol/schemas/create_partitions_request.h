#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's CreatePartitionsRequest, as views; members that a version lacks keep their defaults. @core any
struct CreatePartitionsRequest {
  static constexpr int16_t kApiKey = 37;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  struct CreatePartitionsAssignment {
    Array<int32_t> broker_ids;
  };

  struct CreatePartitionsTopic {
    String name;
    int32_t count = 0;
    Array<CreatePartitionsAssignment> assignments;  ///< nullable
  };

  Array<CreatePartitionsTopic> topics;
  int32_t timeout_ms = 0;
  bool validate_only = false;
};

}  // namespace klamm::protocol
