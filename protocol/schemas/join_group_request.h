#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's JoinGroupRequest, as views; members that a version lacks keep their defaults. @core any
struct JoinGroupRequest {
  static constexpr int16_t kApiKey = 11;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 9;
  static constexpr int16_t kLowestFlexibleVersion = 6;
  static const MessageDescriptor kDescriptor;

  struct JoinGroupRequestProtocol {
    String name;
    Bytes metadata;
  };

  String group_id;
  int32_t session_timeout_ms = 0;
  int32_t rebalance_timeout_ms = -1;  ///< versions 1+
  String member_id;
  String group_instance_id = String::null();  ///< versions 5+, nullable
  String protocol_type;
  Array<JoinGroupRequestProtocol> protocols;
  String reason = String::null();  ///< versions 8+, nullable
};

}  // namespace klamm::protocol
