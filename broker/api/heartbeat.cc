#include "broker/api/group_call.h"
#include "broker/api/group_text.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/member_connection.h"
#include "protocol/messages/heartbeat_request.h"
#include "protocol/messages/heartbeat_response.h"

// Heartbeat 0 to 4 (KIP-345).
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using protocol::HeartbeatRequest;
using protocol::HeartbeatResponse;

ErrorCode beat_there(BrokerShard& there, const HeartbeatRequest& request, const std::optional<std::string>& instance,
                     coordinator::ConnectionId connection) {
  const auto partition = there.groups().find(request.group_id.view());
  // While the group is loaded, its members' sessions have not begun.
  if (!partition) {
    return partition.error() == ErrorCode::kCoordinatorLoadInProgress ? ErrorCode::kNone : partition.error();
  }
  return there.group_driver().heartbeat(**partition, request.group_id.view(), request.member_id.view(), instance,
                                        request.generation_id, connection);
}

}  // namespace

reactor::Task<net::Response> handle_heartbeat(RequestContext& context) {
  const auto request = context.decode_body<HeartbeatRequest>();
  if (!request) co_return context.undecodable(request.error());
  HeartbeatResponse answer;
  if (request->group_id.empty()) {
    answer.error_code = ErrorCode::kInvalidGroupId;
    co_return context.respond(answer);
  }
  BrokerShard& home = context.shard();
  const reactor::ShardId owner = shard_of_group(home, request->group_id.view());
  if (owner == metadata::kNoShard) {
    answer.error_code = ErrorCode::kNotCoordinator;
    co_return context.respond(answer);
  }
  const std::optional<std::string> instance = owned(request->group_instance_id);
  BrokerShard& there = home.peer(owner);
  const coordinator::ConnectionId connection = MemberConnection::note(context, request->group_id.view());
  answer.error_code = co_await reactor::on_shard(
      owner, [&there, &request, &instance, connection] { return beat_there(there, *request, instance, connection); },
      context.crossing());
  co_return context.respond(answer);
}

}  // namespace klamm::broker
