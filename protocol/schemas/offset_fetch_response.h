#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's OffsetFetchResponse, as views; members that a version lacks keep their defaults. @core any
struct OffsetFetchResponse {
  static constexpr int16_t kApiKey = 9;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 10;
  static constexpr int16_t kLowestFlexibleVersion = 6;
  static const MessageDescriptor kDescriptor;

  struct OffsetFetchResponsePartition {
    int32_t partition_index = 0;              ///< versions 0-7
    int64_t committed_offset = 0;             ///< versions 0-7
    int32_t committed_leader_epoch = -1;      ///< versions 5-7
    String metadata;                          ///< versions 0-7, nullable
    ErrorCode error_code = ErrorCode::kNone;  ///< versions 0-7
  };

  struct OffsetFetchResponseTopic {
    String name;                                     ///< versions 0-7
    Array<OffsetFetchResponsePartition> partitions;  ///< versions 0-7
  };

  struct OffsetFetchResponsePartitions {
    int32_t partition_index = 0;              ///< versions 8+
    int64_t committed_offset = 0;             ///< versions 8+
    int32_t committed_leader_epoch = -1;      ///< versions 8+
    String metadata;                          ///< versions 8+, nullable
    ErrorCode error_code = ErrorCode::kNone;  ///< versions 8+
  };

  struct OffsetFetchResponseTopics {
    String name;                                      ///< versions 8-9
    Uuid topic_id;                                    ///< versions 10+
    Array<OffsetFetchResponsePartitions> partitions;  ///< versions 8+
  };

  struct OffsetFetchResponseGroup {
    String group_id;                          ///< versions 8+
    Array<OffsetFetchResponseTopics> topics;  ///< versions 8+
    ErrorCode error_code = ErrorCode::kNone;  ///< versions 8+
  };

  int32_t throttle_time_ms = 0;             ///< versions 3+
  Array<OffsetFetchResponseTopic> topics;   ///< versions 0-7
  ErrorCode error_code = ErrorCode::kNone;  ///< versions 2-7
  Array<OffsetFetchResponseGroup> groups;   ///< versions 8+
};

}  // namespace klamm::protocol
