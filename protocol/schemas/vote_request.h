#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's VoteRequest, as views; members that a version lacks keep their defaults. @core any
struct VoteRequest {
  static constexpr int16_t kApiKey = 52;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct PartitionData {
    int32_t partition_index = 0;
    int32_t replica_epoch = 0;
    int32_t replica_id = 0;
    Uuid replica_directory_id;  ///< versions 1+
    Uuid voter_directory_id;    ///< versions 1+
    int32_t last_offset_epoch = 0;
    int64_t last_offset = 0;
    bool pre_vote = false;  ///< versions 2+
  };

  struct TopicData {
    String topic_name;
    Array<PartitionData> partitions;
  };

  String cluster_id = String::null();  ///< nullable
  int32_t voter_id = -1;               ///< versions 1+
  Array<TopicData> topics;
};

}  // namespace klamm::protocol
