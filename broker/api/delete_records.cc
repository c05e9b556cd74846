#include <span>
#include <unordered_map>
#include <vector>

#include "broker/api/by_owner.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/partition_lookup.h"
#include "fetch/partition_fetch.h"
#include "metadata/topic_name.h"
#include "protocol/messages/delete_records_request.h"
#include "protocol/messages/delete_records_response.h"

// DeleteRecords 0 to 2 (KIP-107). With one replica the low watermark is the log start.
namespace klamm::broker {

using protocol::DeleteRecordsRequest;
using protocol::DeleteRecordsResponse;
using protocol::ErrorCode;
using PartitionRow = DeleteRecordsResponse::DeleteRecordsPartitionResult;

namespace {

constexpr int64_t kUpToHighWatermark = -1;
constexpr int64_t kNoLowWatermark = -1;

struct Deletion {
  reactor::ShardId owner_shard = metadata::kNoShard;
  protocol::Uuid topic_id;
  int64_t offset = 0;
  PartitionRow answer;
};

ErrorCode delete_up_to(const storage::LogManager& logs, Deletion& deletion) {
  auto found =
      fetch::find_led_partition(logs, deletion.topic_id, deletion.answer.partition_index, storage::kNoLeaderEpoch);
  if (!found) return found.error();
  storage::Partition& partition = **found;
  const storage::LogConfig& config = partition.config();
  if (config.cleanup_compact && !config.cleanup_delete) return ErrorCode::kPolicyViolation;
  const storage::Offset offset =
      deletion.offset == kUpToHighWatermark ? partition.high_watermark() : storage::Offset(deletion.offset);
  if (offset.value < 0 || !partition.advance_log_start(offset)) return ErrorCode::kOffsetOutOfRange;
  deletion.answer.low_watermark = partition.log_start_offset().value;
  return ErrorCode::kNone;
}

reactor::Task<void> delete_all(BrokerShard& there, std::span<Deletion* const> deletions) {
  for (Deletion* deletion : deletions) deletion->answer.error_code = delete_up_to(there.logs(), *deletion);
  co_return;
}

// The partitions of one topic in the answer.
struct TopicRows {
  protocol::String name;
  std::vector<size_t> deletions;  // places in the list of all
};

// One request. A topic comes once in the answer, and so does a partition; of several offsets the last one counts.
class RecordDeletion {
 public:
  RecordDeletion(RequestContext& context, const DeleteRecordsRequest& request) : context_(context), request_(request) {}

  reactor::Task<net::Response> run() {
    resolve();
    co_await visit_by_owner(context_, std::span(deletions_),
                            [](BrokerShard& there, std::span<Deletion* const> own) { return delete_all(there, own); });
    co_return answer();
  }

 private:
  void resolve() {
    const metadata::ImagePtr image = context_.shard().image();
    std::unordered_map<std::string_view, size_t> topic_places;
    std::unordered_map<AskedPartition, size_t, AskedPartitionHash> places;
    for (const auto& topic : request_.topics) {
      const TopicLookup found = find_topic(*image, false, topic.name, {});
      for (const auto& asked : topic.partitions) {
        const auto [topic_place, is_new_topic] = topic_places.try_emplace(topic.name.view(), topics_.size());
        if (is_new_topic) topics_.push_back({topic.name, {}});
        const AskedPartition key{topic.name.view(), {}, asked.partition_index};
        const auto [place, is_new] = places.try_emplace(key, deletions_.size());
        if (is_new) {
          topics_[topic_place->second].deletions.push_back(deletions_.size());
          deletions_.push_back(make_deletion(found, topic.name.view(), asked.partition_index));
        }
        deletions_[place->second].offset = asked.offset;
      }
    }
  }

  static Deletion make_deletion(const TopicLookup& found, std::string_view topic, int32_t index) {
    Deletion deletion;
    deletion.answer.partition_index = index;
    deletion.answer.low_watermark = kNoLowWatermark;
    const reactor::ShardId owner = owner_of(found, index);
    if (owner == metadata::kNoShard) {
      deletion.answer.error_code = ErrorCode::kUnknownTopicOrPartition;
    } else if (metadata::is_internal_topic(topic)) {
      deletion.answer.error_code = ErrorCode::kInvalidTopicException;
    } else {
      deletion.owner_shard = owner;
      deletion.topic_id = found.topic->id;
    }
    return deletion;
  }

  net::Response answer() {
    const metadata::ImagePtr image = context_.shard().image();
    auto* topics = context_.make_array<DeleteRecordsResponse::DeleteRecordsTopicResult>(topics_.size());
    if (topics == nullptr) return RequestContext::too_large();
    for (size_t t = 0; t < topics_.size(); ++t) {
      const std::vector<size_t>& own = topics_[t].deletions;
      auto* rows = context_.make_array<PartitionRow>(own.size());
      if (rows == nullptr) return RequestContext::too_large();
      for (size_t p = 0; p < own.size(); ++p) {
        const Deletion& deletion = deletions_[own[p]];
        rows[p] = deletion.answer;
        if (deletion.owner_shard == metadata::kNoShard) continue;
        rows[p].error_code =
            lookup_error(*image, deletion.topic_id, deletion.answer.partition_index, deletion.answer.error_code);
      }
      topics[t].name = topics_[t].name;
      topics[t].partitions = {rows, own.size()};
    }
    DeleteRecordsResponse response;
    response.topics = {topics, topics_.size()};
    return context_.respond(response);
  }

  RequestContext& context_;
  const DeleteRecordsRequest& request_;
  std::vector<Deletion> deletions_;
  std::vector<TopicRows> topics_;
};

}  // namespace

reactor::Task<net::Response> handle_delete_records(RequestContext& context) {
  auto request = context.decode_body<DeleteRecordsRequest>();
  if (!request) co_return context.undecodable(request.error());
  RecordDeletion deletion(context, *request);
  co_return co_await deletion.run();
}

}  // namespace klamm::broker
