#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's InitProducerIdRequest, as views; members that a version lacks keep their defaults. @core any
struct InitProducerIdRequest {
  static constexpr int16_t kApiKey = 22;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 6;
  static constexpr int16_t kLowestFlexibleVersion = 2;
  static const MessageDescriptor kDescriptor;

  String transactional_id;  ///< nullable
  int32_t transaction_timeout_ms = 0;
  int64_t producer_id = -1;        ///< versions 3+
  int16_t producer_epoch = -1;     ///< versions 3+
  bool enable2_pc = false;         ///< versions 6+
  bool keep_prepared_txn = false;  ///< versions 6+
};

}  // namespace klamm::protocol
