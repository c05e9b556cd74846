#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ConsumerGroupMemberMetadataValue, as views; members that a version lacks keep their defaults. @core any
struct ConsumerGroupMemberMetadataValue {
  static constexpr int16_t kApiKey = 5;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct ClassicProtocol {
    String name;
    Bytes metadata;
  };

  struct ClassicMemberMetadata {
    int32_t session_timeout_ms = 0;
    Array<ClassicProtocol> supported_protocols;
  };

  String instance_id;  ///< nullable
  String rack_id;      ///< nullable
  String client_id;
  String client_host;
  Array<String> subscribed_topic_names;
  String subscribed_topic_regex;  ///< nullable
  int32_t rebalance_timeout_ms = -1;
  String server_assignor;                                                                        ///< nullable
  Nullable<ClassicMemberMetadata> classic_member_metadata = &kDefaultOf<ClassicMemberMetadata>;  ///< nullable, tag 0
};

}  // namespace klamm::protocol
