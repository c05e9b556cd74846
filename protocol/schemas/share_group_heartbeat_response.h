#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ShareGroupHeartbeatResponse, as views; members that a version lacks keep their defaults. @core any
struct ShareGroupHeartbeatResponse {
  static constexpr int16_t kApiKey = 76;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TopicPartitions {
    Uuid topic_id;
    Array<int32_t> partitions;
  };

  struct Assignment {
    Array<TopicPartitions> topic_partitions;
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  String error_message = String::null();  ///< nullable
  String member_id = String::null();      ///< nullable
  int32_t member_epoch = 0;
  int32_t heartbeat_interval_ms = 0;
  Nullable<Assignment> assignment;  ///< nullable
};

}  // namespace klamm::protocol
