#include "broker/api/group_call.h"
#include "broker/api/group_text.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/member_connection.h"
#include "coordinator/protocol_choice.h"
#include "protocol/messages/join_group_request.h"
#include "protocol/messages/join_group_response.h"

// JoinGroup 0 to 9 (KIP-62, KIP-345, KIP-394, KIP-559, KIP-800, KIP-814). It may wait as long as the group's rebalance.
namespace klamm::broker {
namespace {

using coordinator::JoinAnswer;
using coordinator::JoinRequest;
using protocol::ErrorCode;
using protocol::JoinGroupRequest;
using protocol::JoinGroupResponse;
using protocol::String;

constexpr int16_t kRebalanceTimeoutVersion = 1;
constexpr int16_t kKnownMemberIdVersion = 4;
constexpr int16_t kNullableProtocolVersion = 7;
constexpr int16_t kSkipAssignmentVersion = 9;

reactor::Task<JoinAnswer> join_there(BrokerShard& there, std::string_view group_id, JoinRequest& request,
                                     coordinator::GroupWait& wait) {
  const auto partition = there.groups().find(group_id);
  if (!partition) co_return JoinAnswer{.error = partition.error()};
  co_return co_await there.group_driver().join(**partition, group_id, request, wait);
}

class Join {
 public:
  Join(RequestContext& context, const JoinGroupRequest& request)
      : context_(context), asked_(request), group_id_(request.group_id.view()) {}

  reactor::Task<net::Response> run() {
    if (const ErrorCode error = check(); error != ErrorCode::kNone) co_return refuse(error);
    const reactor::ShardId owner = shard_of_group(context_.shard(), group_id_);
    if (owner == metadata::kNoShard) co_return refuse(ErrorCode::kNotCoordinator);
    take();
    request_.connection = MemberConnection::note(context_, group_id_);
    GroupCall call(context_, owner);
    auto ask = [this](BrokerShard& there, coordinator::GroupWait& wait) {
      return join_there(there, group_id_, request_, wait);
    };
    const JoinAnswer answer = co_await call.run(ask);
    co_return respond(answer);
  }

 private:
  ErrorCode check() const {
    const Options& options = context_.shard().options();
    if (context_.shard().is_stopping()) return ErrorCode::kCoordinatorNotAvailable;
    if (group_id_.empty()) return ErrorCode::kInvalidGroupId;
    const bool fits = asked_.session_timeout_ms >= options.group_min_session_timeout_ms &&
                      asked_.session_timeout_ms <= options.group_max_session_timeout_ms;
    return fits ? ErrorCode::kNone : ErrorCode::kInvalidSessionTimeout;
  }

  net::Response refuse(ErrorCode error) {
    return respond(JoinAnswer{.error = error, .member_id = std::string(asked_.member_id.view())});
  }

  // Copied: the request may wait for minutes.
  void take() {
    request_.member_id = asked_.member_id.view();
    request_.instance_id = owned(asked_.group_instance_id);
    request_.client_id = context_.request().client_id;
    request_.client_host = "/" + context_.connection().peer.host;
    request_.session_timeout_ms = asked_.session_timeout_ms;
    request_.rebalance_timeout_ms = asked_.rebalance_timeout_ms;
    if (context_.version() < kRebalanceTimeoutVersion || asked_.rebalance_timeout_ms < 0) {
      request_.rebalance_timeout_ms = asked_.session_timeout_ms;
    }
    request_.protocol_type = asked_.protocol_type.view();
    for (const auto& protocol : asked_.protocols) {
      request_.protocols.push_back({std::string(protocol.name.view()), std::string(protocol.metadata.text())});
    }
    coordinator::drop_repeated_protocols(request_.protocols);
    request_.reason = asked_.reason.view();
    request_.needs_known_member_id = context_.version() >= kKnownMemberIdVersion;
    request_.can_skip_assignment = context_.version() >= kSkipAssignmentVersion;
  }

  net::Response respond(const JoinAnswer& answer) {
    JoinGroupResponse response;
    response.error_code = answer.error;
    response.generation_id = answer.generation;
    response.protocol_type = nullable(answer.protocol_type);
    response.protocol_name = nullable(answer.protocol_name);
    if (context_.version() < kNullableProtocolVersion && !answer.protocol_name) response.protocol_name = String();
    response.leader = answer.leader;
    response.skip_assignment = answer.skip_assignment && context_.version() >= kSkipAssignmentVersion;
    response.member_id = answer.member_id;
    auto* members = context_.make_array<JoinGroupResponse::JoinGroupResponseMember>(answer.members.size());
    if (members == nullptr) return RequestContext::too_large();
    for (size_t i = 0; i < answer.members.size(); ++i) {
      members[i].member_id = answer.members[i].member_id;
      members[i].group_instance_id = nullable(answer.members[i].instance_id);
      members[i].metadata = bytes_of(answer.members[i].metadata);
    }
    response.members = {members, answer.members.size()};
    return context_.respond(response);
  }

  RequestContext& context_;
  const JoinGroupRequest& asked_;
  const std::string group_id_;
  JoinRequest request_;
};

}  // namespace

reactor::Task<net::Response> handle_join_group(RequestContext& context) {
  auto request = context.decode_body<JoinGroupRequest>();
  if (!request) co_return context.undecodable(request.error());
  Join join(context, *request);
  co_return co_await join.run();
}

}  // namespace klamm::broker
