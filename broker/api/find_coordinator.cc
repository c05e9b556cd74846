#include <algorithm>

#include "broker/api/addresses.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "protocol/messages/find_coordinator_request.h"
#include "protocol/messages/find_coordinator_response.h"
#include "reactor/on_shard.h"

// FindCoordinator: a cluster of one coordinates everything itself. The first one for a group makes __consumer_offsets
// and is answered when it is there, where Kafka answers COORDINATOR_NOT_AVAILABLE until then. Transactions and share
// groups are not served, and their clients get an error that ends them rather than one that they try again.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using protocol::FindCoordinatorRequest;
using protocol::FindCoordinatorResponse;
using protocol::String;
using Coordinator = FindCoordinatorResponse::Coordinator;

enum class KeyType : int8_t { kGroup = 0, kTransaction = 1, kShare = 2 };

constexpr int16_t kBatchVersion = 4;
constexpr int16_t kShareVersion = 6;
constexpr std::string_view kNoTransactions = "Transactions are not served by this broker.";
constexpr std::string_view kNoShareGroups = "Share groups are not served by this broker.";

// group:topic id:partition
bool is_share_key(std::string_view key) {
  const size_t last = key.rfind(':');
  if (last == std::string_view::npos || last == 0) return false;
  const size_t middle = key.rfind(':', last - 1);
  if (middle == std::string_view::npos || middle == 0) return false;
  const std::string_view partition = key.substr(last + 1);
  return protocol::Uuid::parse(key.substr(middle + 1, last - middle - 1)).has_value() && !partition.empty() &&
         std::ranges::all_of(partition, [](char c) { return c >= '0' && c <= '9'; });
}

Coordinator refuse(Coordinator row, ErrorCode error, std::string_view message) {
  row.node_id = -1;
  row.port = -1;
  row.error_code = error;
  row.error_message = message;
  return row;
}

Coordinator find(String key, int8_t type, bool has_group_topic, RequestContext& context) {
  Coordinator row;
  row.key = key;
  switch (static_cast<KeyType>(type)) {
    case KeyType::kGroup: {
      if (!has_group_topic) return refuse(row, ErrorCode::kCoordinatorNotAvailable, "");
      const BrokerAddress address = own_address(context);
      row.node_id = context.shard().node().node_id;
      row.host = address.host;
      row.port = address.port;
      return row;
    }
    case KeyType::kTransaction:
      return refuse(row, ErrorCode::kTransactionalIdAuthorizationFailed, kNoTransactions);
    case KeyType::kShare:
      if (context.version() < kShareVersion || !is_share_key(key.view())) {
        return refuse(row, ErrorCode::kInvalidRequest, "");
      }
      return refuse(row, ErrorCode::kGroupAuthorizationFailed, kNoShareGroups);
  }
  return refuse(row, ErrorCode::kInvalidRequest, protocol::default_message(ErrorCode::kInvalidRequest));
}

reactor::Task<bool> ensure_group_topic(RequestContext& context) {
  if (context.shard().image()->topic(coordinator::kGroupTopic) != nullptr) co_return true;
  BrokerShard& first = context.shard().peer(0);
  co_return co_await reactor::on_shard(
      0, [&first] { return first.internal_topics().ensure(first, coordinator::kGroupTopic); }, context.crossing());
}

}  // namespace

reactor::Task<net::Response> handle_find_coordinator(RequestContext& context) {
  auto request = context.decode_body<FindCoordinatorRequest>();
  if (!request) co_return context.undecodable(request.error());

  bool has_group_topic = false;
  if (static_cast<KeyType>(request->key_type) == KeyType::kGroup)
    has_group_topic = co_await ensure_group_topic(context);
  FindCoordinatorResponse answer;
  if (context.version() < kBatchVersion) {
    const Coordinator row = find(request->key, request->key_type, has_group_topic, context);
    answer.error_code = row.error_code;
    answer.error_message = row.error_message.empty() ? String(protocol::name(row.error_code)) : row.error_message;
    answer.node_id = row.node_id;
    answer.host = row.host;
    answer.port = row.port;
    co_return context.respond(answer);
  }
  auto* rows = context.make_array<Coordinator>(request->coordinator_keys.size);
  if (rows == nullptr) co_return RequestContext::too_large();
  for (uint32_t i = 0; i < request->coordinator_keys.size; ++i) {
    rows[i] = find(request->coordinator_keys[i], request->key_type, has_group_topic, context);
  }
  answer.coordinators = {rows, request->coordinator_keys.size};
  co_return context.respond(answer);
}

}  // namespace klamm::broker
