#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ClientQuotaRecord, as views; members that a version lacks keep their defaults. @core any
struct ClientQuotaRecord {
  static constexpr int16_t kApiKey = 14;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct EntityData {
    String entity_type;
    String entity_name;  ///< nullable
  };

  Array<EntityData> entity;
  String key;
  double value = 0;
  bool remove = false;
};

}  // namespace klamm::protocol
