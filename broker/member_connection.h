#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "broker/api/handler.h"
#include "coordinator/classic_messages.h"
#include "net/request.h"

namespace klamm::broker {

/// Hung on a connection over which members of groups come while `group.disconnect.grace.ms` is set for them: when the
/// client closes it, or it is cut, the groups are told, so that a killed process costs its group the grace time instead
/// of the session timeout. Not told: what Klamm closes itself, and the stop of the broker.
/// @core owner: the shard of the connection
class MemberConnection final : public net::ConnectionAttachment {
 public:
  /// Of one connection; members of further groups on it are left to their session timeouts.
  static constexpr size_t kGroupsMax = 64;
  static constexpr size_t kGroupIdBytesMax = 255;  // likewise of a group with a longer name

  /// Notes that a member of `group_id` comes by the request's connection. What the group is to know of it: the
  /// connection, or none while its end does not count.
  static coordinator::ConnectionId note(RequestContext& context, std::string_view group_id);

  ~MemberConnection() override;

 private:
  MemberConnection(BrokerShard& home, const net::ConnectionInfo& connection) : home_(home), connection_(connection) {}

  BrokerShard& home_;
  const net::ConnectionInfo& connection_;
  std::vector<std::string> groups_;
};

}  // namespace klamm::broker
