#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's DescribeConfigsResponse, as views; members that a version lacks keep their defaults. @core any
struct DescribeConfigsResponse {
  static constexpr int16_t kApiKey = 32;
  static constexpr int16_t kLowestVersion = 1;
  static constexpr int16_t kHighestVersion = 4;
  static constexpr int16_t kLowestFlexibleVersion = 4;
  static const MessageDescriptor kDescriptor;

  struct DescribeConfigsSynonym {
    String name;
    String value;  ///< nullable 0+
    int8_t source = 0;
  };

  struct DescribeConfigsResourceResult {
    String name;
    String value;  ///< nullable
    bool read_only = false;
    int8_t config_source = -1;
    bool is_sensitive = false;
    Array<DescribeConfigsSynonym> synonyms;
    int8_t config_type = 0;  ///< versions 3+
    String documentation;    ///< versions 3+, nullable 0+
  };

  struct DescribeConfigsResult {
    ErrorCode error_code = ErrorCode::kNone;
    String error_message;  ///< nullable
    int8_t resource_type = 0;
    String resource_name;
    Array<DescribeConfigsResourceResult> configs;
  };

  int32_t throttle_time_ms = 0;
  Array<DescribeConfigsResult> results;
};

}  // namespace klamm::protocol
