#include "broker/api/group_call.h"
#include "broker/api/group_text.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "protocol/messages/leave_group_request.h"
#include "protocol/messages/leave_group_response.h"

// LeaveGroup 0 to 5 (KIP-345, KIP-800): one member up to version 2, several from 3 on.
namespace klamm::broker {
namespace {

using coordinator::LeavingMember;
using protocol::ErrorCode;
using protocol::LeaveGroupRequest;
using protocol::LeaveGroupResponse;
using Errors = std::expected<std::vector<ErrorCode>, ErrorCode>;

constexpr int16_t kBatchVersion = 3;

reactor::Task<Errors> leave_there(BrokerShard& there, std::string_view group_id,
                                  const std::vector<LeavingMember>& leaving) {
  const auto partition = there.groups().find(group_id);
  if (!partition) co_return std::unexpected(partition.error());
  co_return co_await there.group_driver().leave(**partition, group_id, leaving);
}

std::vector<LeavingMember> leaving_members(const LeaveGroupRequest& request, int16_t version) {
  std::vector<LeavingMember> all;
  if (version < kBatchVersion) {
    all.push_back({std::string(request.member_id.view()), std::nullopt, ""});
    return all;
  }
  all.reserve(request.members.size);
  for (const auto& member : request.members) {
    all.push_back(
        {std::string(member.member_id.view()), owned(member.group_instance_id), std::string(member.reason.view())});
  }
  return all;
}

net::Response answer_errors(RequestContext& context, const LeaveGroupRequest& request, const Errors& errors) {
  LeaveGroupResponse answer;
  if (!errors) answer.error_code = errors.error();
  if (context.version() < kBatchVersion) {
    if (errors) answer.error_code = errors->front();
    return context.respond(answer);
  }
  const size_t count = errors ? errors->size() : 0;
  auto* rows = context.make_array<LeaveGroupResponse::MemberResponse>(count);
  if (rows == nullptr) return RequestContext::too_large();
  for (size_t i = 0; i < count; ++i) {
    rows[i].member_id = request.members[i].member_id;
    rows[i].group_instance_id = request.members[i].group_instance_id;
    rows[i].error_code = (*errors)[i];
  }
  answer.members = {rows, count};
  return context.respond(answer);
}

}  // namespace

reactor::Task<net::Response> handle_leave_group(RequestContext& context) {
  const auto request = context.decode_body<LeaveGroupRequest>();
  if (!request) co_return context.undecodable(request.error());
  const std::string_view group_id = request->group_id.view();
  Errors errors = std::unexpected(ErrorCode::kInvalidGroupId);
  if (group_id.empty()) co_return answer_errors(context, *request, errors);
  BrokerShard& home = context.shard();
  const reactor::ShardId owner = shard_of_group(home, group_id);
  errors = std::unexpected(ErrorCode::kNotCoordinator);
  if (owner == metadata::kNoShard) co_return answer_errors(context, *request, errors);
  const std::vector<LeavingMember> leaving = leaving_members(*request, context.version());
  BrokerShard& there = home.peer(owner);
  errors = co_await reactor::on_shard(
      owner, [&there, &leaving, group_id] { return leave_there(there, group_id, leaving); }, context.crossing());
  co_return answer_errors(context, *request, errors);
}

}  // namespace klamm::broker
