#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeClientQuotasResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeClientQuotasResponse {
  static constexpr int16_t kApiKey = 48;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 1;
  static const MessageDescriptor kDescriptor;

  struct EntityData {
    String entity_type;
    String entity_name;  ///< nullable
  };

  struct ValueData {
    String key;
    double value = 0;
  };

  struct EntryData {
    Array<EntityData> entity;
    Array<ValueData> values;
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  String error_message;      ///< nullable
  Array<EntryData> entries;  ///< nullable
};

}  // namespace klamm::protocol
