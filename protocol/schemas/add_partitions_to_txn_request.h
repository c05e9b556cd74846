#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AddPartitionsToTxnRequest, as views; members that a version lacks keep their defaults. @core any
struct AddPartitionsToTxnRequest {
  static constexpr int16_t kApiKey = 24;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 3;
  static const MessageDescriptor kDescriptor;

  struct AddPartitionsToTxnTopic {
    String name;
    Array<int32_t> partitions;
  };

  struct AddPartitionsToTxnTransaction {
    String transactional_id;                ///< versions 4+
    int64_t producer_id = 0;                ///< versions 4+
    int16_t producer_epoch = 0;             ///< versions 4+
    bool verify_only = false;               ///< versions 4+
    Array<AddPartitionsToTxnTopic> topics;  ///< versions 4+
  };

  Array<AddPartitionsToTxnTransaction> transactions;   ///< versions 4+
  String v3_and_below_transactional_id;                ///< versions 0-3
  int64_t v3_and_below_producer_id = 0;                ///< versions 0-3
  int16_t v3_and_below_producer_epoch = 0;             ///< versions 0-3
  Array<AddPartitionsToTxnTopic> v3_and_below_topics;  ///< versions 0-3
};

}  // namespace klamm::protocol
