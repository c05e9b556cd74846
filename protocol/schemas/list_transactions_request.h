#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ListTransactionsRequest, as views; members that a version lacks keep their defaults. @core any
struct ListTransactionsRequest {
  static constexpr int16_t kApiKey = 66;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 2;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  Array<String> state_filters;
  Array<int64_t> producer_id_filters;
  int64_t duration_filter = -1;                      ///< versions 1+
  String transactional_id_pattern = String::null();  ///< versions 2+, nullable
};

}  // namespace klamm::protocol
