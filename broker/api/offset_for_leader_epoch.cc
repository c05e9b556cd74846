#include <span>
#include <vector>

#include "broker/api/by_owner.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/partition_lookup.h"
#include "fetch/partition_fetch.h"
#include "protocol/messages/offset_for_leader_epoch_request.h"
#include "protocol/messages/offset_for_leader_epoch_response.h"

// OffsetForLeaderEpoch 2 to 4 (KIP-101, KIP-320).
namespace klamm::broker {

using protocol::ErrorCode;
using protocol::OffsetForLeaderEpochRequest;
using protocol::OffsetForLeaderEpochResponse;

namespace {

struct EpochQuery {
  reactor::ShardId owner_shard = metadata::kNoShard;
  protocol::Uuid topic_id;
  int32_t index = 0;
  storage::LeaderEpoch current_leader_epoch = storage::kNoLeaderEpoch;
  storage::LeaderEpoch asked_epoch = storage::kNoLeaderEpoch;
  OffsetForLeaderEpochResponse::EpochEndOffset answer;
};

void answer_one(const storage::LogManager& logs, EpochQuery& query) {
  auto found = fetch::find_led_partition(logs, query.topic_id, query.index, query.current_leader_epoch);
  if (!found) {
    query.answer.error_code = found.error();
    return;
  }
  const storage::EpochEnd end = (*found)->end_offset_for_epoch(query.asked_epoch);
  query.answer.leader_epoch = end.epoch.value;
  query.answer.end_offset = end.end_offset.value;
}

reactor::Task<void> answer_all(BrokerShard& there, std::span<EpochQuery* const> queries) {
  for (EpochQuery* query : queries) answer_one(there.logs(), *query);
  co_return;
}

}  // namespace

reactor::Task<net::Response> handle_offset_for_leader_epoch(RequestContext& context) {
  auto request = context.decode_body<OffsetForLeaderEpochRequest>();
  if (!request) co_return context.undecodable(request.error());
  std::vector<EpochQuery> queries;
  {
    const metadata::ImagePtr image = context.shard().metadata().current();
    for (const auto& topic : request->topics) {
      const TopicLookup found = find_topic(*image, false, topic.topic, {});
      for (const auto& asked : topic.partitions) {
        EpochQuery query;
        query.answer.partition = asked.partition;
        query.owner_shard = owner_of(found, asked.partition);
        if (query.owner_shard == metadata::kNoShard) query.answer.error_code = ErrorCode::kUnknownTopicOrPartition;
        if (found.topic != nullptr) query.topic_id = found.topic->id;
        query.index = asked.partition;
        query.current_leader_epoch = storage::LeaderEpoch(asked.current_leader_epoch);
        query.asked_epoch = storage::LeaderEpoch(asked.leader_epoch);
        queries.push_back(query);
      }
    }
  }
  co_await visit_by_owner(context, std::span(queries),
                          [](BrokerShard& there, std::span<EpochQuery* const> own) { return answer_all(there, own); });
  OffsetForLeaderEpochResponse response;
  auto* topics =
      context.arena().allocate_array<OffsetForLeaderEpochResponse::OffsetForLeaderTopicResult>(request->topics.size);
  size_t next = 0;
  for (size_t t = 0; t < request->topics.size; ++t) {
    const size_t count = request->topics[t].partitions.size;
    auto* rows = context.arena().allocate_array<OffsetForLeaderEpochResponse::EpochEndOffset>(count);
    for (size_t p = 0; p < count; ++p) rows[p] = queries[next++].answer;
    topics[t].topic = request->topics[t].topic;
    topics[t].partitions = {rows, count};
  }
  response.topics = {topics, request->topics.size};
  co_return context.respond(response);
}

}  // namespace klamm::broker
