#pragma once

#include "protocol/codec.h"
#include "protocol/error_code.h"
#include "protocol/types.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

/// Kafka's StreamsGroupCurrentMemberAssignmentValue, as views; members that a version lacks keep their defaults. @core
/// any
struct StreamsGroupCurrentMemberAssignmentValue {
  static constexpr int16_t kApiKey = 22;
  static constexpr int16_t kLowestVersion = 0;
  static constexpr int16_t kHighestVersion = 0;
  static constexpr int16_t kLowestFlexibleVersion = 0;
  static const MessageDescriptor kDescriptor;

  struct TaskIds {
    String subtopology_id;
    Array<int32_t> partitions;
    Array<int32_t> assignment_epochs;  ///< nullable, tag 0
  };

  int32_t member_epoch = 0;
  int32_t previous_member_epoch = 0;
  int8_t state = 0;
  Array<TaskIds> active_tasks;
  Array<TaskIds> standby_tasks;
  Array<TaskIds> warmup_tasks;
  Array<TaskIds> active_tasks_pending_revocation;
  Array<TaskIds> standby_tasks_pending_revocation;
  Array<TaskIds> warmup_tasks_pending_revocation;
};

}  // namespace klamm::protocol
