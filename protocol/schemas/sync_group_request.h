#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's SyncGroupRequest, as views; members that a version lacks keep their defaults. @core any
struct SyncGroupRequest {
  static constexpr int16_t kApiKey = 14;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 5;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  struct SyncGroupRequestAssignment {
    String member_id;
    Bytes assignment;
  };

  String group_id;
  int32_t generation_id = 0;
  String member_id;
  String group_instance_id = String::null();  ///< versions 3+, nullable
  String protocol_type = String::null();      ///< versions 5+, nullable
  String protocol_name = String::null();      ///< versions 5+, nullable
  Array<SyncGroupRequestAssignment> assignments;
};

}  // namespace klamm::protocol
