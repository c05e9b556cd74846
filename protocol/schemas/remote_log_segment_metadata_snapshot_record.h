#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's RemoteLogSegmentMetadataSnapshotRecord, as views; members that a version lacks keep their defaults. @core
/// any
struct RemoteLogSegmentMetadataSnapshotRecord {
  static constexpr int16_t kApiKey = 3;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct SegmentLeaderEpochEntry {
    int32_t leader_epoch = 0;
    int64_t offset = 0;
  };

  Uuid segment_id;
  int64_t start_offset = 0;
  int64_t end_offset = 0;
  int32_t broker_id = 0;
  int64_t max_timestamp_ms = 0;
  int64_t event_timestamp_ms = 0;
  Array<SegmentLeaderEpochEntry> segment_leader_epochs;
  int32_t segment_size_in_bytes = 0;
  Bytes custom_metadata = Bytes::null();  ///< nullable
  int8_t remote_log_segment_state = 0;
  bool txn_index_empty = false;  ///< tag 0
};

}  // namespace klamm::protocol
