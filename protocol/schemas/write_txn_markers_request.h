#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's WriteTxnMarkersRequest, as views; members that a version lacks keep their defaults. @core any
struct WriteTxnMarkersRequest {
  static constexpr int16_t kApiKey = 27;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 1;
  static const MessageDescriptor kDescriptor;

  struct WritableTxnMarkerTopic {
    String name;
    Array<int32_t> partition_indexes;
  };

  struct WritableTxnMarker {
    int64_t producer_id = 0;
    int16_t producer_epoch = 0;
    bool transaction_result = false;
    Array<WritableTxnMarkerTopic> topics;
    int32_t coordinator_epoch = 0;
    int8_t transaction_version = 0;  ///< versions 2+
  };

  Array<WritableTxnMarker> markers;
};

}  // namespace klamm::protocol
