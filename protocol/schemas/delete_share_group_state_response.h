#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DeleteShareGroupStateResponse, as views; members that a version lacks keep their defaults. @core any
struct DeleteShareGroupStateResponse {
  static constexpr int16_t kApiKey = 86;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct PartitionResult {
    int32_t partition = 0;
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< nullable
  };

  struct DeleteStateResult {
    Uuid topic_id;
    Array<PartitionResult> partitions;
  };

  Array<DeleteStateResult> results;
};

}  // namespace klamm::protocol
