#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's UserScramCredentialRecord, as views; members that a version lacks keep their defaults. @core any
struct UserScramCredentialRecord {
  static constexpr int16_t kApiKey = 11;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  String name;
  int8_t mechanism = 0;
  Bytes salt;
  Bytes stored_key;
  Bytes server_key;
  int32_t iterations = 0;
};

}  // namespace klamm::protocol
