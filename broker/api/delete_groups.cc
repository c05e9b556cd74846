#include <vector>

#include "broker/api/by_owner.h"
#include "broker/api/group_call.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "protocol/messages/delete_groups_request.h"
#include "protocol/messages/delete_groups_response.h"

// DeleteGroups (KIP-229): groups without members, and their offsets.
namespace klamm::broker {
namespace {

using protocol::DeleteGroupsRequest;
using protocol::DeleteGroupsResponse;
using protocol::ErrorCode;

struct Deletion {
  reactor::ShardId owner_shard = metadata::kNoShard;
  std::string_view group_id;
  ErrorCode error = ErrorCode::kNotCoordinator;
};

ErrorCode check(const coordinator::StoredGroup* group) {
  if (group == nullptr || !group->exists()) return ErrorCode::kGroupIdNotFound;
  // Those of other protocols are kept for a broker that serves them.
  if (group->is_of_other_protocol()) return ErrorCode::kNonEmptyGroup;
  if (group->consumer != nullptr) return group->consumer->check_delete();
  return group->classic != nullptr ? group->classic->check_delete() : ErrorCode::kNone;
}

reactor::Task<void> delete_one(BrokerShard& there, Deletion& deletion) {
  const auto partition = there.groups().find(deletion.group_id);
  deletion.error = partition ? check((*partition)->groups().find(deletion.group_id)) : partition.error();
  if (deletion.error != ErrorCode::kNone) co_return;
  deletion.error = co_await (*partition)->delete_group(std::string(deletion.group_id));
}

// At the same time, so that they are written together.
reactor::Task<void> delete_there(BrokerShard& there, std::span<Deletion* const> deletions) {
  std::vector<reactor::Task<void>> all;
  for (Deletion* deletion : deletions) all.push_back(delete_one(there, *deletion));
  co_await reactor::when_all(std::move(all));
}

}  // namespace

reactor::Task<net::Response> handle_delete_groups(RequestContext& context) {
  const auto request = context.decode_body<DeleteGroupsRequest>();
  if (!request) co_return context.undecodable(request.error());
  std::vector<Deletion> deletions(request->groups_names.size);
  for (uint32_t i = 0; i < request->groups_names.size; ++i) {
    deletions[i].group_id = request->groups_names[i].view();
    deletions[i].owner_shard = shard_of_group(context.shard(), deletions[i].group_id);
  }
  co_await visit_by_owner(context, std::span(deletions), delete_there);
  auto* rows = context.make_array<DeleteGroupsResponse::DeletableGroupResult>(deletions.size());
  if (rows == nullptr) co_return RequestContext::too_large();
  for (size_t i = 0; i < deletions.size(); ++i) {
    rows[i].group_id = deletions[i].group_id;
    rows[i].error_code = deletions[i].error;
  }
  DeleteGroupsResponse answer;
  answer.results = {rows, deletions.size()};
  co_return context.respond(answer);
}

}  // namespace klamm::broker
