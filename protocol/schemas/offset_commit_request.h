#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's OffsetCommitRequest, as views; members that a version lacks keep their defaults. @core any
struct OffsetCommitRequest {
  static constexpr int16_t kApiKey = 8;
  static constexpr int16_t kLowestVersion = 2;
  static constexpr int16_t kHighestVersion = 10;
  static constexpr int16_t kLowestFlexibleVersion = 8;
  static const MessageDescriptor kDescriptor;

  struct OffsetCommitRequestPartition {
    int32_t partition_index = 0;
    int64_t committed_offset = 0;
    int32_t committed_leader_epoch = -1;  ///< versions 6+
    String committed_metadata;            ///< nullable
  };

  struct OffsetCommitRequestTopic {
    String name;    ///< versions 0-9
    Uuid topic_id;  ///< versions 10+
    Array<OffsetCommitRequestPartition> partitions;
  };

  String group_id;
  int32_t generation_id_or_member_epoch = -1;
  String member_id;
  String group_instance_id = String::null();  ///< versions 7+, nullable
  int64_t retention_time_ms = -1;             ///< versions 2-4
  Array<OffsetCommitRequestTopic> topics;
};

}  // namespace klamm::protocol
