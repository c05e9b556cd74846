#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's TxnOffsetCommitRequest, as views; members that a version lacks keep their defaults. @core any
struct TxnOffsetCommitRequest {
  static constexpr int16_t kApiKey = 28;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 6;
  static constexpr int16_t kLowestFlexibleVersion = 3;
  static const MessageDescriptor kDescriptor;

  struct TxnOffsetCommitRequestPartition {
    int32_t partition_index = 0;
    int64_t committed_offset = 0;
    int32_t committed_leader_epoch = -1;  ///< versions 2+
    String committed_metadata;            ///< nullable
  };

  struct TxnOffsetCommitRequestTopic {
    String name;    ///< versions 0-5
    Uuid topic_id;  ///< versions 6+
    Array<TxnOffsetCommitRequestPartition> partitions;
  };

  String transactional_id;
  String group_id;
  int64_t producer_id = 0;
  int16_t producer_epoch = 0;
  int32_t generation_id_or_member_epoch = -1;  ///< versions 3+
  String member_id;                            ///< versions 3+
  String group_instance_id = String::null();   ///< versions 3+, nullable
  Array<TxnOffsetCommitRequestTopic> topics;
};

}  // namespace klamm::protocol
