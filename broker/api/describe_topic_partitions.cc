#include <algorithm>
#include <set>
#include <string_view>

#include "broker/api/addresses.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/partition_view.h"
#include "metadata/topic_name.h"
#include "protocol/messages/describe_topic_partitions_request.h"
#include "protocol/messages/describe_topic_partitions_response.h"

// DescribeTopicPartitions: topics by name, page by page (KIP-966).
namespace klamm::broker {
namespace {

using metadata::MetadataImage;
using metadata::TopicImage;
using protocol::DescribeTopicPartitionsRequest;
using protocol::DescribeTopicPartitionsResponse;
using protocol::ErrorCode;
using Topic = DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponseTopic;
using Partition = DescribeTopicPartitionsResponse::DescribeTopicPartitionsResponsePartition;
using Cursor = DescribeTopicPartitionsResponse::Cursor;

std::set<std::string_view> topics_from(const DescribeTopicPartitionsRequest& request, const MetadataImage& image) {
  const std::string_view first = request.cursor ? request.cursor->topic_name.view() : std::string_view();
  std::set<std::string_view> names;
  const auto add = [&](std::string_view name) {
    if (name >= first) names.insert(name);
  };
  if (request.topics.empty()) {
    image.for_each_topic([&](const TopicImage& topic) { add(topic.name); });
  } else {
    for (const auto& topic : request.topics) add(topic.name.view());
  }
  return names;
}

// A cursor must name a partition of one of the asked topics.
bool is_valid(const DescribeTopicPartitionsRequest& request) {
  if (!request.cursor) return true;
  if (request.cursor->partition_index < 0) return false;
  return request.topics.empty() || std::ranges::any_of(request.topics, [&](const auto& topic) {
           return topic.name == request.cursor->topic_name;
         });
}

// Builds one page. @core owner
class Page {
 public:
  Page(const DescribeTopicPartitionsRequest& request, const MetadataImage& image, RequestContext& context)
      : request_(request), image_(image), context_(context) {
    const int32_t limit = context.shard().options().max_request_partition_size_limit;
    left_ = std::clamp(request.response_partition_limit, 1, limit);
  }

  // False over the arena's bound.
  bool build() {
    const auto names = topics_from(request_, image_);
    // No more topics than partitions left, and those that are not there.
    topics_ = context_.make_array<Topic>(names.size());
    if (topics_ == nullptr) return false;
    for (std::string_view name : names) {
      if (left_ == 0) {
        end_at(name, 0);
        break;
      }
      if (!add(name)) return false;
      if (ended_) break;
    }
    message.topics = {topics_, count_};
    return true;
  }

  DescribeTopicPartitionsResponse message;

 private:
  bool add(std::string_view name) {
    const TopicImage* image = image_.topic(name);
    if (image == nullptr) {
      if (!request_.topics.empty()) {
        const bool is_legal = !metadata::invalid_topic_name_reason(name);
        start(name).error_code = is_legal ? ErrorCode::kUnknownTopicOrPartition : ErrorCode::kInvalidTopicException;
      }
      return true;
    }
    Topic& topic = start(image->name);
    topic.topic_id = image->id;
    const bool at_cursor = request_.cursor && request_.cursor->topic_name.view() == name;
    return add_partitions(topic, *image, at_cursor ? request_.cursor->partition_index : 0);
  }

  Topic& start(std::string_view name) {
    Topic& topic = topics_[count_++];
    topic.name = name;
    topic.is_internal = metadata::is_internal_topic(name);
    topic.topic_authorized_operations = kTopicAuthorizedOperations;
    return topic;
  }

  bool add_partitions(Topic& topic, const TopicImage& image, int32_t from) {
    const int32_t last = std::min(image.partition_count(), from > INT32_MAX - left_ ? INT32_MAX : from + left_);
    if (from >= last) return true;
    auto* rows = context_.make_array<Partition>(static_cast<size_t>(last - from));
    if (rows == nullptr) return false;
    size_t count = 0;
    for (int32_t index = from; index < last; ++index) {
      const metadata::PartitionImage* partition = image.partition(index);
      if (partition == nullptr) continue;
      if (!fill(rows[count], index, *partition)) return false;
      ++count;
    }
    topic.partitions = {rows, count};
    left_ -= last - from;
    if (last < image.partition_count()) end_at(image.name, last);
    return true;
  }

  bool fill(Partition& row, int32_t index, const metadata::PartitionImage& partition) {
    const auto view = view_partition(image_, partition, {.tells_missing_listener = false}, context_);
    if (!view) return false;
    row.error_code = view->error;
    row.partition_index = index;
    row.leader_id = view->leader_id;
    row.leader_epoch = partition.leader_epoch;
    row.replica_nodes = view->replicas;
    row.isr_nodes = view->isr;
    row.eligible_leader_replicas = partition.eligible_leader_replicas;
    row.last_known_elr = partition.last_known_elr;
    row.offline_replicas = view->offline;
    return true;
  }

  void end_at(std::string_view topic, int32_t partition) {
    cursor_.topic_name = topic;
    cursor_.partition_index = partition;
    message.next_cursor = &cursor_;
    ended_ = true;
  }

  const DescribeTopicPartitionsRequest& request_;
  const MetadataImage& image_;
  RequestContext& context_;
  int32_t left_ = 0;  // partitions that this page may still take
  Topic* topics_ = nullptr;
  size_t count_ = 0;
  Cursor cursor_;
  bool ended_ = false;
};

net::Response refuse(const DescribeTopicPartitionsRequest& request, RequestContext& context) {
  auto* topics = context.make_array<Topic>(request.topics.size);
  if (topics == nullptr) return RequestContext::too_large();
  for (uint32_t i = 0; i < request.topics.size; ++i) {
    topics[i].error_code = ErrorCode::kInvalidRequest;
    topics[i].name = request.topics[i].name;
  }
  DescribeTopicPartitionsResponse answer;
  answer.topics = {topics, request.topics.size};
  return context.respond(answer);
}

}  // namespace

reactor::Task<net::Response> handle_describe_topic_partitions(RequestContext& context) {
  auto request = context.decode_body<DescribeTopicPartitionsRequest>();
  if (!request) co_return context.undecodable(request.error());
  if (!is_valid(*request)) co_return refuse(*request, context);

  const metadata::ImagePtr image = context.shard().image();
  Page page(*request, *image, context);
  if (!page.build()) co_return RequestContext::too_large();
  co_return context.respond(page.message);
}

}  // namespace klamm::broker
