#include <fmt/format.h>

#include <vector>

#include "broker/api/by_owner.h"
#include "broker/api/group_call.h"
#include "broker/api/group_description.h"
#include "broker/api/group_text.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "protocol/messages/describe_groups_request.h"
#include "protocol/messages/describe_groups_response.h"

// DescribeGroups 0 to 6 (KIP-345, KIP-430, KIP-1043).
namespace klamm::broker {
namespace {

using coordinator::ClassicDescription;
using protocol::DescribeGroupsRequest;
using protocol::DescribeGroupsResponse;
using protocol::ErrorCode;
using Row = DescribeGroupsResponse::DescribedGroup;

constexpr int16_t kNotFoundVersion = 6;
constexpr int16_t kErrorMessageVersion = 6;

using Query = GroupQuery<ClassicDescription>;

void describe_one(BrokerShard& there, Query& query) {
  const auto partition = there.groups().find(query.group_id);
  query.error = partition ? ErrorCode::kNone : partition.error();
  if (!partition) return;
  const coordinator::StoredGroup* group = (*partition)->groups().find(query.group_id);
  if (group == nullptr || !group->exists()) {
    query.error = ErrorCode::kGroupIdNotFound;
    query.message = fmt::format("Group {} not found.", query.group_id);
  } else if (group->consumer != nullptr || group->is_of_other_protocol()) {
    query.error = ErrorCode::kGroupIdNotFound;
    query.message = fmt::format("Group {} is not a classic group.", query.group_id);
  } else if (group->classic != nullptr) {
    query.found = group->classic->describe();
  } else {
    query.found.state = coordinator::name(coordinator::ClassicState::kEmpty);
  }
}

reactor::Task<void> describe_there(BrokerShard& there, std::span<Query* const> queries) {
  return describe_all(there, queries, describe_one);
}

bool fill_members(RequestContext& context, const ClassicDescription& found, Row& row) {
  auto* members = context.make_array<DescribeGroupsResponse::DescribedGroupMember>(found.members.size());
  if (members == nullptr) return false;
  for (size_t i = 0; i < found.members.size(); ++i) {
    const ClassicDescription::Member& member = found.members[i];
    members[i].member_id = member.member_id;
    members[i].group_instance_id = nullable(member.instance_id);
    members[i].client_id = member.client_id;
    members[i].client_host = member.client_host;
    members[i].member_metadata = bytes_of(member.metadata);
    members[i].member_assignment = bytes_of(member.assignment);
  }
  row.members = {members, found.members.size()};
  return true;
}

void refuse_for_size(RequestContext& context, Row& row) {
  row.error_code = ErrorCode::kUnknownServerError;
  if (context.version() >= kErrorMessageVersion) row.error_message = kTooManyMembers;
}

bool fill(RequestContext& context, const Query& query, bool with_operations, Row& row) {
  row.group_id = query.group_id;
  row.error_code = query.error;
  if (query.error == ErrorCode::kUnknownServerError) refuse_for_size(context, row);
  if (query.error == ErrorCode::kGroupIdNotFound) {
    row.group_state = coordinator::name(coordinator::ClassicState::kDead);
    if (context.version() >= kNotFoundVersion) {
      row.error_message = query.message;
    } else {
      row.error_code = ErrorCode::kNone;
    }
  }
  if (with_operations && row.error_code == ErrorCode::kNone) row.authorized_operations = kAllGroupOperations;
  if (query.error != ErrorCode::kNone) return true;
  row.group_state = query.found.state;
  row.protocol_type = query.found.protocol_type;
  row.protocol_data = query.found.protocol;
  return fill_members(context, query.found, row);
}

}  // namespace

reactor::Task<net::Response> handle_describe_groups(RequestContext& context) {
  const auto request = context.decode_body<DescribeGroupsRequest>();
  if (!request) co_return context.undecodable(request.error());
  GroupQueries<ClassicDescription> queries;
  for (const protocol::String& group_id : request->groups) queries.add(group_id.view());
  for (Query& query : queries.all()) query.owner_shard = shard_of_group(context.shard(), query.group_id);
  co_await visit_by_owner(context, queries.all(), describe_there);
  const std::vector<bool> fits = queries.rows_that_fit();
  auto* rows = context.make_array<Row>(queries.row_count());
  if (rows == nullptr) co_return RequestContext::too_large();
  size_t in_turn = 0;
  for (size_t i = 0; i < queries.row_count(); ++i) {
    const Query& query = queries.of_row(i);
    if (!fits[i]) {
      rows[i].group_id = query.group_id;
      refuse_for_size(context, rows[i]);
      continue;
    }
    if (!fill(context, query, request->include_authorized_operations, rows[i])) co_return RequestContext::too_large();
    in_turn += query.bytes;
    if (in_turn < kDescribedBytesPerTurn) continue;
    in_turn = 0;
    co_await reactor::yield_now();
  }
  DescribeGroupsResponse answer;
  answer.groups = {rows, queries.row_count()};
  co_return context.respond(answer);
}

}  // namespace klamm::broker
