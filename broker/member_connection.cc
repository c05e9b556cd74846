#include "broker/member_connection.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "broker/api/group_call.h"
#include "reactor/on_shard.h"

namespace klamm::broker {
namespace {

using coordinator::ConnectionId;

reactor::Task<void> tell_group(BrokerShard& home, std::string group_id, ConnectionId connection, int32_t grace_ms) {
  const reactor::ShardId owner = shard_of_group(home, group_id);
  if (owner == metadata::kNoShard) co_return;
  BrokerShard& there = home.peer(owner);
  auto tell = [&there, &group_id, connection, grace_ms] {
    const auto partition = there.groups().find(group_id);
    if (partition) there.group_driver().connection_ended(**partition, group_id, connection, grace_ms);
  };
  co_await reactor::on_shard(owner, tell);
}

}  // namespace

ConnectionId MemberConnection::note(RequestContext& context, std::string_view group_id) {
  const coordinator::GroupConfigs& configs = context.shard().group_configs();
  if (!configs.has_disconnect_grace() || configs.of(group_id).disconnect_grace_ms < 0)
    return coordinator::kNoConnection;
  net::ConnectionInfo& connection = context.connection();
  if (connection.attachment == nullptr) {
    connection.attachment.reset(new MemberConnection(context.shard(), connection));
  }
  auto& groups = static_cast<MemberConnection&>(*connection.attachment).groups_;
  if (std::ranges::find(groups, group_id) == groups.end()) {
    if (groups.size() == kGroupsMax || group_id.size() > kGroupIdBytesMax) return coordinator::kNoConnection;
    groups.emplace_back(group_id);
  }
  return connection.id;
}

MemberConnection::~MemberConnection() {
  if (!connection_.ended_by_peer) return;
  for (std::string& group_id : groups_) {
    const int32_t grace_ms = home_.group_configs().of(group_id).disconnect_grace_ms;
    if (grace_ms < 0) continue;
    home_.in_background(tell_group(home_, std::move(group_id), connection_.id, grace_ms));
  }
}

}  // namespace klamm::broker
