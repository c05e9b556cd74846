#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
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
constexpr int8_t kReadUncommitted = 0;
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

OffsetQuery make_query(const ListOffsetsRequest& request, const ListOffsetsRequest::ListOffsetsPartition& asked,
                       const TopicLookup& found, int16_t version) {
  OffsetQuery query;
  query.answer.partition_index = asked.partition_index;
  query.index = asked.partition_index;
  query.timestamp = asked.timestamp;
  query.current_leader_epoch = storage::LeaderEpoch(asked.current_leader_epoch);
  if (request.replica_id != kConsumerReplicaId)
    query.end = storage::ReadEnd::kLogEnd;
  else if (request.isolation_level == kReadCommitted)
    query.end = storage::ReadEnd::kLastStableOffset;
  if (found.topic == nullptr || found.topic->partition(asked.partition_index) == nullptr) {
    query.answer.error_code = ErrorCode::kUnknownTopicOrPartition;
  } else if (!is_supported(asked.timestamp, version)) {
    query.answer.error_code = ErrorCode::kUnsupportedVersion;
  } else {
    query.topic_id = found.topic->id;
    query.owner_shard = found.topic->owner_shard(asked.partition_index);
  }
  return query;
}

// The partitions of one topic in the answer.
struct TopicRows {
  protocol::String name;
  std::vector<size_t> queries;  // places in the list of all
};

// One request and its answer as it grows. Topics and partitions come once each; a partition that is named twice gets an
// error in the place of its first mention.
class ListOffsets {
 public:
  ListOffsets(RequestContext& context, const ListOffsetsRequest& request) : context_(context), request_(request) {}

  reactor::Task<net::Response> run() {
    if (request_.isolation_level != kReadUncommitted && request_.isolation_level != kReadCommitted) refused_ = true;
    resolve();
    if (!refused_) {
      co_await visit_by_owner(context_, std::span(queries_), [](BrokerShard& there, std::span<OffsetQuery* const> own) {
        return answer_all(there, own);
      });
    }
    co_return answer();
  }

 private:
  void resolve() {
    const metadata::ImagePtr image = context_.shard().image();
    std::unordered_map<std::string_view, size_t> topic_places;
    std::unordered_map<AskedPartition, size_t, AskedPartitionHash> places;
    for (const auto& topic : request_.topics) {
      const TopicLookup found = find_topic(*image, false, topic.name, {});
      const auto [topic_place, is_new_topic] = topic_places.try_emplace(topic.name.view(), topics_.size());
      if (is_new_topic) topics_.push_back({topic.name, {}});
      for (const auto& asked : topic.partitions) {
        const AskedPartition key{topic.name.view(), {}, asked.partition_index};
        const auto [place, is_new] = places.try_emplace(key, queries_.size());
        if (!is_new) {
          refuse(queries_[place->second], ErrorCode::kInvalidRequest);
          continue;
        }
        topics_[topic_place->second].queries.push_back(queries_.size());
        queries_.push_back(make_query(request_, asked, found, context_.version()));
        if (refused_) refuse(queries_.back(), ErrorCode::kUnknownServerError);
      }
    }
  }

  static void refuse(OffsetQuery& query, ErrorCode error) {
    query.answer.error_code = error;
    query.owner_shard = metadata::kNoShard;
  }

  net::Response answer() {
    const metadata::ImagePtr image = context_.shard().image();
    auto* topics = context_.make_array<ListOffsetsResponse::ListOffsetsTopicResponse>(topics_.size());
    if (topics == nullptr) return RequestContext::too_large();
    for (size_t t = 0; t < topics_.size(); ++t) {
      const std::vector<size_t>& own = topics_[t].queries;
      auto* rows = context_.make_array<PartitionAnswer>(own.size());
      if (rows == nullptr) return RequestContext::too_large();
      for (size_t p = 0; p < own.size(); ++p) {
        const OffsetQuery& query = queries_[own[p]];
        rows[p] = query.answer;
        rows[p].error_code = lookup_error(*image, query.topic_id, query.index, query.answer.error_code);
        if (context_.version() < kLeaderEpochVersion) rows[p].leader_epoch = -1;
      }
      topics[t].name = topics_[t].name;
      topics[t].partitions = {rows, own.size()};
    }
    ListOffsetsResponse response;
    response.topics = {topics, topics_.size()};
    return context_.respond(response);
  }

  RequestContext& context_;
  const ListOffsetsRequest& request_;
  std::vector<OffsetQuery> queries_;
  std::vector<TopicRows> topics_;
  bool refused_ = false;  // as a whole: every partition says so
};

}  // namespace

reactor::Task<net::Response> handle_list_offsets(RequestContext& context) {
  auto request = context.decode_body<ListOffsetsRequest>();
  if (!request) co_return context.undecodable(request.error());
  ListOffsets list_offsets(context, *request);
  co_return co_await list_offsets.run();
}

}  // namespace klamm::broker
