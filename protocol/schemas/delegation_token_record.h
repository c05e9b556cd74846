#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DelegationTokenRecord, as views; members that a version lacks keep their defaults. @core any
struct DelegationTokenRecord {
  static constexpr int16_t kApiKey = 10;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  String owner;
  String requester;
  Array<String> renewers;
  int64_t issue_timestamp = 0;
  int64_t max_timestamp = 0;
  int64_t expiration_timestamp = 0;
  String token_id;
};

}  // namespace klamm::protocol
