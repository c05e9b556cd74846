#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's StreamsGroupMemberMetadataValue, as views; members that a version lacks keep their defaults. @core any
struct StreamsGroupMemberMetadataValue {
  static constexpr int16_t kApiKey = 19;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct Endpoint {
    String host;
    uint16_t port = 0;
  };

  struct KeyValue {
    String key;
    String value;
  };

  String instance_id;  ///< nullable
  String rack_id;      ///< nullable
  String client_id;
  String client_host;
  int32_t rebalance_timeout_ms = -1;
  int32_t topology_epoch = 0;
  String process_id;
  Nullable<Endpoint> user_endpoint;  ///< nullable
  Array<KeyValue> client_tags;
};

}  // namespace klamm::protocol
