#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/assignor/assignor.h"
#include "coordinator/classic_member.h"
#include "coordinator/classic_messages.h"
#include "protocol/types.h"

namespace klamm::coordinator {

using protocol::Uuid;

/// How far a member is on its way to its target assignment, by the numbers that its record has. @core any
enum class MemberState : int8_t {
  kStable = 0,                // it has what its epoch gives it
  kUnrevokedPartitions = 1,   // it has to give partitions up before it may go on
  kUnreleasedPartitions = 2,  // partitions of its target still belong to others
  kUnknown = 127,             // a state of a later version
};

/// A partition and the epoch since which its member has it: commits of older epochs are refused. @core any
struct OwnedPartition {
  int32_t partition = 0;
  int32_t assignment_epoch = 0;
  friend auto operator<=>(const OwnedPartition&, const OwnedPartition&) = default;
};

/// By topic: ascending, unique, and no topic without any.
using OwnedPartitions = std::map<Uuid, std::vector<OwnedPartition>>;

/// Null when the partition is not there.
inline const OwnedPartition* find_partition(const OwnedPartitions& owned, const Uuid& topic, int32_t partition) {
  const auto found = owned.find(topic);
  if (found == owned.end()) return nullptr;
  const auto place = std::ranges::lower_bound(found->second, partition, {}, &OwnedPartition::partition);
  return place == found->second.end() || place->partition != partition ? nullptr : &*place;
}

/// What a member of the classic protocol in a consumer group brought with it. @core any
struct ClassicMemberMetadata {
  int32_t session_timeout_ms = 0;
  std::vector<JoinProtocol> protocols;
  friend bool operator==(const ClassicMemberMetadata&, const ClassicMemberMetadata&) = default;
};

/// What a member says of itself: ConsumerGroupMemberMetadataValue. @core any
struct MemberMetadata {
  std::optional<std::string> instance_id;  // a static member (KIP-345)
  std::optional<std::string> rack_id;
  std::string client_id;
  std::string client_host;
  std::vector<std::string> topics;              // subscribed by name: ascending, unique
  std::optional<std::string> topic_regex = "";  // empty, too: none
  int32_t rebalance_timeout_ms = -1;
  std::optional<std::string> server_assignor;
  std::optional<ClassicMemberMetadata> classic;

  bool has_regex() const { return topic_regex && !topic_regex->empty(); }
  friend bool operator==(const MemberMetadata&, const MemberMetadata&) = default;
};

/// Where a member is: ConsumerGroupCurrentMemberAssignmentValue. @core any
struct CurrentAssignment {
  int32_t member_epoch = 0;
  int32_t previous_member_epoch = -1;
  MemberState state = MemberState::kStable;
  OwnedPartitions assigned;
  OwnedPartitions pending_revocation;

  bool is_reconciled_to(int32_t assignment_epoch) const {
    return state == MemberState::kStable && member_epoch == assignment_epoch;
  }
  friend bool operator==(const CurrentAssignment&, const CurrentAssignment&) = default;
};

/// The member epochs with which members leave.
inline constexpr int32_t kLeaveEpoch = -1;
inline constexpr int32_t kLeaveStaticEpoch = -2;  // and come back

/// A member of a consumer group. The first part is in the log.
/// @core owner: the group's shard
struct ConsumerMember {
  std::string member_id;
  MemberMetadata metadata;
  CurrentAssignment current;
  bool has_metadata = false;  // its records are there
  bool has_current = false;

  int64_t deadline_ms = kNever;             // when it is taken for dead; kNever while it is not known
  int64_t rebalance_deadline_ms = kNever;   // when it has to have given up what it owes
  int64_t join_deadline_ms = kNever;        // of the classic protocol: when it has to have joined anew
  int64_t sync_deadline_ms = kNever;        // of the classic protocol: when it has to have asked for its assignment
  int64_t away_until_ms = kNever;           // its connection has ended: when it has to be back on another
  ConnectionId connection = kNoConnection;  // over which it came last

  bool is_static() const { return metadata.instance_id.has_value(); }
  bool uses_classic_protocol() const { return metadata.classic.has_value(); }
  int64_t ends_at_ms() const {
    return std::min({deadline_ms, rebalance_deadline_ms, join_deadline_ms, sync_deadline_ms, away_until_ms});
  }
};

}  // namespace klamm::coordinator
