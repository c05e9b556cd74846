#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's ConsumerGroupDescribeResponse, as views; members that a version lacks keep their defaults. @core any
struct ConsumerGroupDescribeResponse {
  static constexpr int16_t kApiKey = 69;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TopicPartitions {
    Uuid topic_id;
    String topic_name;
    Array<int32_t> partitions;
  };

  struct Assignment {
    Array<TopicPartitions> topic_partitions;
  };

  struct Member {
    String member_id;
    String instance_id = String::null();  ///< nullable
    String rack_id = String::null();      ///< nullable
    int32_t member_epoch = 0;
    String client_id;
    String client_host;
    Array<String> subscribed_topic_names;
    String subscribed_topic_regex = String::null();  ///< nullable
    Assignment assignment;
    Assignment target_assignment;
    int8_t member_type = -1;  ///< versions 1+
  };

  struct DescribedGroup {
    ErrorCode error_code = ErrorCode::kNone;
    String error_message = String::null();  ///< nullable
    String group_id;
    String group_state;
    int32_t group_epoch = 0;
    int32_t assignment_epoch = 0;
    String assignor_name;
    Array<Member> members;
    int32_t authorized_operations = -2147483648;
  };

  int32_t throttle_time_ms = 0;
  Array<DescribedGroup> groups;
};

}  // namespace klamm::protocol
