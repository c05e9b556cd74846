#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AlterClientQuotasRequest, as views; members that a version lacks keep their defaults. @core any
struct AlterClientQuotasRequest {
  static constexpr int16_t kApiKey = 49;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 1;
  static const MessageDescriptor kDescriptor;

  struct EntityData {
    String entity_type;
    String entity_name;  ///< nullable
  };

  struct OpData {
    String key;
    double value = 0;
    bool remove = false;
  };

  struct EntryData {
    Array<EntityData> entity;
    Array<OpData> ops;
  };

  Array<EntryData> entries;
  bool validate_only = false;
};

}  // namespace klamm::protocol
