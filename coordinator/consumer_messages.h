#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "coordinator/classic_messages.h"
#include "coordinator/classic_start.h"
#include "coordinator/consumer_member.h"
#include "coordinator/group_records.h"
#include "protocol/error_code.h"

// What the consumer group protocol (KIP-848) asks and answers, with memory of its own: an answer waits for the log.
namespace klamm::coordinator {

/// A code and Kafka's sentence for it. @core any
struct GroupError {
  protocol::ErrorCode code = protocol::ErrorCode::kNone;
  std::string message;
};

/// A ConsumerGroupHeartbeat. @core any
struct ConsumerHeartbeat {
  std::string member_id;      // empty: a new member whose id the server makes (version 0)
  int32_t member_epoch = -1;  // 0: joins; kLeaveEpoch, kLeaveStaticEpoch: leaves
  std::optional<std::string> instance_id;
  std::optional<std::string> rack_id;
  int32_t rebalance_timeout_ms = -1;  // -1: as before
  std::optional<std::vector<std::string>> topics;
  std::optional<std::string> topic_regex;
  std::optional<std::string> server_assignor;
  std::optional<TopicPartitions> owned;
  std::string client_id;
  std::string client_host;    // as Kafka writes it: "/10.0.0.1"
  std::string new_member_id;  // for one without, made by the driver
  ConnectionId connection = kNoConnection;
  RequestToken token = kNoRequest;
};

/// What is wrong with a request, whatever the group is like.
std::optional<GroupError> check_heartbeat(const ConsumerHeartbeat& request, std::string_view group_id, int16_t version,
                                          std::span<const std::string> assignors);

/// @core any
struct ConsumerAnswer {
  protocol::ErrorCode error = protocol::ErrorCode::kNone;
  std::string error_message;
  std::string member_id;  // empty with an error
  int32_t member_epoch = 0;
  int32_t heartbeat_interval_ms = 0;
  std::optional<OwnedPartitions> assignment;  // when it is news to the member
};

/// Records of a group to be appended; the group is told by written() when that has ended.
/// @core owner
struct ConsumerWrite {
  uint64_t id = 0;
  GroupRecords records;
};

/// What a group wants done after an event. When it wants to be woken is not here: see ConsumerGroup::wake_at_ms().
/// @core owner
struct ConsumerEffects {
  std::vector<std::pair<RequestToken, ConsumerAnswer>> answers;
  std::vector<std::pair<RequestToken, JoinAnswer>> join_answers;  // of members of the classic protocol
  std::vector<std::pair<RequestToken, SyncAnswer>> sync_answers;
  std::vector<ConsumerWrite> writes;
  std::vector<std::string> log_lines;
  std::optional<ClassicStart> classic;  // takes the place of the group, of which nothing is left
  bool wants_regexes_resolved = false;  // see ConsumerGroup::regexes_resolved()
};

/// A group as ConsumerGroupDescribe tells it. @core any
struct ConsumerDescription {
  struct Member {
    std::string member_id;
    MemberMetadata metadata;
    int32_t member_epoch = 0;
    TopicPartitions assigned;  // with what it has yet to give up
    TopicPartitions target;
  };
  std::string state;
  int32_t group_epoch = 0;
  int32_t assignment_epoch = 0;
  std::string assignor;
  std::vector<Member> members;
};

}  // namespace klamm::coordinator
