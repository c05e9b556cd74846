#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's BrokerRegistrationChangeRecord, as views; members that a version lacks keep their defaults. @core any
struct BrokerRegistrationChangeRecord {
  static constexpr int16_t kApiKey = 17;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 3;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  int32_t broker_id = 0;
  int64_t broker_epoch = 0;
  int8_t fenced = 0;                                    ///< tag 0
  int8_t in_controlled_shutdown = 0;                    ///< versions 1+, tag 1
  Array<Uuid> log_dirs;                                 ///< versions 2+, tag 2
  Array<Uuid> cordoned_log_dirs = Array<Uuid>::null();  ///< versions 3+, nullable, tag 3
};

}  // namespace klamm::protocol
