#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's LegacyOffsetCommitValue, as views; members that a version lacks keep their defaults. @core any
struct LegacyOffsetCommitValue {
  static constexpr int16_t kApiKey = 0;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 32767;
  static const MessageDescriptor kDescriptor;

  int64_t offset = 0;
  String metadata;
  int64_t commit_timestamp = 0;
};

}  // namespace klamm::protocol
