#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/classic_messages.h"

namespace klamm::coordinator {

/// A deadline that never comes.
inline constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

/// A member of a classic group.
/// @core owner: the group's shard
struct ClassicMember {
  std::string member_id;
  std::optional<std::string> instance_id;  // a static member (KIP-345)
  std::string client_id;
  std::string client_host;
  int32_t session_timeout_ms = 0;
  int32_t rebalance_timeout_ms = 0;
  std::vector<JoinProtocol> protocols;
  std::string assignment;
  RequestToken join_token = kNoRequest;     // of the JoinGroup that waits
  RequestToken sync_token = kNoRequest;     // of the SyncGroup that waits
  bool is_new = false;                      // has not had its first answer: its missing heartbeats count while it waits
  bool owes_sync = false;                   // has joined this generation and not sent SyncGroup
  int64_t deadline_ms = kNever;             // when it is taken for dead
  ConnectionId connection = kNoConnection;  // over which it came last
  int64_t away_until_ms = kNever;           // its connection has ended: when it has to be back on another

  bool is_static() const { return instance_id.has_value(); }
  bool awaits_join() const { return join_token != kNoRequest; }
  bool awaits_sync() const { return sync_token != kNoRequest; }
  /// The earlier of the two.
  int64_t ends_at_ms() const { return std::min(deadline_ms, away_until_ms); }
  /// A member that waits for the others sends no heartbeats, and is not expected to.
  bool is_excused() const { return !is_new && (awaits_join() || awaits_sync()); }

  /// Its metadata under a protocol; empty when it does not support it.
  const std::string& metadata(const std::string& protocol_name) const {
    static const std::string none;
    for (const JoinProtocol& protocol : protocols) {
      if (protocol.name == protocol_name) return protocol.metadata;
    }
    return none;
  }
  bool supports(const std::string& protocol_name) const {
    for (const JoinProtocol& protocol : protocols) {
      if (protocol.name == protocol_name) return true;
    }
    return false;
  }
};

}  // namespace klamm::coordinator
