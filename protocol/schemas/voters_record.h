#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's VotersRecord, as views; members that a version lacks keep their defaults. @core any
struct VotersRecord {
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct Endpoint {
    String name;
    String host;
    uint16_t port = 0;
  };

  struct KRaftVersionFeature {
    int16_t min_supported_version = 0;
    int16_t max_supported_version = 0;
  };

  struct Voter {
    int32_t voter_id = 0;
    Uuid voter_directory_id;
    Array<Endpoint> endpoints;
    KRaftVersionFeature kraft_version_feature;
  };

  int16_t version = 0;
  Array<Voter> voters;
};

}  // namespace klamm::protocol
