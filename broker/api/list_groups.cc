#include <algorithm>
#include <cctype>
#include <string>
#include <unordered_set>
#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "coordinator/group_coordinator.h"
#include "protocol/messages/list_groups_request.h"
#include "protocol/messages/list_groups_response.h"
#include "reactor/on_shard.h"
#include "reactor/when_all.h"

// ListGroups 0 to 5 (KIP-518, KIP-848): the groups of all shards, by state and type if asked.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using protocol::ListGroupsRequest;
using protocol::ListGroupsResponse;

constexpr std::string_view kClassicType = "classic";
constexpr std::string_view kConsumerType = "consumer";

// Of both cases and between blanks, as Kafka reads it.
std::string plain(std::string_view text) {
  const auto is_blank = [](unsigned char c) { return c <= 0x20; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

struct Filter {
  std::unordered_set<std::string> states;  // empty: all
  bool wants_classic = true;
  bool wants_consumer = true;

  explicit Filter(const ListGroupsRequest& request) {
    for (const auto& state : request.states_filter) states.insert(plain(state.view()));
    if (request.types_filter.empty()) return;
    const auto wants = [&](std::string_view wanted) {
      return std::ranges::any_of(request.types_filter, [&](const auto& type) { return plain(type.view()) == wanted; });
    };
    wants_classic = wants(kClassicType);
    wants_consumer = wants(kConsumerType);
  }
  bool takes(std::string_view state) const { return states.empty() || states.contains(plain(state)); }
};

struct ListedGroup {
  std::string group_id;
  std::string protocol_type;
  std::string_view state;
  std::string_view type;
};

struct ShardGroups {
  ErrorCode error = ErrorCode::kNone;
  std::vector<ListedGroup> groups;
};

void list_one(const coordinator::StoredGroup& group, const Filter& filter, ShardGroups& into) {
  if (group.consumer != nullptr) {
    const std::string_view state = coordinator::name(group.consumer->state());
    if (!filter.wants_consumer || !filter.takes(state)) return;
    into.groups.push_back({group.id, std::string(kConsumerType), state, kConsumerType});
    return;
  }
  const bool is_classic = group.classic != nullptr;
  const std::string_view state =
      coordinator::name(is_classic ? group.classic->state() : coordinator::ClassicState::kEmpty);
  if (!filter.wants_classic || !filter.takes(state)) return;
  into.groups.push_back(
      {group.id, is_classic ? group.classic->protocol_type().value_or("") : std::string(), state, kClassicType});
}

// A group of neither protocol is a simple one. Share and streams groups are not served, and not listed.
void list_there(BrokerShard& there, const Filter& filter, ShardGroups& into) {
  there.groups().for_each([&](coordinator::GroupPartition& partition) {
    const ErrorCode error = partition.availability();
    if (error == ErrorCode::kCoordinatorLoadInProgress) into.error = error;
    if (error != ErrorCode::kNone) return;
    partition.groups().for_each([&](coordinator::StoredGroup& group) {
      if (group.exists() && !group.is_of_other_protocol()) list_one(group, filter, into);
    });
  });
}

}  // namespace

reactor::Task<net::Response> handle_list_groups(RequestContext& context) {
  const auto request = context.decode_body<ListGroupsRequest>();
  if (!request) co_return context.undecodable(request.error());
  const Filter filter(*request);
  std::vector<ShardGroups> shards(context.shard().reactor().shard_count());
  if (filter.wants_classic || filter.wants_consumer) {
    std::vector<reactor::Task<void>> visits;
    for (reactor::ShardId id = 0; id < shards.size(); ++id) {
      BrokerShard& there = context.shard().peer(id);
      ShardGroups& into = shards[id];
      visits.push_back(reactor::on_shard(
          id, [&there, &filter, &into] { return list_there(there, filter, into); }, context.crossing()));
    }
    co_await reactor::when_all(std::move(visits));
  }
  ListGroupsResponse answer;
  size_t count = 0;
  for (const ShardGroups& shard : shards) {
    count += shard.groups.size();
    if (shard.error != ErrorCode::kNone) answer.error_code = shard.error;
  }
  if (answer.error_code != ErrorCode::kNone) co_return context.respond(answer);
  auto* rows = context.make_array<ListGroupsResponse::ListedGroup>(count);
  if (rows == nullptr) co_return RequestContext::too_large();
  answer.groups = {rows, count};
  for (const ShardGroups& shard : shards) {
    for (const ListedGroup& group : shard.groups) {
      rows->group_id = group.group_id;
      rows->protocol_type = group.protocol_type;
      rows->group_state = group.state;
      rows->group_type = group.type;
      ++rows;
    }
  }
  co_return context.respond(answer);
}

}  // namespace klamm::broker
