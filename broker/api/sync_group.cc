#include "broker/api/group_call.h"
#include "broker/api/group_text.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/member_connection.h"
#include "protocol/messages/sync_group_request.h"
#include "protocol/messages/sync_group_response.h"

// SyncGroup 0 to 5 (KIP-345, KIP-559). It waits until the leader's assignment is stored.
namespace klamm::broker {
namespace {

using coordinator::SyncAnswer;
using coordinator::SyncRequest;
using protocol::ErrorCode;
using protocol::SyncGroupRequest;
using protocol::SyncGroupResponse;

constexpr int16_t kProtocolVersion = 5;  // from here on the protocol must be named

reactor::Task<SyncAnswer> sync_there(BrokerShard& there, std::string_view group_id, SyncRequest& request,
                                     coordinator::GroupWait& wait) {
  const auto partition = there.groups().find(group_id);
  if (!partition) co_return SyncAnswer{.error = partition.error()};
  co_return co_await there.group_driver().sync(**partition, group_id, request, wait);
}

class Sync {
 public:
  Sync(RequestContext& context, const SyncGroupRequest& request)
      : context_(context), asked_(request), group_id_(request.group_id.view()) {}

  reactor::Task<net::Response> run() {
    if (const ErrorCode error = check(); error != ErrorCode::kNone) co_return respond(SyncAnswer{.error = error});
    const reactor::ShardId owner = shard_of_group(context_.shard(), group_id_);
    if (owner == metadata::kNoShard) co_return respond(SyncAnswer{.error = ErrorCode::kNotCoordinator});
    take();
    request_.connection = MemberConnection::note(context_, group_id_);
    GroupCall call(context_, owner);
    auto ask = [this](BrokerShard& there, coordinator::GroupWait& wait) {
      return sync_there(there, group_id_, request_, wait);
    };
    const SyncAnswer answer = co_await call.run(ask);
    co_return respond(answer);
  }

 private:
  ErrorCode check() const {
    const bool names_protocol = !asked_.protocol_type.is_null && !asked_.protocol_name.is_null;
    if (context_.version() >= kProtocolVersion && !names_protocol) return ErrorCode::kInconsistentGroupProtocol;
    if (context_.shard().is_stopping()) return ErrorCode::kCoordinatorNotAvailable;
    return group_id_.empty() ? ErrorCode::kInvalidGroupId : ErrorCode::kNone;
  }

  void take() {
    request_.member_id = asked_.member_id.view();
    request_.instance_id = owned(asked_.group_instance_id);
    request_.generation = asked_.generation_id;
    request_.protocol_type = owned(asked_.protocol_type);
    request_.protocol_name = owned(asked_.protocol_name);
    request_.assignments.reserve(asked_.assignments.size);
    for (const auto& one : asked_.assignments) {
      request_.assignments.push_back({std::string(one.member_id.view()), std::string(one.assignment.text())});
    }
  }

  net::Response respond(const SyncAnswer& answer) {
    SyncGroupResponse response;
    response.error_code = answer.error;
    response.protocol_type = nullable(answer.protocol_type);
    response.protocol_name = nullable(answer.protocol_name);
    response.assignment = bytes_of(answer.assignment);
    return context_.respond(response);
  }

  RequestContext& context_;
  const SyncGroupRequest& asked_;
  const std::string group_id_;
  SyncRequest request_;
};

}  // namespace

reactor::Task<net::Response> handle_sync_group(RequestContext& context) {
  auto request = context.decode_body<SyncGroupRequest>();
  if (!request) co_return context.undecodable(request.error());
  Sync sync(context, *request);
  co_return co_await sync.run();
}

}  // namespace klamm::broker
