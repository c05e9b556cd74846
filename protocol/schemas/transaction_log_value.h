#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's TransactionLogValue, as views; members that a version lacks keep their defaults. @core any
struct TransactionLogValue {
  static constexpr int16_t kApiKey = 0;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 1;
  static const MessageDescriptor kDescriptor;

  struct PartitionsSchema {
    String topic;
    Array<int32_t> partition_ids;
  };

  int64_t producer_id = 0;
  int64_t previous_producer_id = -1;  ///< versions 1+, tag 0
  int64_t next_producer_id = -1;      ///< versions 1+, tag 1
  int16_t producer_epoch = 0;
  int16_t next_producer_epoch = -1;  ///< versions 1+, tag 3
  int32_t transaction_timeout_ms = 0;
  int8_t transaction_status = 0;
  Array<PartitionsSchema> transaction_partitions;  ///< nullable
  int64_t transaction_last_update_timestamp_ms = 0;
  int64_t transaction_start_timestamp_ms = 0;
  int16_t client_transaction_version = 0;  ///< versions 1+, tag 2
};

}  // namespace klamm::protocol
