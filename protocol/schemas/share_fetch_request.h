#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ShareFetchRequest, as views; members that a version lacks keep their defaults. @core any
struct ShareFetchRequest {
  static constexpr int16_t kApiKey = 78;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct AcknowledgementBatch {
    int64_t first_offset = 0;
    int64_t last_offset = 0;
    Array<int8_t> acknowledge_types;
  };

  struct FetchPartition {
    int32_t partition_index = 0;
    int32_t partition_max_bytes = 0;  ///< versions 0
    Array<AcknowledgementBatch> acknowledgement_batches;
  };

  struct FetchTopic {
    Uuid topic_id;
    Array<FetchPartition> partitions;
  };

  struct ForgottenTopic {
    Uuid topic_id;
    Array<int32_t> partitions;
  };

  String group_id = String::null();  ///< nullable
  String member_id;                  ///< nullable
  int32_t share_session_epoch = 0;
  int32_t max_wait_ms = 0;
  int32_t min_bytes = 0;
  int32_t max_bytes = 2147483647;
  int32_t max_records = 0;
  int32_t batch_size = 0;
  int8_t share_acquire_mode = 0;  ///< versions 2+
  bool is_renew_ack = false;      ///< versions 2+
  Array<FetchTopic> topics;
  Array<ForgottenTopic> forgotten_topics_data;
};

}  // namespace klamm::protocol
