#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's RemoteLogSegmentMetadataUpdateRecord, as views; members that a version lacks keep their defaults. @core any
struct RemoteLogSegmentMetadataUpdateRecord {
  static constexpr int16_t kApiKey = 1;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TopicIdPartitionEntry {
    String name;
    Uuid id;
    int32_t partition = 0;
  };

  struct RemoteLogSegmentIdEntry {
    TopicIdPartitionEntry topic_id_partition;
    Uuid id;
  };

  RemoteLogSegmentIdEntry remote_log_segment_id;
  int32_t broker_id = 0;
  int64_t event_timestamp_ms = 0;
  Bytes custom_metadata = Bytes::null();  ///< nullable
  int8_t remote_log_segment_state = 0;
};

}  // namespace klamm::protocol
