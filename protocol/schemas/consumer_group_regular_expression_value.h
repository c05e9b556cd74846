#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ConsumerGroupRegularExpressionValue, as views; members that a version lacks keep their defaults. @core any
struct ConsumerGroupRegularExpressionValue {
  static constexpr int16_t kApiKey = 16;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  Array<String> topics;
  int64_t version = 0;
  int64_t timestamp = 0;
};

}  // namespace klamm::protocol
