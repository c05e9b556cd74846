#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's StreamsGroupTargetAssignmentMemberValue, as views; members that a version lacks keep their defaults. @core
/// any
struct StreamsGroupTargetAssignmentMemberValue {
  static constexpr int16_t kApiKey = 21;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TaskIds {
    String subtopology_id;
    Array<int32_t> partitions;
  };

  Array<TaskIds> active_tasks;
  Array<TaskIds> standby_tasks;
  Array<TaskIds> warmup_tasks;
};

}  // namespace klamm::protocol
