#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's OffsetFetchRequest, as views; members that a version lacks keep their defaults. @core any
struct OffsetFetchRequest {
  static constexpr int16_t kApiKey = 9;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 10;
  static constexpr int16_t kLowestFlexibleVersion = 6;
  static const MessageDescriptor kDescriptor;

  struct OffsetFetchRequestTopic {
    String name;                       ///< versions 0-7
    Array<int32_t> partition_indexes;  ///< versions 0-7
  };

  struct OffsetFetchRequestTopics {
    String name;                       ///< versions 8-9
    Uuid topic_id;                     ///< versions 10+
    Array<int32_t> partition_indexes;  ///< versions 8+
  };

  struct OffsetFetchRequestGroup {
    String group_id;                         ///< versions 8+
    String member_id = String::null();       ///< versions 9+, nullable
    int32_t member_epoch = -1;               ///< versions 9+
    Array<OffsetFetchRequestTopics> topics;  ///< versions 8+, nullable
  };

  String group_id;                        ///< versions 0-7
  Array<OffsetFetchRequestTopic> topics;  ///< versions 0-7, nullable 2-7
  Array<OffsetFetchRequestGroup> groups;  ///< versions 8+
  bool require_stable = false;            ///< versions 7+
};

}  // namespace klamm::protocol
