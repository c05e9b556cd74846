#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ShareAcknowledgeRequest, as views; members that a version lacks keep their defaults. @core any
struct ShareAcknowledgeRequest {
  static constexpr int16_t kApiKey = 79;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct AcknowledgementBatch {
    int64_t first_offset = 0;
    int64_t last_offset = 0;
    Array<int8_t> acknowledge_types;
  };

  struct AcknowledgePartition {
    int32_t partition_index = 0;
    Array<AcknowledgementBatch> acknowledgement_batches;
  };

  struct AcknowledgeTopic {
    Uuid topic_id;
    Array<AcknowledgePartition> partitions;
  };

  String group_id = String::null();  ///< nullable
  String member_id;                  ///< nullable
  int32_t share_session_epoch = 0;
  bool is_renew_ack = false;  ///< versions 2+
  Array<AcknowledgeTopic> topics;
};

}  // namespace klamm::protocol
