#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "coordinator/offset_requests.h"
#include "protocol/messages/offset_delete_request.h"
#include "protocol/messages/offset_delete_response.h"
#include "reactor/on_shard.h"

// OffsetDelete (KIP-496): offsets of a group for topics that nobody of it reads.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using protocol::OffsetDeleteRequest;
using protocol::OffsetDeleteResponse;
using protocol::String;
using AnswerRow = OffsetDeleteResponse::OffsetDeleteResponsePartition;

reactor::Task<ErrorCode> delete_there(BrokerShard& there, coordinator::OffsetDelete& deletion) {
  const auto partition = there.groups().find(deletion.group_id);
  if (!partition) co_return partition.error();
  co_return co_await coordinator::delete_offsets(**partition, deletion);
}

class Deletion {
 public:
  Deletion(RequestContext& context, const OffsetDeleteRequest& request) : context_(context), request_(request) {}

  reactor::Task<net::Response> run() {
    BrokerShard& home = context_.shard();
    deletion_.group_id = request_.group_id.view();
    if (deletion_.group_id.empty()) co_return refuse(ErrorCode::kInvalidGroupId);
    const reactor::ShardId owner = resolve();
    if (owner == metadata::kNoShard) co_return refuse(ErrorCode::kNotCoordinator);
    BrokerShard& there = home.peer(owner);
    const ErrorCode error = co_await reactor::on_shard(
        owner, [&there, this] { return delete_there(there, deletion_); }, context_.crossing());
    co_return error == ErrorCode::kNone ? answer() : refuse(error);
  }

 private:
  net::Response refuse(ErrorCode error) {
    OffsetDeleteResponse answer;
    answer.error_code = error;
    return context_.respond(answer);
  }

  // The shard of the group.
  reactor::ShardId resolve() {
    const metadata::ImagePtr image = context_.shard().image();
    // Kafka puts a topic that is named twice together only when it has something unknown to add.
    const bool joins_topics = has_unknown(*image);
    std::unordered_map<std::string_view, size_t> places;
    for (const auto& asked : request_.topics) {
      auto [place, is_new] = places.try_emplace(asked.name.view(), deletion_.topics.size());
      if (is_new || !joins_topics) {
        place->second = deletion_.topics.size();
        deletion_.topics.push_back({std::string(asked.name.view()), {}, ErrorCode::kNone});
        unknown_.emplace_back();
      }
      const metadata::TopicImage* topic = image->topic(asked.name.view());
      for (const auto& row : asked.partitions) {
        const bool is_there = topic != nullptr && topic->partition(row.partition_index) != nullptr;
        (is_there ? deletion_.topics[place->second].partitions : unknown_[place->second])
            .push_back(row.partition_index);
      }
    }
    return coordinator::GroupCoordinator::owner_shard(*image, deletion_.group_id);
  }

  bool has_unknown(const metadata::MetadataImage& image) const {
    return std::ranges::any_of(request_.topics, [&](const auto& asked) {
      const metadata::TopicImage* topic = image.topic(asked.name.view());
      return std::ranges::any_of(asked.partitions, [&](const auto& row) {
        return topic == nullptr || topic->partition(row.partition_index) == nullptr;
      });
    });
  }

  net::Response answer() {
    const size_t count = deletion_.topics.size();
    auto* topics = context_.make_array<OffsetDeleteResponse::OffsetDeleteResponseTopic>(count);
    if (topics == nullptr) return RequestContext::too_large();
    for (size_t t = 0; t < count; ++t) {
      const coordinator::OffsetDelete::Topic& topic = deletion_.topics[t];
      auto* rows = context_.make_array<AnswerRow>(unknown_[t].size() + topic.partitions.size());
      if (rows == nullptr) return RequestContext::too_large();
      topics[t].name = String(topic.name);
      topics[t].partitions = {rows, unknown_[t].size() + topic.partitions.size()};
      for (const int32_t index : unknown_[t]) *rows++ = {index, ErrorCode::kUnknownTopicOrPartition};
      for (const int32_t index : topic.partitions) *rows++ = {index, topic.error};
    }
    OffsetDeleteResponse response;
    response.topics = {topics, count};
    return context_.respond(response);
  }

  RequestContext& context_;
  const OffsetDeleteRequest& request_;
  coordinator::OffsetDelete deletion_;
  std::vector<std::vector<int32_t>> unknown_;  // partitions that are not there, by the topic's place in deletion_
};

}  // namespace

reactor::Task<net::Response> handle_offset_delete(RequestContext& context) {
  auto request = context.decode_body<OffsetDeleteRequest>();
  if (!request) co_return context.undecodable(request.error());
  Deletion deletion(context, *request);
  co_return co_await deletion.run();
}

}  // namespace klamm::broker
