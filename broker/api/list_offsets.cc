#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "broker/api/by_owner.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/partition_lookup.h"
#include "fetch/partition_fetch.h"
#include "protocol/messages/list_offsets_request.h"
#include "protocol/messages/list_offsets_response.h"

// ListOffsets 1 to 11 (KIP-79, KIP-396, KIP-734, KIP-405, KIP-1005, KIP-1023).
namespace klamm::broker {

using protocol::ErrorCode;
using protocol::ListOffsetsRequest;
using protocol::ListOffsetsResponse;
using PartitionAnswer = ListOffsetsResponse::ListOffsetsPartitionResponse;

namespace {

constexpr int16_t kLeaderEpochVersion = 4;
// What a negative timestamp asks for, and the version from which it may.
constexpr int64_t kLatest = -1;
constexpr int64_t kEarliest = -2;
constexpr int64_t kMaxTimestamp = -3;
constexpr int64_t kEarliestLocal = -4;
constexpr int64_t kLatestTiered = -5;
constexpr int64_t kEarliestPendingUpload = -6;
constexpr int32_t kConsumerReplicaId = -1;
constexpr int8_t kReadCommitted = 1;

bool is_supported(int64_t timestamp, int16_t version) {
  if (timestamp >= 0) return true;
  switch (timestamp) {
    case kLatest:
    case kEarliest:
      return true;
    case kMaxTimestamp:
      return version >= 7;
    case kEarliestLocal:
      return version >= 8;
    case kLatestTiered:
      return version >= 9;
    case kEarliestPendingUpload:
      return version >= 11;
    default:
      return false;
  }
}

struct OffsetQuery {
  reactor::ShardId owner_shard = metadata::kNoShard;
  protocol::Uuid topic_id;
  int32_t index = 0;
  storage::LeaderEpoch current_leader_epoch = storage::kNoLeaderEpoch;
  int64_t timestamp = 0;
  storage::ReadEnd end = storage::ReadEnd::kHighWatermark;
  PartitionAnswer answer;
};

void answer_start(const storage::Partition& partition, storage::Offset start, PartitionAnswer& answer) {
  answer.offset = start.value;
  answer.leader_epoch = partition.epoch_for_offset(start).value;
}

void answer_found(const storage::Partition& partition, const OffsetQuery& query,
                  const storage::StorageResult<std::optional<storage::TimestampOffset>>& found,
                  PartitionAnswer& answer) {
  if (!found) {
    answer.error_code = ErrorCode::kKafkaStorageError;
    return;
  }
  // What is not to be seen yet does not exist.
  if (!*found || (*found)->offset >= partition.end(query.end)) return;
  answer.timestamp = (*found)->timestamp_ms;
  answer.offset = (*found)->offset.value;
  answer.leader_epoch = (*found)->leader_epoch.value;
}

reactor::Task<void> answer_one(storage::LogManager& logs, OffsetQuery& query) {
  auto found = fetch::find_led_partition(logs, query.topic_id, query.index, query.current_leader_epoch);
  if (!found) {
    query.answer.error_code = found.error();
    co_return;
  }
  storage::Partition& partition = **found;
  switch (query.timestamp) {
    case kLatest:
      query.answer.offset = partition.end(query.end).value;
      query.answer.leader_epoch = partition.state().leader_epoch.value;
      co_return;
    case kEarliest:
      co_return answer_start(partition, partition.log_start_offset(), query.answer);
    case kEarliestLocal:
      co_return answer_start(partition, partition.local_log_start_offset(), query.answer);
    case kLatestTiered:
    case kEarliestPendingUpload:
      co_return;  // nothing is tiered: no offset
    case kMaxTimestamp: {
      const auto max = co_await partition.max_timestamp();
      co_return answer_found(partition, query, max, query.answer);
    }
    default: {
      const auto at = co_await partition.offset_for_timestamp(query.timestamp);
      co_return answer_found(partition, query, at, query.answer);
    }
  }
}

reactor::Task<void> answer_all(BrokerShard& there, std::span<OffsetQuery* const> queries) {
  for (OffsetQuery* query : queries) co_await answer_one(there.logs(), *query);
}

bool is_named_twice(const ListOffsetsRequest& request, const protocol::String& topic, int32_t index) {
  int count = 0;
  for (const auto& other : request.topics) {
    if (other.name.view() != topic.view()) continue;
    count += static_cast<int>(std::ranges::count(other.partitions, index, [](const auto& p) { return p.partition_index; }));
  }
  return count > 1;
}

OffsetQuery make_query(const ListOffsetsRequest& request, const ListOffsetsRequest::ListOffsetsTopic& topic,
                       const ListOffsetsRequest::ListOffsetsPartition& asked, const TopicLookup& found,
                       int16_t version) {
  OffsetQuery query;
  query.answer.partition_index = asked.partition_index;
  query.index = asked.partition_index;
  query.timestamp = asked.timestamp;
  query.current_leader_epoch = storage::LeaderEpoch(asked.current_leader_epoch);
  if (request.replica_id != kConsumerReplicaId) query.end = storage::ReadEnd::kLogEnd;
  else if (request.isolation_level == kReadCommitted) query.end = storage::ReadEnd::kLastStableOffset;
  if (found.topic == nullptr || found.topic->partition(asked.partition_index) == nullptr) {
    query.answer.error_code = ErrorCode::kUnknownTopicOrPartition;
  } else if (is_named_twice(request, topic.name, asked.partition_index)) {
    query.answer.error_code = ErrorCode::kInvalidRequest;
  } else if (!is_supported(asked.timestamp, version)) {
    query.answer.error_code = ErrorCode::kUnsupportedVersion;
  } else {
    query.topic_id = found.topic->id;
    query.owner_shard = found.topic->owner_shard(asked.partition_index);
  }
  return query;
}

}  // namespace

reactor::Task<net::Response> handle_list_offsets(RequestContext& context) {
  auto request = context.decode_body<ListOffsetsRequest>();
  if (!request) co_return context.undecodable(request.error());
  std::vector<OffsetQuery> queries;
  {
    const metadata::ImagePtr image = context.shard().metadata().current();
    for (const auto& topic : request->topics) {
      const TopicLookup found = find_topic(*image, false, topic.name, {});
      for (const auto& asked : topic.partitions) {
        queries.push_back(make_query(*request, topic, asked, found, context.version()));
      }
    }
  }
  co_await visit_by_owner(context.shard(), std::span(queries),
                          [](BrokerShard& there, std::span<OffsetQuery* const> own) { return answer_all(there, own); });
  ListOffsetsResponse response;
  auto* topics = context.arena().allocate_array<ListOffsetsResponse::ListOffsetsTopicResponse>(request->topics.size);
  size_t next = 0;
  for (size_t t = 0; t < request->topics.size; ++t) {
    const size_t count = request->topics[t].partitions.size;
    auto* rows = context.arena().allocate_array<PartitionAnswer>(count);
    for (size_t p = 0; p < count; ++p) {
      rows[p] = queries[next++].answer;
      if (context.version() < kLeaderEpochVersion) rows[p].leader_epoch = -1;
    }
    topics[t].name = request->topics[t].name;
    topics[t].partitions = {rows, count};
  }
  response.topics = {topics, request->topics.size};
  co_return context.respond(response);
}

}  // namespace klamm::broker
