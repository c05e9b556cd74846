#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/error_code.h"

// What the classic group protocol asks and answers, with memory of its own: a request that waits keeps no receive
// buffer, and an answer outlives the group's next change. Opaque bytes are std::string.
namespace klamm::coordinator {

/// The protocol type of members that consume: they say in their metadata what they read, and are told partitions.
inline constexpr std::string_view kConsumerProtocolType = "consumer";

/// Names a request that waits for its answer; the driver gives it. @core owner: the group's shard
using RequestToken = uint64_t;
inline constexpr RequestToken kNoRequest = 0;

/// Names the connection over which a request came; no two in the life of a process are the same. @core any
using ConnectionId = uint64_t;
inline constexpr ConnectionId kNoConnection = 0;  // not known, or not of interest

/// A protocol (assignor) that a member supports, and what it says to the leader under it. @core any
struct JoinProtocol {
  std::string name;
  std::string metadata;
  friend bool operator==(const JoinProtocol&, const JoinProtocol&) = default;
};

/// Who asks, over which versions. @core any
struct JoinRequest {
  std::string member_id;  // empty: a new member
  std::optional<std::string> instance_id;
  std::string client_id;
  std::string client_host;  // as Kafka writes it: "/10.0.0.1"
  int32_t session_timeout_ms = 0;
  int32_t rebalance_timeout_ms = 0;
  std::string protocol_type;
  std::vector<JoinProtocol> protocols;  // in the order of the member's preference
  std::string reason;
  bool needs_known_member_id = false;  // KIP-394: JoinGroup 4 and above
  bool can_skip_assignment = false;    // KIP-814: JoinGroup 9 and above
  std::string new_member_id;           // for a new member, made by the driver
  ConnectionId connection = kNoConnection;
  RequestToken token = kNoRequest;
};

/// @core any
struct JoinAnswer {
  struct Member {
    std::string member_id;
    std::optional<std::string> instance_id;
    std::string metadata;
  };
  protocol::ErrorCode error = protocol::ErrorCode::kNone;
  int32_t generation = -1;
  std::optional<std::string> protocol_type;
  std::optional<std::string> protocol_name;
  std::string leader;
  bool skip_assignment = false;
  std::string member_id;
  std::vector<Member> members;  // for the leader alone
};

/// @core any
struct SyncRequest {
  struct Assignment {
    std::string member_id;
    std::string assignment;
  };
  std::string member_id;
  std::optional<std::string> instance_id;
  int32_t generation = -1;
  std::optional<std::string> protocol_type;
  std::optional<std::string> protocol_name;
  std::vector<Assignment> assignments;
  ConnectionId connection = kNoConnection;
  RequestToken token = kNoRequest;
};

/// @core any
struct SyncAnswer {
  protocol::ErrorCode error = protocol::ErrorCode::kNone;
  std::optional<std::string> protocol_type;
  std::optional<std::string> protocol_name;
  std::string assignment;
};

/// One member of a LeaveGroup. @core any
struct LeavingMember {
  std::string member_id;  // empty: an administrator removes the static member
  std::optional<std::string> instance_id;
  std::string reason;
};

/// A group as DescribeGroups tells it. @core any
struct ClassicDescription {
  struct Member {
    std::string member_id;
    std::optional<std::string> instance_id;
    std::string client_id;
    std::string client_host;
    std::string metadata;  // empty unless the group is stable
    std::string assignment;
  };
  std::string state;
  std::string protocol_type;
  std::string protocol;  // empty unless the group is stable
  std::vector<Member> members;
};

}  // namespace klamm::coordinator
