#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's OffsetCommitValue, as views; members that a version lacks keep their defaults. @core any
struct OffsetCommitValue {
  static constexpr int16_t kApiKey = 1;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 4;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  int64_t offset = 0;
  int32_t leader_epoch = -1;  ///< versions 3+
  String metadata;
  int64_t commit_timestamp = 0;
  int64_t expire_timestamp = -1;  ///< versions 1
  Uuid topic_id;                  ///< versions 4+, tag 0
};

}  // namespace klamm::protocol
