#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's GroupMetadataValue, as views; members that a version lacks keep their defaults. @core any
struct GroupMetadataValue {
  static constexpr int16_t kApiKey = 2;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 4;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  struct MemberMetadata {
    String member_id;
    String group_instance_id = String::null();  ///< versions 3+, nullable
    String client_id;
    String client_host;
    int32_t rebalance_timeout = -1;  ///< versions 1+
    int32_t session_timeout = 0;
    Bytes subscription;
    Bytes assignment;
  };

  String protocol_type;
  int32_t generation = 0;
  String protocol;                       ///< nullable
  String leader;                         ///< nullable
  int64_t current_state_timestamp = -1;  ///< versions 2+
  Array<MemberMetadata> members;
};

}  // namespace klamm::protocol
