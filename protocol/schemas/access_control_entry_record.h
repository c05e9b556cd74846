#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AccessControlEntryRecord, as views; members that a version lacks keep their defaults. @core any
struct AccessControlEntryRecord {
  static constexpr int16_t kApiKey = 18;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  Uuid id;
  int8_t resource_type = 0;
  String resource_name;
  int8_t pattern_type = 0;
  String principal;
  String host;
  int8_t operation = 0;
  int8_t permission_type = 0;
};

}  // namespace klamm::protocol
