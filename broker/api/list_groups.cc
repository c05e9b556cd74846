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

  explicit Filter(const ListGroupsRequest& request) {
    for (const auto& state : request.states_filter) states.insert(plain(state.view()));
    if (request.types_filter.empty()) return;
    wants_classic =
        std::ranges::any_of(request.types_filter, [](const auto& type) { return plain(type.view()) == kClassicType; });
  }
  bool takes(std::string_view state) const { return states.empty() || states.contains(plain(state)); }
};

struct ListedGroup {
  std::string group_id;
  std::string protocol_type;
  std::string_view state;
};

struct ShardGroups {
  ErrorCode error = ErrorCode::kNone;
  std::vector<ListedGroup> groups;
};

// A group without a classic one is a simple one. Those of other protocols are not served, and not listed.
void list_there(BrokerShard& there, const Filter& filter, ShardGroups& into) {
  there.groups().for_each([&](coordinator::GroupPartition& partition) {
    const ErrorCode error = partition.availability();
    if (error == ErrorCode::kCoordinatorLoadInProgress) into.error = error;
    if (error != ErrorCode::kNone) return;
    partition.groups().for_each([&](coordinator::StoredGroup& group) {
      if (!group.exists() || group.is_of_other_protocol()) return;
      const bool is_classic = group.classic != nullptr;
      const auto state = is_classic ? group.classic->state() : coordinator::ClassicState::kEmpty;
      if (!filter.takes(coordinator::name(state))) return;
      std::string type;
      if (is_classic) type = group.classic->protocol_type().value_or("");
      into.groups.push_back({group.id, std::move(type), coordinator::name(state)});
    });
  });
}

}  // namespace

reactor::Task<net::Response> handle_list_groups(RequestContext& context) {
  const auto request = context.decode_body<ListGroupsRequest>();
  if (!request) co_return context.undecodable(request.error());
  const Filter filter(*request);
  std::vector<ShardGroups> shards(context.shard().reactor().shard_count());
  if (filter.wants_classic) {
    std::vector<reactor::Task<void>> visits;
    for (reactor::ShardId id = 0; id < shards.size(); ++id) {
      BrokerShard& there = context.shard().peer(id);
      ShardGroups& into = shards[id];
      visits.push_back(reactor::on_shard(id, [&there, &filter, &into] { return list_there(there, filter, into); }));
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
      rows->group_type = kClassicType;
      ++rows;
    }
  }
  co_return context.respond(answer);
}

}  // namespace klamm::broker
