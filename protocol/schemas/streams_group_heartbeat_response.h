#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's StreamsGroupHeartbeatResponse, as views; members that a version lacks keep their defaults. @core any
struct StreamsGroupHeartbeatResponse {
  static constexpr int16_t kApiKey = 88;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 1;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct Status {
    int8_t status_code = 0;
    String status_detail;
  };

  struct TaskIds {
    String subtopology_id;
    Array<int32_t> partitions;
  };

  struct Endpoint {
    String host;
    uint16_t port = 0;
  };

  struct TopicPartition {
    String topic;
    Array<int32_t> partitions;
  };

  struct EndpointToPartitions {
    Endpoint user_endpoint;
    Array<TopicPartition> active_partitions;
    Array<TopicPartition> standby_partitions;
  };

  int32_t throttle_time_ms = 0;
  ErrorCode error_code = ErrorCode::kNone;
  String error_message = String::null();  ///< nullable
  String member_id;
  int32_t member_epoch = 0;
  int32_t heartbeat_interval_ms = 0;
  int32_t acceptable_recovery_lag_legacy = 0;  ///< versions 0
  int32_t task_offset_interval_ms = 0;
  int64_t acceptable_recovery_lag = -1;                   ///< versions 1+
  Array<Status> status;                                   ///< nullable
  Array<TaskIds> active_tasks = Array<TaskIds>::null();   ///< nullable
  Array<TaskIds> standby_tasks = Array<TaskIds>::null();  ///< nullable
  Array<TaskIds> warmup_tasks = Array<TaskIds>::null();   ///< nullable
  bool topology_description_required = false;             ///< versions 1+
  int32_t endpoint_information_epoch = 0;
  Array<EndpointToPartitions> partitions_by_user_endpoint = Array<EndpointToPartitions>::null();  ///< nullable
};

}  // namespace klamm::protocol
