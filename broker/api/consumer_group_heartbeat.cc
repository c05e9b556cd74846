#include "broker/api/group_call.h"
#include "broker/api/group_text.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/member_connection.h"
#include "coordinator/consumer_messages.h"
#include "protocol/messages/consumer_group_heartbeat_request.h"
#include "protocol/messages/consumer_group_heartbeat_response.h"

// ConsumerGroupHeartbeat 0 to 1 (KIP-848): joins, heartbeats and leaves of members of consumer groups. The answer comes
// when what it tells is in the log.
namespace klamm::broker {
namespace {

using coordinator::ConsumerAnswer;
using coordinator::ConsumerHeartbeat;
using coordinator::GroupError;
using protocol::ConsumerGroupHeartbeatRequest;
using protocol::ConsumerGroupHeartbeatResponse;
using protocol::ErrorCode;

reactor::Task<ConsumerAnswer> beat_there(BrokerShard& there, std::string_view group_id, ConsumerHeartbeat& request,
                                         coordinator::GroupWait& wait) {
  const auto partition = there.groups().find(group_id);
  if (!partition) co_return ConsumerAnswer{.error = partition.error()};
  co_return co_await there.group_driver().consumers().heartbeat(**partition, group_id, request, wait);
}

ConsumerAnswer refusal(GroupError error) {
  return {.error = error.code, .error_message = std::move(error.message)};
}

class Heartbeat {
 public:
  Heartbeat(RequestContext& context, const ConsumerGroupHeartbeatRequest& request)
      : context_(context), asked_(request), group_id_(request.group_id.view()) {}

  reactor::Task<net::Response> run() {
    BrokerShard& home = context_.shard();
    const coordinator::ConsumerGroupOptions& options = home.group_driver().consumers().configs().broker();
    if (!serves_consumer_groups(home)) co_return respond({.error = ErrorCode::kUnsupportedVersion});
    if (home.is_stopping()) co_return respond({.error = ErrorCode::kCoordinatorNotAvailable});
    take();
    if (auto wrong = check_heartbeat(request_, group_id_, context_.version(), options.assignors)) {
      co_return respond(refusal(std::move(*wrong)));
    }
    const reactor::ShardId owner = shard_of_group(home, group_id_);
    if (owner == metadata::kNoShard) co_return respond({.error = ErrorCode::kNotCoordinator});
    request_.connection = MemberConnection::note(context_, group_id_);
    GroupCall call(context_, owner);
    auto ask = [this](BrokerShard& there, coordinator::GroupWait& wait) {
      return beat_there(there, group_id_, request_, wait);
    };
    const ConsumerAnswer answer = co_await call.run(ask);
    co_return respond(answer);
  }

 private:
  // Copied: the group keeps it, and the request may wait.
  void take() {
    request_.member_id = asked_.member_id.view();
    request_.member_epoch = asked_.member_epoch;
    request_.instance_id = owned(asked_.instance_id);
    request_.rack_id = owned(asked_.rack_id);
    request_.rebalance_timeout_ms = asked_.rebalance_timeout_ms;
    if (!asked_.subscribed_topic_names.is_null) {
      request_.topics.emplace();
      for (const auto& topic : asked_.subscribed_topic_names) request_.topics->emplace_back(topic.view());
    }
    request_.topic_regex = owned(asked_.subscribed_topic_regex);
    request_.server_assignor = owned(asked_.server_assignor);
    if (!asked_.topic_partitions.is_null) take_owned();
    request_.client_id = context_.request().client_id;
    request_.client_host = "/" + context_.connection().peer.host;
  }

  void take_owned() {
    request_.owned.emplace();
    for (const auto& topic : asked_.topic_partitions) {
      std::vector<int32_t>& partitions = (*request_.owned)[topic.topic_id];
      partitions.insert(partitions.end(), topic.partitions.begin(), topic.partitions.end());
    }
  }

  net::Response respond(const ConsumerAnswer& answer) {
    ConsumerGroupHeartbeatResponse response;
    response.error_code = answer.error;
    if (!answer.error_message.empty()) response.error_message = answer.error_message;
    if (answer.error != ErrorCode::kNone) return context_.respond(response);
    response.member_id = answer.member_id;
    response.member_epoch = answer.member_epoch;
    response.heartbeat_interval_ms = answer.heartbeat_interval_ms;
    ConsumerGroupHeartbeatResponse::Assignment assignment;
    if (answer.assignment) {
      if (!fill(*answer.assignment, assignment)) return RequestContext::too_large();
      response.assignment = &assignment;
    }
    return context_.respond(response);
  }

  bool fill(const coordinator::OwnedPartitions& owned, ConsumerGroupHeartbeatResponse::Assignment& into) {
    auto* topics = context_.make_array<ConsumerGroupHeartbeatResponse::TopicPartitions>(owned.size());
    if (topics == nullptr) return false;
    into.topic_partitions = {topics, owned.size()};
    for (const auto& [topic, partitions] : owned) {
      auto* indexes = context_.make_array<int32_t>(partitions.size());
      if (indexes == nullptr) return false;
      topics->topic_id = topic;
      topics->partitions = {indexes, partitions.size()};
      for (const coordinator::OwnedPartition& one : partitions) *indexes++ = one.partition;
      ++topics;
    }
    return true;
  }

  RequestContext& context_;
  const ConsumerGroupHeartbeatRequest& asked_;
  const std::string group_id_;
  ConsumerHeartbeat request_;
};

}  // namespace

reactor::Task<net::Response> handle_consumer_group_heartbeat(RequestContext& context) {
  auto request = context.decode_body<ConsumerGroupHeartbeatRequest>();
  if (!request) co_return context.undecodable(request.error());
  Heartbeat heartbeat(context, *request);
  co_return co_await heartbeat.run();
}

}  // namespace klamm::broker
