#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's AlterUserScramCredentialsRequest, as views; members that a version lacks keep their defaults. @core any
struct AlterUserScramCredentialsRequest {
  static constexpr int16_t kApiKey = 51;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct ScramCredentialDeletion {
    String name;
    int8_t mechanism = 0;
  };

  struct ScramCredentialUpsertion {
    String name;
    int8_t mechanism = 0;
    int32_t iterations = 0;
    Bytes salt;
    Bytes salted_password;
  };

  Array<ScramCredentialDeletion> deletions;
  Array<ScramCredentialUpsertion> upsertions;
};

}  // namespace klamm::protocol
