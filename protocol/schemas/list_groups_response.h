#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ListGroupsResponse, as views; members that a version lacks keep their defaults. @core any
struct ListGroupsResponse {
  static constexpr int16_t kApiKey = 16;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 3;
  static const MessageDescriptor kDescriptor;

  struct ListedGroup {
    String group_id;
    String protocol_type;
    String group_state;  ///< versions 4+
    String group_type;   ///< versions 5+
  };

  int32_t throttle_time_ms = 0;  ///< versions 1+
  ErrorCode error_code = ErrorCode::kNone;
  Array<ListedGroup> groups;
};

}  // namespace klamm::protocol
